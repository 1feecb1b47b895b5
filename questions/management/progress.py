"""One line that counts up: people who wait want to see that something happens."""

from dataclasses import dataclass

from django.core.management import BaseCommand


@dataclass(frozen=True, slots=True)
class Progress:
    """Writes ``line`` with ``done`` and ``total`` to standard error, over and over in its place."""

    command: BaseCommand
    line: str
    shown: bool = True

    def __call__(self, done: int, total: int) -> None:
        """Say how far it is."""
        if self.shown:
            text = self.line % {"done": done, "total": total}
            self.command.stderr.write(f"\r{text}", self.command.style.NOTICE, ending="\n" if done == total else "")
