"""The blocks of a rulebook. Each can be edited, moved, compared and merged on its own.

A block is one block of Markdown: a heading, a paragraph of law with the lists and tables that belong to it,
an example, a term of the glossary. Joined, the blocks are the text; split, the text gives them back.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.document.markup import Rendered

DIGEST_LENGTH = 16

_HEADING = re.compile(r"#{1,6}\s")
_LIST_OR_TABLE = re.compile(r"([-*+]|[0-9]+\.)\s|\|")
_MARKS = re.compile(r"^\{:[^}\n]*\}$", re.MULTILINE)
# A link to a rule or card of the book; the words of one to a rule are made anew with each revision.
_OWN_LINK = re.compile(r'<a href="((?:rule|card):[a-z0-9-]+)">[^<]*</a>')
_EMPHASIS = re.compile(r"</?(?:em|strong|code)>")
_ANCHOR_LINE = re.compile(r"\{:[^}\n]*#[a-z][^}\n]*\}\s*\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """One block with its Markdown. *rendered:* what it was rendered to when it was written."""

    source: str
    rendered: Rendered

    @property
    def anchor(self) -> str:
        """The lasting anchor, empty for an example or a title inside a chapter."""
        return self.rendered.anchor

    @property
    def digest(self) -> str:
        """A digest of the Markdown."""
        return hashlib.sha256(self.source.encode()).hexdigest()

    @property
    def marks(self) -> str:
        """The line with the anchor and the provenance of a paragraph of law; empty for other blocks."""
        found = _MARKS.search(self.source)
        return found[0] if found else ""

    @property
    def unmarked(self) -> str:
        """The Markdown without the line of marks."""
        return self.source.replace(self.marks, "", 1)

    def with_marks_of(self, other: "Block") -> "Block":
        """Return these words with the marks of *other*, another version of the same paragraph."""
        made = replace(self.rendered, classes=other.rendered.classes, where=other.rendered.where)
        return Block(self.source.replace(self.marks, other.marks, 1), made)


def words_digest(html: str) -> str:
    """Return a digest of the words of clean *html*, by which one can tell whether they have changed.

    Links count by where they lead, as rules are renumbered and cards renamed. Emphasis and spaces don't.
    """
    words = _EMPHASIS.sub("", _OWN_LINK.sub(r"[\1]", html))
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()[:DIGEST_LENGTH]


def claim_digest(html: str, kind: str, where: str) -> str:
    """Return a digest of the words of clean *html* and of what its marks say about their source."""
    return hashlib.sha256(f"{words_digest(html)} {kind} {where}".encode()).hexdigest()[:DIGEST_LENGTH]


def split(text: str) -> tuple[str, ...]:
    """Return the Markdown of each block of *text*, in order."""
    blocks: list[str] = []
    for chunk in _chunks(text.replace("\r\n", "\n").replace("\r", "\n")):
        if blocks and _goes_on(blocks[-1], chunk):
            blocks[-1] += f"\n\n{chunk}"
        else:
            blocks.append(chunk)
    return tuple(blocks)


def join(sources: Iterable[str]) -> str:
    """Return the text made of the blocks' Markdown."""
    return "\n\n".join(sources) + "\n"


def keys(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return a name for each block by which it is known again in another revision.

    That is its anchor. A title goes by the anchor it stands above (`turn-2^`), an example by the one it
    stands below (`turn-2~1`).
    """
    following: list[str] = []
    anchor = ""
    for block in reversed(blocks):
        anchor = block.anchor or anchor
        following.append(anchor)
    following.reverse()
    return tuple(_keys(blocks, following))


def _keys(blocks: Sequence[Block], following: Sequence[str]) -> Iterator[str]:
    above, count, titles = "", 0, 0
    for block, below in zip(blocks, following, strict=True):
        if block.anchor:
            above, count, titles = block.anchor, 0, 0
            yield block.anchor
        elif block.rendered.kind == "h3" and below:
            titles += 1
            yield f"{below}^{titles}"
        else:
            count += 1
            yield f"{above}~{count}"


def _chunks(text: str) -> Iterator[str]:
    """Yield the runs of lines between empty lines; a line with a heading is a run of its own."""
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        is_heading = _HEADING.match(line) is not None
        if lines and (is_heading or not line.strip()):
            yield "\n".join(lines)
            lines = []
        if is_heading:
            yield line.rstrip()
        elif line.strip():
            lines.append(line.rstrip())


def _goes_on(before: str, chunk: str) -> bool:
    """Return whether *chunk* belongs to the block *before* it: an indented part, or the list of a law."""
    if _HEADING.match(before):
        return False
    if chunk.startswith(("    ", "\t")):
        return True
    if not _LIST_OR_TABLE.match(chunk) or _ANCHOR_LINE.search(chunk):
        return False
    last = before.rsplit("\n\n", 1)[-1]
    return _ANCHOR_LINE.search(last) is not None or _LIST_OR_TABLE.match(last) is not None
