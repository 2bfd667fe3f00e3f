"""Merges two versions of a paragraph into one text, with marks on what was removed and added.

The result is words with emphasis, line breaks, `del` and `ins`, for the inside of a `p`. Lists and tables
become lines, and links become their words. The marks contain “removed” and “added”, visually hidden.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from html.parser import HTMLParser
from itertools import groupby

from rules.document.cards import find_card
from rules.document.markup import Html
from scrapsite.common.worddiff import Kind, Run, WordDiff

_EMPHASIS = ("em", "strong", "code", "sub", "sup")
_LINES = ("p", "li", "tr", "br")
_CELLS = ("td", "th")
_MOST_CHANGES, _MOST_WORDS, _AROUND = 4, 14, 6
_SAYS = {"gone": ("del", "removed"), "new": ("ins", "added")}


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is shown, or the start of a line. *means:* what it is compared by, if not by itself.

    *emphasis:* tags around it, outermost first. *is_glued:* no space comes before it.
    """

    text: str = field(compare=False)
    means: str
    emphasis: tuple[str, ...] = ()
    is_glued: bool = False
    is_break: bool = False


_DOTS = Token("…", "…")


def marked(old_html: str, new_html: str, game: str = "", *, words: WordDiff | None = None) -> Html:
    """Return the words of *new_html* with marks on what was added to *old_html* or removed from it.

    Both are clean HTML of `rules.document.markup`. *game:* whose cards are called by their names. *words:*
    the allowance of work to use, where one page compares many texts.
    """
    return marked_tokens(tokens(old_html, game), tokens(new_html, game), words or WordDiff())


def marked_tokens(
    old: tuple[Token, ...], new: tuple[Token, ...], words: WordDiff, *, is_brief: bool = False
) -> Html:
    """Return *new* with marks on what was added to *old* or removed from it.

    *is_brief:* only the first changes, cut short, with a few words around them.
    """
    found = words.runs(old, new)
    shown: list[str] = []
    for run in _shortened(found) if is_brief else found:
        replaces = run.kind == "new" and bool(shown) and shown[-1].endswith("</del>")
        if shown and not run.words[0].is_break and (replaces or not run.words[0].is_glued):
            shown.append(" ")
        shown.append(_run(run.kind, run.words, is_first=not shown))
    # Every word was escaped, and the only tags are those of this module.
    return Html("".join(shown))


def tokens(html: str, game: str = "") -> tuple[Token, ...]:
    """Return the words of clean HTML. Links to rules and cards count by where they lead; others say it."""
    reader = _Reader(game)
    reader.feed(html)
    reader.close()
    return tuple(reader.found)


def said(html: str, game: str = "") -> str:
    """Return the words of clean HTML in one line, with cards called by their names."""
    shown = [
        ("" if token.is_glued and not token.is_break else " ") + token.text for token in tokens(html, game)
    ]
    return " ".join("".join(shown).split())


