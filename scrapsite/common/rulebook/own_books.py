"""A rulebook with other words in some places, as somebody reads it who plays by a draft of an edition."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.safestring import SafeString

_NO_WORDS = SafeString("")


@dataclass(frozen=True, slots=True)
class CardAt:
    """A card as links show it. *url:* its page. *face:* where its face can be fetched."""

    name: str
    url: str
    face: str


class ReadAt(Hashable, Protocol):
    """Where a rulebook with other words is read. Equal ones give equal answers, as these are kept."""

    def rule(self, anchor: str) -> str:
        """Return the page of a paragraph."""

    def card(self, slug: str) -> CardAt | None:
        """Return the card as whoever reads it has it, or None if only published editions may have it."""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A part of a chapter. *kind:* `law`, `term`, `note`, `heading`, or `text` of the introduction.

    *label:* a number, the word that is explained, or a title. *anchor:* what it goes by, as in `Paragraph`.
    *name:* as in `rule 4.2`. Headings have neither. *url:* the page of the paragraph. *mark*, *source:* the
    class of its mark and where it comes from in words, empty where other words are. *is_changed:* it has
    other words; then *was* has those in force, empty if there is no such paragraph any more, and *changed*
    its words with marks on what is new. *figure:* a drawing, for the template of rulebooks. *has_cards:* it
    is the note that lists the cards.
    """

    kind: str
    label: str
    html: SafeString
    anchor: str = ""
    name: str = ""
    url: str = ""
    mark: str = ""
    source: str = ""
    is_changed: bool = False
    was: SafeString = _NO_WORDS
    changed: SafeString = _NO_WORDS
    figure: Any = None
    has_cards: bool = False


@dataclass(frozen=True, slots=True)
class OwnSection:
    """A chapter with its parts in order. *number:* 0 for what the book has no place for any more."""

    anchor: str
    number: int
    title: str
    lines: tuple[OwnLine, ...]


@dataclass(frozen=True, slots=True)
class OwnBook:
    """A whole rulebook. *intro:* what comes before its chapters. *url:* the one in force, as published.

    *changed:* the paragraphs with other words, in order.
    """

    intro: tuple[OwnLine, ...]
    sections: tuple[OwnSection, ...]
    url: str
    changed: tuple[OwnLine, ...]


@dataclass(frozen=True, slots=True)
class OwnRule:
    """One paragraph. *section:* the title of its chapter; *heading:* the nearest above it.

    *url:* the paragraph in force, as published; empty if there is none any more.
    """

    line: OwnLine
    section: str
    heading: str
    url: str
