"""Texts of the kernel: marked here for gettext, translated at the doors."""


def mark(message: str) -> str:
    """Return ``message`` unchanged; ``makemessages`` collects it and a door translates it."""
    return message
