"""The draft editions that a question names, as far as whoever asks may see them."""

from collections.abc import Iterable, Mapping

from cards.catalogue.indexing import index_draft
from cards.search.language.errors import SearchError
from cards.search.language.parser import Term, Value
from games import catalog
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo

# By what is written: `draft:<id>@<revision>`, or `draft:<id>` for the newest revision.
Drafts = Mapping[str, EditionInfo]
NO_DRAFTS: Drafts = {}
_KEYS = ("edition", "changed")


def named_drafts(terms: Iterable[Term], viewer: object) -> Drafts:
    """Return the draft editions that *terms* name, whose cards are in the index then.

    *viewer:* who asks; None sees no drafts. *Raises:* `SearchError` for a draft that *viewer* may not see,
    the same as for one that is absent.
    """
    values = [value for term in terms if term.key in _KEYS for value in term.values]
    return {
        said: _draft(value, said, viewer)
        for value in values
        for said in sides(value.text)
        if catalog.is_draft(said)
    }


def is_personal(text: str) -> bool:
    """Return whether the answer to *text* may depend on who asks, so that no cache may keep it."""
    return catalog.DRAFT.rstrip(":") in text.lower()


def sides(text: str) -> tuple[str, str]:
    """Return the two editions of the range *text*, such as `3.4..3.6`; the second is empty without dots."""
    first, _, last = text.replace("…", "..").partition("..")
    return first.strip(), last.strip().lstrip(".")


def draft_of(said: str, viewer: object) -> EditionInfo | None:
    """Return the draft edition that *said* names, None if it names none that *viewer* may see."""
    try:
        return catalog.draft_for(viewer, said)[1] if catalog.is_draft(said) else None
    except BadOptions:
        return None


def _draft(value: Value, said: str, viewer: object) -> EditionInfo:
    try:
        title, edition = catalog.draft_for(viewer, said)
    except BadOptions as error:
        # Not to be found where dots were read as a range.
        at = max(value.text.find(said), 0)
        length = len(said) if said in value.text else len(value.text)
        raise SearchError(error.reason, value.start + at, length, code="wrong-value") from error
    index_draft(title, edition)
    return edition
