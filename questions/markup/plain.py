"""Plain text: every character is shown."""

from html import escape


def plain_html(text: str) -> str:
    """Escape the text into one element whose ``textContent`` is the text itself.

    Line ends and runs of spaces stay characters; ``.plain { white-space: pre-wrap }`` in the style sheet shows them.
    Paragraph elements would lose the number of blank lines and the indentation after them.
    """
    return f'<div class="plain">{escape(text, quote=False)}</div>'
