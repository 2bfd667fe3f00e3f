"""What of a rulebook the program enforces and the tests settle, paragraph by paragraph."""

from dataclasses import dataclass
from functools import lru_cache

from rules.document.books import Book, Paragraph
from rules.wiki.citations import Cited, Site, citations
from rules.wiki.linking import paragraph_address, words_of


@dataclass(frozen=True, slots=True)
class Use:
    """One way in which a paragraph is cited: how many sites, in words, and which."""

    words: str
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Covered:
    """A paragraph of law and who cites it. *uses:* tests, events, refusals and others, those there are.

    *words:* of the paragraph, as readers see them.
    """

    paragraph: Paragraph
    words: str
    url: str
    uses: tuple[Use, ...]
    is_tested: bool
    is_enforced: bool


@dataclass(frozen=True, slots=True)
class Coverage:
    """A book's law, each paragraph in one of three lists.

    *has_tests:* False where the site runs without its tests; then nothing counts as untested.
    """

    untested: tuple[Covered, ...]
    unenforced: tuple[Covered, ...]
    full: tuple[Covered, ...]
    has_tests: bool

    @property
    def total(self) -> int:
        """The number of paragraphs of law."""
        return len(self.untested) + len(self.unenforced) + len(self.full)

    @property
    def sure_or_half(self) -> int:
        """How many paragraphs are full, or at least tested."""
        return len(self.full) + len(self.unenforced)

    @property
    def tested(self) -> int:
        """The number of paragraphs with a test."""
        return sum(one.is_tested for one in (*self.unenforced, *self.full))

    @property
    def enforced(self) -> int:
        """The number of paragraphs that the program cites."""
        return sum(one.is_enforced for one in (*self.untested, *self.full))


@lru_cache(maxsize=64)
def coverage(book: Book) -> Coverage:
    """Return what cites the paragraphs of law of *book*. Terms of the glossary decide nothing."""
    cited = citations(book)
    has_tests = any(one.tests for one in cited.values())
    law = [_covered(book, one, cited[one.anchor]) for one in book.paragraphs if not one.term]
    return Coverage(
        untested=tuple(one for one in law if has_tests and not one.is_tested),
        unenforced=tuple(one for one in law if not one.is_enforced and (one.is_tested or not has_tests)),
        full=tuple(one for one in law if one.is_enforced and (one.is_tested or not has_tests)),
        has_tests=has_tests,
    )


def _covered(book: Book, paragraph: Paragraph, cited: Cited) -> Covered:
    named = (
        ("test", cited.tests),
        ("event", cited.events),
        ("refusal", cited.refusals),
        ("other place", cited.others),
    )
    return Covered(
        paragraph=paragraph,
        words=words_of(book, paragraph),
        url=paragraph_address(book, paragraph.anchor),
        uses=tuple(Use(_counted(len(sites), word), sites) for word, sites in named if sites),
        is_tested=bool(cited.tests),
        is_enforced=cited.is_enforced,
    )


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