class _Reader(HTMLParser):
    """Collects the words of clean HTML."""

    def __init__(self, game: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Token] = []
        self._game = game
        self._emphasis: list[str] = []
        self._lists: list[int | None] = []
        self._link: str | None = None
        self._has_space = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _EMPHASIS:
            self._emphasis.append(tag)
        elif tag == "a":
            self._link = dict(attrs).get("href") or ""
        elif tag in ("ul", "ol"):
            self._lists.append(int(dict(attrs).get("start") or 1) - 1 if tag == "ol" else None)
        elif tag in _LINES:
            self._break(tag, self._bullet() if tag == "li" else "")
        elif tag in _CELLS and self.found and not self.found[-1].is_break:
            self._add("|", "|")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._emphasis:
            self._emphasis.remove(tag)
        elif tag == "a":
            if self._link and not self._link.startswith(("rule:", "card:")):
                self._has_space = True
                self._words(f"({self._link})", "")
            self._link = None
        elif tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        if tag not in _EMPHASIS and tag != "a":
            self._has_space = True

    def handle_data(self, data: str) -> None:
        scheme, _, name = (self._link or "").partition(":")
        if scheme == "card":
            data = self._card(name)
        self._words(data, self._link if scheme in ("rule", "card") and self._link else "")

    def _words(self, text: str, means: str) -> None:
        """Add the words of *text*. A link to a rule or card counts as one word."""
        if text[:1].isspace():
            self._has_space = True
        for word in [" ".join(text.split())] if means else text.split():
            self._add(word, means or word)
            self._has_space = True
        self._has_space = text[-1:].isspace()

    def _add(self, word: str, means: str) -> None:
        begins = not self.found or self.found[-1].is_break
        self.found.append(Token(word, means, tuple(self._emphasis), begins or not self._has_space))
        self._has_space = True

    def _break(self, tag: str, bullet: str) -> None:
        """Begin a line. Of several in a row, the one with a bullet counts."""
        if self.found and self.found[-1].is_break:
            if not bullet:
                return
            if not self.found[-1].text:
                self.found.pop()
        means = f"<{tag}>{'1' if bullet[:1].isdigit() else ''}"
        self.found.append(Token(bullet, means, is_glued=True, is_break=True))

    def _bullet(self) -> str:
        if not self._lists or (number := self._lists[-1]) is None:
            return "• "
        self._lists[-1] = number + 1
        return f"{number + 1}. "

    def _card(self, slug: str) -> str:
        card = find_card(self._game, slug) if self._game else None
        return card.name if card else slug.replace("-", " ").title()


def _shortened(found: Sequence[Run[Token]]) -> Iterator[Run[Token]]:
    """Yield the first changes of *found*, cut short, and a few words around each."""
    changes = [place for place, run in enumerate(found) if run.kind != "same"]
    first, last = changes[0] if changes else 0, changes[:_MOST_CHANGES][-1] if changes else 0
    for place, run in enumerate(found[: last + 2]):
        most = _AROUND if run.kind == "same" else _MOST_WORDS
        begun = run.words[1:] if place == 0 and run.words[0].is_break else run.words
        lines = tuple(Token("· ", "·") if word.is_break else word for word in begun)
        if not lines:
            continue
        if len(lines) <= most + 1:
            yield replace(run, words=lines)
        elif run.kind != "same" or place > last:
            yield replace(run, words=(*lines[:most], _DOTS))
        elif place < first:
            yield replace(run, words=(_DOTS, *lines[-most:]))
        else:
            yield replace(run, words=(*lines[: most // 2], _DOTS, *lines[-(most // 2) :]))


def _run(kind: Kind, words: tuple[Token, ...], *, is_first: bool) -> str:
    inside = _joined(words, is_first)
    if kind == "same":
        return inside
    tag, label = _SAYS[kind]
    before = f'<span class="visually-hidden">[{label}: </span>'
    return f'<{tag}>{before}{inside}<span class="visually-hidden">]</span></{tag}>'


def _joined(words: tuple[Token, ...], is_first: bool) -> str:
    """Return the words with spaces and emphasis between them; the first has no space before it."""
    shown: list[str] = []
    for emphasis, group in groupby(words, key=lambda token: token.emphasis):
        members = list(group)
        if shown and not members[0].is_glued:
            shown.append(" ")
        opened = "".join(f"<{tag}>" for tag in emphasis)
        closed = "".join(f"</{tag}>" for tag in reversed(emphasis))
        shown.append(opened + _plain(members, is_first and not shown) + closed)
    return "".join(shown)


def _plain(words: list[Token], is_first: bool) -> str:
    shown: list[str] = []
    for token in words:
        if token.is_break:
            shown.append(escape(token.text) if is_first and not shown else f"<br>{escape(token.text)}")
        else:
            space = "" if token.is_glued or not shown else " "
            shown.append(space + escape(token.text))
    return "".join(shown)
