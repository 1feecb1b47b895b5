"""What a browser would send back: the forms of a page, as they stand, with some fields filled in."""

import html
import re
from html.parser import HTMLParser
from typing import Any


class _Fields(HTMLParser):
    """Collects the successful controls of every form."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, Any] = {}
        self.select = ""
        self.area = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "input" and name and given.get("type") not in {"submit", "button"}:
            ticked = given.get("type") in {"checkbox", "radio"}
            if not ticked or "checked" in given:
                self.fields[name] = given.get("value", "on" if ticked else "")
        if tag == "select":
            self.select = name
        if tag == "option" and self.select and "selected" in given:
            self.fields[self.select] = given.get("value", "")
        if tag == "textarea":
            self.area, self.text = name, ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.fields[self.area] = self.text.removeprefix("\n")
            self.area = ""
        if tag == "select":
            self.select = ""


def filled(response: Any, **changes: Any) -> dict[str, Any]:
    """The page's form data; ``None`` unticks a box."""
    parser = _Fields()
    parser.feed(response.content.decode())
    data = {name: value for name, value in parser.fields.items() if "__prefix__" not in name and name != "q"}
    for name, value in changes.items():
        data[name.replace("__", "-")] = value
    return {name: value for name, value in data.items() if value is not None}


def words(response: Any) -> str:
    """The page's text without tags, white space in one piece."""
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(text).split())
