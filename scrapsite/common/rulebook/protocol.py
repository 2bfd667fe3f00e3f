"""The rulebooks as other apps see them: paragraphs, other words for them, comments, proposals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.contrib.auth.models import User
from django.utils.safestring import SafeString

from scrapsite.common.errors import Refusal
from scrapsite.common.rulebook.own_books import OwnBook, OwnRule, ReadAt

# Names of cards by slug.
Names = Mapping[str, str]
NO_CARDS: Names = {}
# Called with the address of the page of what was stored, in the transaction that stores it.
Done = Callable[[str], None]


class BadText(Refusal):
    """The rulebooks refuse a text, or what somebody wants to do with it."""

    code = "text/refused"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a rulebook in force. *name:* as in `rule 4.2`. *chapter:* its title. *words:* plain.

    *anchor:* that of a rule or a term. What has none goes by an address with an underscore in it: notes,
    examples, and what introduces the book.

    *text:* its Markdown, as people edit it.
    """

    anchor: str
    name: str
    chapter: str
    words: str
    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """What the rulebook makes of a text that takes the place of a paragraph's.

    *block:* for the rulebook alone, plain data that can be kept as JSON. *was:* a digest of the paragraph
    that it was written for. *text:* as it was tidied, *is_new:* it isn't the text in force; both only where
    it was just written.
    """

    block: list[Any]
    was: str
    text: str = ""
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class Reworded:
    """A paragraph with other words. *name:* as in `Paragraph`, or its anchor if the rulebook has it no more.

    *html:* clean, with links. *changed:* its words with marks on what is new; empty if nothing is. *url:* of
    the paragraph in force, or empty. *is_moved:* the paragraph in force isn't the one it was written for.
    """

    anchor: str
    name: str
    html: SafeString
    changed: SafeString
    url: str
    is_moved: bool


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment as it is stored. *html:* clean. *people:* whom it names."""

    html: str
    people: tuple[User, ...] = ()


class Rulebook(Protocol):
    """What the rulebooks answer. A game or an edition without a rulebook has no paragraphs."""

    def paragraphs(self, game: str, edition: str) -> Sequence[Paragraph]:
        """Return the paragraphs in force that can be reworded, in the order of the book."""

    def write(self, game: str, edition: str, anchor: str, text: str, cards: Names = NO_CARDS) -> Written:
        """Return what *text* makes of the paragraph at *anchor*. *Raises:* `BadText`.

        *cards:* names by slug of cards that no edition has, but that it may link to.
        """

    def reworded(
        self, game: str, edition: str, texts: Mapping[str, Written], cards: Names = NO_CARDS
    ) -> Sequence[Reworded]:
        """Return paragraphs with other words, by anchor, in the order of the book; lost ones last."""

    def own_book(self, game: str, edition: str, texts: Mapping[str, Written], at: ReadAt) -> OwnBook | None:
        """Return the rulebook in force with these paragraphs in the place of its own; None without one.

        *at:* where it is read.
        """

    def own_rule(
        self, game: str, edition: str, texts: Mapping[str, Written], at: ReadAt, anchor: str, in_panel: bool
    ) -> OwnRule | None:
        """Return one paragraph of that rulebook, None if it has no such paragraph.

        *in_panel:* its links change the side panel of a match page.
        """

    def source(self, written: Written) -> str:
        """Return the Markdown of a text as the rulebook's file has it, with its anchor."""

    def propose(
        self,
        author: User,
        game: str,
        edition: str,
        texts: Mapping[str, Written],
        summary: str,
        reason: str,
        done: Done,
    ) -> None:
        """Submit a proposal with these texts. *done:* called in its transaction. *Raises:* `BadText`."""

    def may_discuss(self, user: Any, game: str) -> bool:
        """Return whether *user* may take part in the talk about the game's rules."""

    def comment(self, author: User, game: str, edition: str, text: str, before: str = "") -> Comment:
        """Return a comment of *author* to be stored. *before:* HTML that it takes the place of.

        *Raises:* `BadText`.
        """

    def comment_html(self, game: str, edition: str, html: str) -> SafeString:
        """Return stored HTML of a comment for a page, with its links in place."""

    def slow_texts(self) -> int:
        """Return how many texts took too long in this thread, since it began."""


class _None:
    """No rulebooks at all."""

    def paragraphs(self, game: str, edition: str) -> Sequence[Paragraph]:
        return ()

    def write(self, game: str, edition: str, anchor: str, text: str, cards: Names = NO_CARDS) -> Written:
        raise BadText("This site has no rulebooks.")

    def reworded(
        self, game: str, edition: str, texts: Mapping[str, Written], cards: Names = NO_CARDS
    ) -> Sequence[Reworded]:
        return ()

    def own_book(self, game: str, edition: str, texts: Mapping[str, Written], at: ReadAt) -> OwnBook | None:
        return None

    def own_rule(
        self, game: str, edition: str, texts: Mapping[str, Written], at: ReadAt, anchor: str, in_panel: bool
    ) -> OwnRule | None:
        return None

    def source(self, written: Written) -> str:
        return ""

    def propose(
        self,
        author: User,
        game: str,
        edition: str,
        texts: Mapping[str, Written],
        summary: str,
        reason: str,
        done: Done,
    ) -> None:
        raise BadText("This site has no rulebooks.")

    def may_discuss(self, user: Any, game: str) -> bool:
        return False

    def comment(self, author: User, game: str, edition: str, text: str, before: str = "") -> Comment:
        raise BadText("This site has no rulebooks.")

    def comment_html(self, game: str, edition: str, html: str) -> SafeString:
        return SafeString("")

    def slow_texts(self) -> int:
        return 0


NONE: Rulebook = _None()
_connected: list[Rulebook] = [NONE]


def connect(rulebook: Rulebook) -> None:
    """Register *rulebook* as what knows the rulebooks."""
    _connected[:] = [rulebook]


def connected() -> Rulebook:
    """Return what knows the rulebooks."""
    return _connected[0]
