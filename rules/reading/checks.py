"""The page of one paragraph's checks: what was checked, what has changed since, and who said what of it."""

from dataclasses import dataclass
from datetime import datetime

from rules.document.books import Book
from rules.document.diffing import marked
from rules.document.markup import Html
from rules.reading.text import Line, line_alone
from rules.wiki.citations import Use, citations
from rules.wiki.models import CheckVerdict, ProgramCheck
from rules.wiki.program import words_at
from rules.wiki.queries.claims import Claim
from rules.wiki.queries.revisions import revisions, rewordings
from rules.wiki.stored_books import stored_book
from scrapsite.common.players import author_name

_MOST_REVISIONS = 50


@dataclass(frozen=True, slots=True)
class CheckLine:
    """What an editor said of the paragraph. *revision:* the number of the one that was in force."""

    verdict: str
    note: str
    by: str
    at: datetime
    revision: int


@dataclass(frozen=True, slots=True)
class CheckPage:
    """A paragraph and its checks, the newest first.

    *since:* the number of the revision with the words that were checked last; 0 when no revision has them.
    *changed:* the words in force with marks on what has changed since then. *claimed:* the same against the
    words that were last compared with the source; empty unless they have changed since.
    """

    book: Book
    line: Line
    uses: tuple[Use, ...]
    checks: tuple[CheckLine, ...]
    since: int
    changed: Html
    claimed: Html


def check_page(book: Book, anchor: str) -> CheckPage:
    """Return what the page of a paragraph's checks shows. *Raises:* KeyError."""
    line = line_alone(book, book.by_anchor[anchor])
    checks = _checks(book, anchor)
    is_changed = line.standing is not None and line.standing.is_changed
    since, changed = _since(book, anchor, checks) if is_changed else (0, Html(""))
    lines = tuple(_line(check) for check in checks)
    compared = line.said.checked_html if isinstance(line.said, Claim) else ""
    claimed = marked(compared, book.by_anchor[anchor].html, book.game) if compared else Html("")
    return CheckPage(book, line, citations(book)[anchor].uses, lines, since, changed, claimed)


def _checks(book: Book, anchor: str) -> tuple[ProgramCheck, ...]:
    found = ProgramCheck.objects.filter(
        edition__rulebook__game=book.game, edition__slug=book.edition, anchor=anchor
    )
    return tuple(found.select_related("author__profile", "revision").defer("revision__blocks"))


def _line(check: ProgramCheck) -> CheckLine:
    return CheckLine(
        CheckVerdict(check.verdict).label,
        check.note,
        author_name(check.author),
        check.created_at,
        check.revision.number,
    )


def _since(book: Book, anchor: str, checks: tuple[ProgramCheck, ...]) -> tuple[int, Html]:
    """Return the newest revision with words that were checked, and what has changed since then."""
    program = words_at(book, anchor).program
    held = {
        check.digest for check in checks if check.verdict == CheckVerdict.HOLDS and check.program == program
    }
    for line in rewordings(revisions(book.game, book.edition), anchor)[:_MOST_REVISIONS]:
        old = stored_book(book.game, book.edition, line.number)
        if words_at(old, anchor).digest in held | {program}:
            return line.number, marked(old.by_anchor[anchor].html, book.by_anchor[anchor].html, book.game)
    return 0, Html("")
