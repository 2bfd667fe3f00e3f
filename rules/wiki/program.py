"""How each paragraph of a rulebook stands to the program that plays the game.

A citation in the source says that the program enforces a paragraph. Whether it still does what the paragraph
says can't be computed once people have changed the words: then an editor says so, or the program is changed
(decision 40).
"""

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from rules.document.blocks import words_digest
from rules.document.books import Book
from rules.wiki.citations import checked_words, citations
from rules.wiki.linking import name_at, paragraph_address
from rules.wiki.models import CheckVerdict, ProgramCheck
from rules.wiki.stored_books import all_books
from scrapsite.common.versions import data_version

_KEPT_SECONDS = 60


class State(StrEnum):
    """How a paragraph stands to the program."""

    CONFIRMED = "confirmed"
    CHANGED = "changed"
    TESTED = "tested"
    PEOPLE = "people"


_NAMES = {
    State.CONFIRMED: "Enforced and confirmed",
    State.CHANGED: "Enforced, changed since it was checked",
    State.TESTED: "Tested",
    State.PEOPLE: "Left to the players",
}

_SENTENCES = {
    State.CONFIRMED: "The program enforces this rule.",
    State.TESTED: "Tests check that the program follows this rule.",
    State.PEOPLE: "The program doesn't enforce this rule. The players have to follow it themselves.",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a paragraph stands. *is_enforced:* the program itself cites it, whatever its state.

    *is_task:* an editor said that the program must follow the changed words. *is_in_force:* False for a
    paragraph of an older revision, which nobody checks any more.
    """

    state: State
    is_enforced: bool = False
    is_task: bool = False
    is_in_force: bool = True

    @property
    def name(self) -> str:
        """What readers are told."""
        if self.state != State.CHANGED:
            return _NAMES[self.state]
        if not self.is_in_force:
            return "Enforced, worded differently now"
        return _NAMES[self.state] if self.is_enforced else "Tested, changed since it was checked"

    @property
    def sentence(self) -> str:
        """What players are told beside a board."""
        if self.state != State.CHANGED:
            return _SENTENCES[self.state]
        if not self.is_in_force:
            return "The program enforces this rule, but its words are different now."
        if self.is_enforced:
            return "The program enforces this rule as it was worded before."
        return "Tests check this rule as it was worded before."

    @property
    def is_changed(self) -> bool:
        """Whether its words aren't those that the program was checked against."""
        return self.state == State.CHANGED


@dataclass(frozen=True, slots=True)
class CheckedWords:
    """What a check is about. *name:* what people call the paragraph.

    *digest:* of its words. *program:* of the words that the program was made for, empty if it knows none.
    """

    anchor: str
    name: str
    digest: str
    program: str


FOR_PEOPLE = Standing(State.PEOPLE)


def standings(book: Book) -> dict[str, Standing]:
    """Return how each paragraph of *book* stands to the program, by anchor."""
    return usual_standings(book) | changes(book)


def changes(book: Book) -> dict[str, Standing]:
    """Return the cited paragraphs of *book* whose words nobody has confirmed since they changed, in order."""
    if not _differing(book):
        return {}
    verdicts, usual = _verdicts(book), usual_standings(book)
    return {
        anchor: replace(
            usual[anchor],
            state=State.CHANGED,
            is_task=verdicts.get(anchor) == CheckVerdict.FOLLOW,
            is_in_force=book.is_head,
        )
        for anchor in _differing(book)
        if verdicts.get(anchor) != CheckVerdict.HOLDS
    }


@lru_cache(maxsize=256)
def usual_standings(book: Book) -> dict[str, Standing]:
    """Return the standings of *book* as if the words of every paragraph were confirmed."""
    made: dict[str, Standing] = {}
    for anchor, cited in citations(book).items():
        if cited.is_enforced:
            made[anchor] = Standing(State.CONFIRMED, is_enforced=True)
        else:
            made[anchor] = Standing(State.TESTED) if cited.tests else FOR_PEOPLE
    return made


def unconfirmed(old: Book, new: Book) -> tuple[CheckedWords, ...]:
    """Return the cited paragraphs to which *new*, the text after *old*, gives words nobody has confirmed."""
    return tuple(
        words_at(new, anchor)
        for anchor in changes(new)
        if anchor in old.by_anchor
        and words_digest(old.by_anchor[anchor].html) != words_digest(new.by_anchor[anchor].html)
    )


def words_at(book: Book, anchor: str) -> CheckedWords:
    """Return what a check of a paragraph is about. *Raises:* KeyError."""
    digest, made_for = words_digest(book.by_anchor[anchor].html), _program(book).get(anchor, "")
    return CheckedWords(anchor, name_at(book, anchor), digest, made_for)


def claim_at(book: Book, anchor: str) -> CheckedWords:
    """Return what a comparison of a paragraph with its source is about. *Raises:* KeyError."""
    return CheckedWords(anchor, name_at(book, anchor), book.by_anchor[anchor].claim, "")


def changed_addresses() -> frozenset[str]:
    """Return the addresses of all paragraphs in force whose words nobody has confirmed since they changed.

    Boards ask for them at each link to a rule, so they are kept until a page changes, or for a minute; and
    whether one has changed isn't asked more than twenty times a second.
    """
    return _addresses_now(int(time.monotonic() * 20))


def forget() -> None:
    """Clear what is kept, for tests."""
    for kept in (usual_standings, _differing, _addresses, _addresses_now):
        kept.cache_clear()


@lru_cache(maxsize=1)
def _addresses_now(moment: int) -> frozenset[str]:
    return _addresses(data_version(), moment // (20 * _KEPT_SECONDS))


@lru_cache(maxsize=2)
def _addresses(version: str, minute: int) -> frozenset[str]:
    books = (book for editions in all_books().values() for book in editions)
    return frozenset(paragraph_address(book, anchor) for book in books for anchor in changes(book))


@lru_cache(maxsize=256)
def _differing(book: Book) -> dict[str, str]:
    """Return the digests of the cited paragraphs whose words aren't those that the program was made for."""
    found = {
        anchor: words_digest(book.by_anchor[anchor].html)
        for anchor, cited in citations(book).items()
        if cited.is_named
    }
    return {anchor: digest for anchor, digest in found.items() if _program(book).get(anchor) != digest}


def _program(book: Book) -> dict[str, str]:
    return checked_words(book.game).get(book.edition, {})


def _verdicts(book: Book) -> dict[str, str]:
    """Return the newest verdict on the words of each paragraph that differs, where there is one."""
    wanted, program = _differing(book), _program(book)
    found = ProgramCheck.objects.filter(
        edition__rulebook__game=book.game, edition__slug=book.edition, anchor__in=wanted
    ).exclude(verdict=CheckVerdict.SOURCE)
    rows = found.order_by("pk").values_list("anchor", "digest", "program", "verdict")
    return {
        anchor: verdict
        for anchor, digest, made_for, verdict in rows
        if digest == wanted[anchor] and made_for == program.get(anchor, "")
    }
