"""Files that people name to a command: single ones, and folders of the own format."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from django.core.management import CommandError
from django.utils.translation import gettext as _

from questions.actions.importing import LARGEST

UNREADABLE = 2


def read_all(paths: Iterable[Path]) -> list[tuple[str, bytes]]:
    """Name and bytes of each file, those of a folder (``*.yaml``) in the order of their names.

    Raises ``CommandError`` with the status 2 where one cannot be read. A file that is too large is cut, for its reader
    to refuse.
    """
    return [(str(path), _bytes(path)) for path in _files(paths)]


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.glob("*.yaml"))
        if not found:
            raise CommandError(_("There is no *.yaml in %(path)s.") % {"path": path}, returncode=UNREADABLE)
        yield from found


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        message = _("%(path)s cannot be read: %(reason)s.") % {"path": path, "reason": error.strerror}
        raise CommandError(message, returncode=UNREADABLE) from None
