"""What a demo remembers from one start to the next, beside the database, readable by its owner only."""

import json
import os
import secrets
from pathlib import Path
from typing import Any

# Without the letters and digits that look alike.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


class Kept:
    """The secret key, and for each demo account its password and the hash the database got for it."""

    def __init__(self, folder: Path) -> None:
        """Read the file; a folder or file that is missing is made by `save`."""
        self.path = folder / "demo.json"
        try:
            self._values: dict[str, Any] = json.loads(self.path.read_text())
        except FileNotFoundError:
            self._values = {}

    def secret_key(self) -> str:
        """Return the key that signs sessions: as it stays, a restart signs nobody out."""
        key: str = self._values.setdefault("secret_key", secrets.token_urlsafe(50))
        return key

    def password(self, email: str) -> str:
        """Return the password of an account, made on the first call."""
        made = "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(3))
        password: str = self._values.setdefault("passwords", {}).setdefault(email, made)
        return password

    def stored_hash(self, email: str) -> str:
        """Return the hash that was last known to be that of the password; empty when none was."""
        found: str = self._values.get("hashes", {}).get(email, "")
        return found

    def remember_hash(self, email: str, value: str) -> None:
        """Note the hash of the password: comparing it is quick, hashing is slow on purpose."""
        self._values.setdefault("hashes", {})[email] = value

    def save(self) -> None:
        """Write the file whole or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(f".{os.getpid()}")
        new.touch(mode=0o600)
        new.write_text(json.dumps(self._values, indent=1))
        new.replace(self.path)
