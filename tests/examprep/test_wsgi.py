"""The server's door answers whatever charset a header names."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from examprep.wsgi import application

pytestmark = pytest.mark.django_db


def ask(method: str, content_type: str, body: bytes = b"") -> str:
    """The status that a server gets for the help page, or for choosing a theme."""
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": "/help/",
        "QUERY_STRING": "a=%41%e9",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
    }
    said: list[Any] = []

    def start(status: str, headers: list[Any], exc_info: Any = None, /) -> Callable[[bytes], object]:
        said.append(status)
        return said.append

    b"".join(application(environ, start))
    return str(said[0])


# Names that Python has a codec for which decodes no text, or only some.
@pytest.mark.parametrize("charset", ["hex", "rot13", "undefined", "idna", "punycode", "base64", "utf-16", "no-such"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_charset_is_no_reason_to_fail(charset: str, kind: str) -> None:
    assert ask("GET", f"{kind}; charset={charset}") == "200 OK"
    assert ask("POST", f"{kind}; charset={charset}", b"--x\r\na=%e9").startswith(("400", "403", "405"))
