"""Every game, edition and card of the site, by slug. Pure. Web code reaches the games only through this."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from games.engine.cards import Card
from games.engine.errors import BadOptions
from games.engine.kit import Kit
from games.engine.protocol import EditionInfo, Game, Revision, Title
from games.titles.junkyard import TITLE as JUNKYARD
from games.titles.scrap_knights import TITLE as SCRAP_KNIGHTS
from games.titles.scrapbots import TITLE as SCRAPBOTS
from games.titles.scrapyard import TITLE as SCRAPYARD

_TITLES: dict[str, Title] = {title.slug: title for title in (SCRAPBOTS, JUNKYARD, SCRAPYARD, SCRAP_KNIGHTS)}

DRAFT = "draft:"


class Drafts(Protocol):
    """Who knows the editions that people draft; their slugs begin with `draft:`."""

    def edition(self, title: Title, slug: str) -> EditionInfo | None:
        """Return the draft edition *slug* of *title*, the same object each time; None if there is none."""

    def names(self, slugs: Iterable[str]) -> Mapping[str, str]:
        """Return what people call these draft editions, by slug, without those that there aren't."""


class DraftReaders(Protocol):
    """Who knows which draft editions somebody may see."""

    def shown(self, user: object, said: str) -> tuple[Title, EditionInfo]:
        """See `draft_for`."""

    def offered(self, user: object) -> Mapping[str, str]:
        """See `drafts_offered`."""


_drafts: list[Drafts] = []
_readers: list[DraftReaders] = []
_lent: ContextVar[Mapping[tuple[str, str], EditionInfo]] = ContextVar("lent")


def connect_drafts(drafts: Drafts) -> None:
    """Register *drafts* as what knows the draft editions."""
    _drafts[:] = [drafts]


def connect_draft_readers(readers: DraftReaders) -> None:
    """Register *readers* as what knows who may see which draft."""
    _readers[:] = [readers]


@contextmanager
def lending(title_slug: str, editions: Iterable[EditionInfo]) -> Iterator[None]:
    """Inside, know these draft editions of a game by their slugs, though nobody has stored them."""
    token = _lent.set({**_lent.get({}), **{(title_slug, info.slug): info for info in editions}})
    try:
        yield
    finally:
        _lent.reset(token)


def titles() -> tuple[Title, ...]:
    """Return every game, in the order in which the lobby lists them."""
    return tuple(_TITLES.values())


def is_title(slug: str) -> bool:
    """Return whether there is such a game."""
    return slug in _TITLES


def title(slug: str) -> Title:
    """Return the game *slug*. *Raises:* `BadOptions`."""
    if not is_title(slug):
        raise BadOptions(f"There is no game “{slug}”; there are {', '.join(_TITLES)}.")
    return _TITLES[slug]


def edition(slug: str, edition_slug: str) -> EditionInfo:
    """Return an edition of the game *slug*, published or drafted. *Raises:* `BadOptions`.

    Whether somebody may know of a draft isn't asked here. Pages that take an edition from their address use
    `published`, or ask for it.
    """
    if not is_draft(edition_slug):
        return published(slug, edition_slug)
    found = _lent.get({}).get((slug, edition_slug))
    if found is None and _drafts:
        found = _drafts[0].edition(title(slug), edition_slug)
    if found is None:
        raise unknown_edition(title(slug), edition_slug)
    return found


def published(slug: str, edition_slug: str) -> EditionInfo:
    """Return a published edition of the game *slug*. *Raises:* `BadOptions`."""
    found = title(slug)
    if edition_slug not in found.editions:
        raise unknown_edition(found, edition_slug)
    return found.editions[edition_slug]


def is_draft(edition_slug: str) -> bool:
    """Return whether *edition_slug* has the form of a draft edition's."""
    return edition_slug.startswith(DRAFT)


def draft_for(user: object, said: str) -> tuple[Title, EditionInfo]:
    """Return the draft edition that *said* means, with its game, if *user* may see its cards.

    *said:* its slug, or `draft:<id>` for the newest revision that can be played. *user:* None where answers
    are the same for everybody, so that there are no drafts. *Raises:* `BadOptions`, the same for a draft that
    is absent and for one that *user* may not see.
    """
    if user is None or not _readers:
        raise BadOptions("There are no drafts here.")
    return _readers[0].shown(user, said)


def drafts_offered(user: object) -> Mapping[str, str]:
    """Return names of draft editions that *user* may see, by slug: their own and the newest first."""
    return _readers[0].offered(user) if _readers and user is not None else {}


