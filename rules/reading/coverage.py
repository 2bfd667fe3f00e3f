"""What of a rulebook the program enforces and the tests settle, paragraph by paragraph."""

from dataclasses import dataclass
from functools import lru_cache

from rules.document.books import Book, Paragraph
from rules.wiki.citations import Cited, Use, citations
from rules.wiki.linking import paragraph_address, words_of
from rules.wiki.program import Standing, State, changes, usual_standings
from rules.wiki.queries.claims import Claim, Said, unchecked


@dataclass(frozen=True, slots=True)
class Covered:
    """A paragraph of law and who cites it. *uses:* tests, events, refusals and others, those there are.

    *words:* of the paragraph, as readers see them. *said:* where it comes from.
    """

    paragraph: Paragraph
    words: str
    url: str
    uses: tuple[Use, ...]
    is_tested: bool
    standing: Standing
    said: Said


@dataclass(frozen=True, slots=True)
class Coverage:
    """A book's law, each paragraph in one of five lists.

    *untested:* confirmed, but without a test. *full:* confirmed, and tested. *tested:* no more than that.
    *has_tests:* False where the site runs without its tests; then nothing counts as untested.
    """

    changed: tuple[Covered, ...]
    people: tuple[Covered, ...]
    untested: tuple[Covered, ...]
    tested: tuple[Covered, ...]
    full: tuple[Covered, ...]
    has_tests: bool

    @property
    def total(self) -> int:
        """The number of paragraphs of law."""
        return len(self.changed) + len(self.people) + self.confirmed + len(self.tested)

    @property
    def confirmed(self) -> int:
        """The number of paragraphs that the program enforces as they are."""
        return len(self.untested) + len(self.full)

    @property
    def confirmed_or_tested(self) -> int:
        """The number of paragraphs that the program or at least its tests hold to."""
        return self.confirmed + len(self.tested)

    @property
    def unchanged(self) -> int:
        """The number of paragraphs that have the words they were checked with, or need no check."""
        return self.total - len(self.changed)


def coverage(book: Book) -> Coverage:
    """Return how the paragraphs of law of *book* are covered. Terms of the glossary decide nothing."""
    return _coverage(book, tuple(changes(book).items()), tuple(unchecked(book).items()))


@lru_cache(maxsize=64)
def _coverage(
    book: Book, changed: tuple[tuple[str, Standing], ...], claimed: tuple[tuple[str, Claim], ...]
) -> Coverage:
    cited, stands, claims = citations(book), usual_standings(book) | dict(changed), dict(claimed)
    has_tests = any(one.tests for one in cited.values())
    law = [
        _covered(book, one, cited[one.anchor], stands[one.anchor], claims.get(one.anchor, one.provenance))
        for one in book.paragraphs
        if not one.term
    ]
    by_state = {state: tuple(one for one in law if one.standing.state == state) for state in State}
    confirmed = by_state[State.CONFIRMED]
    return Coverage(
        changed=by_state[State.CHANGED],
        people=by_state[State.PEOPLE],
        untested=tuple(one for one in confirmed if has_tests and not one.is_tested),
        tested=by_state[State.TESTED],
        full=tuple(one for one in confirmed if one.is_tested or not has_tests),
        has_tests=has_tests,
    )


def _covered(book: Book, paragraph: Paragraph, cited: Cited, standing: Standing, said: Said) -> Covered:
    return Covered(
        paragraph=paragraph,
        words=words_of(book, paragraph),
        url=paragraph_address(book, paragraph.anchor),
        uses=cited.uses,
        is_tested=bool(cited.tests),
        standing=standing,
        said=said,
    )
