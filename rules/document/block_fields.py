"""The fields in which people edit a block: its text, its title, where it comes from; and their Markdown.

Nobody has to type an anchor or a mark. This module removes the line that has them and adds it again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.document.blocks import Block, split
from rules.document.errors import BadText
from rules.document.markup import EXAMPLE, NOTE, Rendered, position_of
from rules.document.provenance import (
    LONGEST_WHERE,
    NAMES,
    NOT_IN_WHERE,
    UNSAID,
    Provenance,
    provenance_of,
)

LAW, TERM, CHAPTER, TITLE, TEXT = "law", "term", "chapter", "title", "text"
LONGEST_TITLE = 100

# The name of each kind, in the order in which they are offered.
KINDS = {
    LAW: "rule",
    EXAMPLE: "example",
    NOTE: "remark",
    TERM: "term of the glossary",
    TITLE: "heading",
    CHAPTER: "chapter",
    TEXT: "part of the introduction",
}
TITLED = frozenset({TERM, EXAMPLE, NOTE, CHAPTER, TITLE})
WORDED = frozenset({LAW, TERM, EXAMPLE, NOTE, TEXT})
ANCHORED = frozenset({LAW, TERM, CHAPTER})

_OF_BLOCK = {"h2": CHAPTER, "h3": TITLE, "term": TERM}
_BLOCK_OF = {LAW: {"p"}, TERM: {"term"}, EXAMPLE: {"note"}, NOTE: {"note"}, CHAPTER: {"h2"}, TITLE: {"h3"}}
_TEXT_BLOCKS = {"p", "ul", "ol", "table"}
_HEADING = re.compile(r"#+\s+(?P<title>.*?)[\s#]*(\{:[^}]*\})?\s*\Z")
_TERM = re.compile(r"(?P<title>[^\n]*?)\s*\{:[^}\n]*\}\s*\n:\s+(?P<text>.*)\Z", re.DOTALL)
_NOTE = re.compile(r'!!! \w+(?: +[a-z][a-z0-9-]*)? "(?P<title>[^\n]*)"\s*\n(?P<text>.*)\Z', re.DOTALL)
_MARKS = re.compile(r"^\{:[^}\n]*\}[ \t]*\n?", re.MULTILINE)
_ITEM = re.compile(r"([-*+]|[0-9]+\.)\s")
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class BlockFields:
    """A block as people edit it. *kind:* a key of `KINDS`. *position:* the name of what a note shows."""

    kind: str
    text: str = ""
    title: str = ""
    anchor: str = ""
    provenance: Provenance = UNSAID
    position: str = ""

    @property
    def source(self) -> str:
        """The Markdown of the block."""
        title, text = _one_line(self.title), _tidy(self.text)
        if self.kind == CHAPTER:
            return f"## {title} {{: #{self.anchor} }}"
        if self.kind == TITLE:
            return f"### {title}"
        if self.kind == TERM:
            return f"{title} {{: #{self.anchor} }}\n:   {_indented(text).lstrip()}"
        if self.kind in (EXAMPLE, NOTE):
            what = f"{self.kind} {self.position}".rstrip()
            return f'!!! {what} "{_curly(title)}"\n{_indented(text)}'
        return self._law(text) if self.kind == LAW else text

    def _law(self, text: str) -> str:
        """Return the words with the line of marks below the first paragraph."""
        first, gap, rest = text.partition("\n\n")
        marks = f"{{: #{self.anchor}{self.provenance.marks} }}"
        return f"{first}\n{marks}{gap}{rest}"


def fields_of(block: Block) -> BlockFields:
    """Return the fields for editing *block*."""
    kind, source = kind_of(block.rendered), block.source
    if kind in (CHAPTER, TITLE):
        found = _HEADING.match(source)
        return BlockFields(kind, title=found["title"] if found else "", anchor=block.anchor)
    if kind in (TERM, EXAMPLE, NOTE):
        found = (_TERM if kind == TERM else _NOTE).match(source)
        title, text = (found["title"], found["text"]) if found else (block.rendered.title, source)
        return BlockFields(kind, _dedented(text), title, block.anchor, position=position_of(block.rendered))
    if kind == TEXT:
        return BlockFields(kind, source)
    return BlockFields(kind, _MARKS.sub("", source).strip(), "", block.anchor, provenance_of(block.rendered))


def kind_of(rendered: Rendered) -> str:
    """Return the key of `KINDS` for a rendered block."""
    if rendered.kind == "note":
        return EXAMPLE if EXAMPLE in rendered.classes else NOTE
    return _OF_BLOCK.get(rendered.kind) or (LAW if rendered.anchor else TEXT)


def check_fields(fields: BlockFields) -> None:
    """Check the fields before they are rendered. *Raises:* BadText."""
    if fields.kind in TITLED and not fields.title.strip():
        raise BadText("Enter a title." if fields.kind != TERM else "Enter the term.", "text/no-title")
    if len(fields.title) > LONGEST_TITLE:
        raise BadText(f"A title has at most {LONGEST_TITLE} characters.", "text/long")
    if fields.kind in WORDED and not fields.text.strip():
        raise BadText("Enter some text.", "text/empty")
    if _MARKS.search(fields.text):
        raise BadText(
            "Leave out the line in braces: the site adds anchors and marks automatically.", "text/marks"
        )
    _check_provenance(fields.provenance)
    if len(split(fields.source)) > 1 and fields.kind in WORDED:
        raise BadText(_SEVERAL.get(fields.kind, _SEVERAL[LAW]), "text/several")


def _check_provenance(said: Provenance) -> None:
    if said.kind and said.kind not in NAMES:
        raise BadText("Choose where it comes from.", "text/provenance")
    if len(said.where) > LONGEST_WHERE:
        raise BadText(f"The section of the source has at most {LONGEST_WHERE} characters.", "text/long")
    if unwanted := NOT_IN_WHERE.intersection(said.where):
        raise BadText(f"Leave {min(unwanted)} out of the section of the source.", "text/provenance")


def check_made(fields: BlockFields, block: Block) -> None:
    """Check that the fields made the intended kind of block. *Raises:* BadText."""
    rendered = block.rendered
    kinds = _BLOCK_OF.get(fields.kind, _TEXT_BLOCKS)
    said = fields.provenance
    shown = {fields.position} if fields.position else set()
    classes = {LAW: {said.kind} if said.kind else set(), EXAMPLE: {EXAMPLE} | shown, NOTE: {NOTE} | shown}
    is_meant = (
        rendered.kind in kinds
        and rendered.anchor == (fields.anchor if fields.kind in ANCHORED else "")
        and rendered.classes == classes.get(fields.kind, set())
    )
    if not is_meant:
        raise BadText(
            "Begin with a plain sentence. Lists can follow below it. Add titles, examples and further "
            "paragraphs separately.",
            "text/no-paragraph",
        )


_SEVERAL = {
    LAW: "This is more than one paragraph. Each has a number of its own: add the second one below the first.",
    TERM: "This is more than one explanation. Add the second word as a term of its own.",
    TEXT: "This is more than one paragraph or list. Add the second one below the first.",
}


def quoted(texts: Sequence[str]) -> str:
    """Return the texts as people list them: `a, b and c`."""
    *first, last = texts or ("",)
    return f"{', '.join(first)} and {last}" if first else last


def _tidy(text: str) -> str:
    """Return *text* with plain line ends, no empty edges, and an empty line above each list."""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        stripped = line.rstrip()
        if _ITEM.match(stripped) and lines and _is_prose(lines[-1]):
            lines.append("")
        lines.append(stripped)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def _is_prose(line: str) -> bool:
    return bool(line) and not line.startswith((" ", "\t")) and _ITEM.match(line) is None


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _curly(title: str) -> str:
    """Return *title* with curly quotation marks, since it is written between straight ones."""
    first, *others = title.split('"')
    return first + "".join(("”" if place % 2 else "“") + part for place, part in enumerate(others))


def _indented(text: str) -> str:
    return "\n".join(f"{_INDENT}{line}" if line else "" for line in text.split("\n"))


def _dedented(text: str) -> str:
    return "\n".join(line.removeprefix(_INDENT) for line in text.split("\n")).strip("\n")