def revision_number(edition_slug: str) -> str:
    """Return the number of the revision that a draft edition is of, as digits."""
    return edition_slug.rpartition("@")[2]


def edition_name(edition_slug: str) -> str:
    """Return what people call an edition: its slug or, for a draft, its name and the revision."""
    return edition_names((edition_slug,))[edition_slug]


def edition_names(edition_slugs: Iterable[str]) -> dict[str, str]:
    """Return by slug what people call each of these editions; the drafts among them are one query."""
    slugs = set(edition_slugs)
    drafts = [slug for slug in slugs if is_draft(slug)]
    names = _drafts[0].names(drafts) if _drafts and drafts else {}
    return {slug: names.get(slug, "a draft edition") if is_draft(slug) else slug for slug in slugs}


def book(slug: str, edition_slug: str) -> str:
    """Return the edition whose rulebook an edition is played by; its own slug if there is no such edition."""
    if not is_draft(edition_slug):
        return edition_slug
    try:
        return edition(slug, edition_slug).book
    except BadOptions:
        return edition_slug


def unknown_edition(found: Title, edition_slug: str) -> BadOptions:
    """Return the refusal of an edition that *found* doesn't have, or that nobody may know of."""
    known = ", ".join(found.editions)
    return BadOptions(f"{found.name} has no edition “{edition_slug}”; it has {known}.")


def game(slug: str, edition_slug: str) -> Game[Any]:
    """Return the playable game of an edition. *Raises:* `BadOptions`."""
    return edition(slug, edition_slug).game


def cards(slug: str, edition_slug: str) -> tuple[Card, ...]:
    """Return the cards of an edition, in the box's order. *Raises:* `BadOptions`."""
    return edition(slug, edition_slug).cards


def kit(slug: str, edition_slug: str) -> Kit:
    """Return what people need to play an edition at a real table. *Raises:* `BadOptions`."""
    return edition(slug, edition_slug).kit


def fits(slug: str, edition_slug: str, engine_version: str, cards_hash: str) -> bool:
    """Return whether a match that stored these values can still be played by the rules it began with.

    It can't if there is no such edition: a draft can't be made any more, or an update was taken back.
    """
    try:
        return _released(slug, edition_slug, engine_version, cards_hash) is not None
    except BadOptions:
        return False


def is_newest(slug: str, edition_slug: str, engine_version: str, cards_hash: str) -> bool:
    """Return whether these values stand for the newest rules of the edition. *Raises:* `BadOptions`."""
    return isinstance(_released(slug, edition_slug, engine_version, cards_hash), EditionInfo)


def game_of(slug: str, edition_slug: str, engine_version: str, cards_hash: str) -> Game[Any]:
    """Return the game that plays by the rules with which a match stored these values.

    If the site no longer has them (see `fits`), it is the edition's newest game. *Raises:* `BadOptions`.
    """
    released = _released(slug, edition_slug, engine_version, cards_hash)
    return released.game if released else game(slug, edition_slug)


def cards_of(slug: str, edition_slug: str, engine_version: str, cards_hash: str) -> tuple[Card, ...]:
    """Return the cards as the rules have them with which a match stored these values, in the box's order.

    If the site no longer has them, they are the edition's; none if it hasn't the edition either.
    """
    try:
        released = _released(slug, edition_slug, engine_version, cards_hash)
        return (released.cards if released else ()) or cards(slug, edition_slug)
    except BadOptions:
        return ()


def _released(
    slug: str, edition_slug: str, engine_version: str, cards_hash: str
) -> EditionInfo | Revision | None:
    found = edition(slug, edition_slug)
    versions = (title(slug).engine_version, *found.former_versions)
    if engine_version in versions and cards_hash in (found.cards_hash, *found.former_hashes):
        return found
    for old in found.revisions:
        if engine_version == old.engine_version and cards_hash in old.cards_hashes:
            return old
    return None


def card(slug: str, edition_slug: str, card_slug: str) -> Card:
    """Return one card of an edition. *Raises:* `BadOptions`, `KeyError`."""
    return edition(slug, edition_slug).by_slug[card_slug]


def versions(slug: str, card_slug: str) -> dict[str, Card]:
    """Return a card by the published editions of *slug* that have it, newest first; empty if none has it."""
    editions = _TITLES[slug].editions if slug in _TITLES else {}
    found = {name: info.by_slug.get(card_slug) for name, info in editions.items()}
    return {name: card for name, card in found.items() if card}
