"""Code in colours, by a few classes of our own so that style sheet and stored HTML outlive a pygments release."""

from xml.etree.ElementTree import Element, SubElement

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    String,
    Token,
    _TokenType,
)

# From the special to the general: the first type that contains a token's type gives its class.
_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "hl-c"),
    (Keyword.Constant, "hl-b"),
    (Keyword, "hl-k"),
    (Operator.Word, "hl-k"),
    (Number, "hl-m"),
    (String, "hl-s"),
    (Literal, "hl-m"),
    (Name.Builtin, "hl-b"),
    (Name.Constant, "hl-b"),
    (Name.Exception, "hl-b"),
    (Name.Function, "hl-f"),
    (Name.Class, "hl-f"),
    (Name.Decorator, "hl-f"),
    (Name.Tag, "hl-k"),
    (Name.Attribute, "hl-f"),
    (Name.Variable, "hl-v"),
    (Generic.Heading, "hl-k"),
    (Generic.Subheading, "hl-k"),
    (Generic.Inserted, "hl-i"),
    (Generic.Deleted, "hl-d"),
    (Generic.Prompt, "hl-c"),
    (Generic.Output, "hl-v"),
    (Generic.Traceback, "hl-d"),
    (Generic.Error, "hl-d"),
)
CLASSES = frozenset(name for _, name in _CLASSES)
# By the word after the fence, pygments' own name. Named here rather than all that pygments knows: some of its lexers
# need seconds for a few kilobytes, and these were fed hostile text. Guessing a language would not be stable.
_OWN_NAMES = (
    *("bash", "c", "console", "cpp", "csharp", "css", "cuda", "diff", "docker", "go", "html", "http", "ini", "java"),
    *("javascript", "json", "powershell", "pycon", "python", "r", "ruby", "rust", "sql", "toml", "xml", "yaml"),
)
LANGUAGES = {
    **dict(zip(_OWN_NAMES, _OWN_NAMES, strict=True)),
    **dict.fromkeys(("sh", "shell"), "bash"),
    **dict.fromkeys(("js", "ts", "typescript"), "javascript"),
    **dict.fromkeys(("py", "py3", "python3", "numpy"), "python"),
    "c#": "csharp",
    "c++": "cpp",
    "cs": "csharp",
    "dockerfile": "docker",
    "golang": "go",
    "ps1": "powershell",
    "rb": "ruby",
    "shell-session": "console",
    "yml": "yaml",
}
_LONGEST_LINE = 160  # characters; some lexers go quadratic on long lines, others on many
_MOST_LINES = 150


def code_element(code: str, language: str = "") -> Element:
    """Return ``<code>`` with the exact text, in coloured ``<span>``s where the language is one of ``LANGUAGES``.

    The caller bounds the length: a lexer reads some 100 characters in a millisecond, at worst.
    """
    element = Element("code")
    last: Element | None = None
    for name, value in _pieces(code, language):
        if name:
            last = SubElement(element, "span", {"class": name})
            last.text = value
        elif last is None:
            element.text = (element.text or "") + value
        else:
            last.tail = (last.tail or "") + value
    return element


def _pieces(code: str, language: str) -> list[tuple[str, str]]:
    """Cut the code into (class or nothing, text), neighbours of one class joined."""
    pieces: list[tuple[str, str]] = []
    for kind, value in _tokens(code, language):
        name = _class(kind) if value.strip() else ""
        if pieces and pieces[-1][0] == name:
            pieces[-1] = (name, pieces[-1][1] + value)
        else:
            pieces.append((name, value))
    return pieces


def _tokens(code: str, language: str) -> list[tuple[_TokenType, str]]:
    bare = [(Token, code)]
    lines = code.split("\n")
    tame = len(lines) <= _MOST_LINES and all(len(line) <= _LONGEST_LINE for line in lines)
    if language not in LANGUAGES or not tame:
        return bare
    lexer: Lexer = get_lexer_by_name(LANGUAGES[language], stripnl=False, ensurenl=False)
    tokens = list(lexer.get_tokens(code))
    # A lexer may drop or add a line end; what the author typed matters more than its colours.
    return tokens if "".join(value for _, value in tokens) == code else bare


def _within(kind: _TokenType, parent: _TokenType) -> bool:
    return kind[: len(parent)] == parent


def _class(kind: _TokenType) -> str:
    return next((name for parent, name in _CLASSES if _within(kind, parent)), "")
