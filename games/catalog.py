"""Every game, edition and card of the site, by slug. Pure. Web code reaches the games only through this."""

from functools import cache
from typing import Any

from games.engine.cards import Card
from games.engine.errors import BadOptions
from games.engine.kit import Kit
from games.engine.protocol import EditionInfo, Game, Revision, Title
from games.titles.junkyard import TITLE as JUNKYARD
from games.titles.scrap_knights import TITLE as SCRAP_KNIGHTS
from games.titles.scrapbots import TITLE as SCRAPBOTS
from games.titles.scrapyard import TITLE as SCRAPYARD

_TITLES: dict[str, Title] = {title.slug: title for title in (SCRAPBOTS, JUNKYARD, SCRAPYARD, SCRAP_KNIGHTS)}


def titles() -> tuple[Title, ...]:
    """Return every game, in the order in which the lobby lists them."""
    return tuple(_TITLES.values())


def title(slug: str) -> Title:
    """Return the game *slug*. *Raises:* `BadOptions`."""
    if slug not in _TITLES:
        raise BadOptions(f"There is no game “{slug}”; there are {', '.join(_TITLES)}.")
    return _TITLES[slug]


def edition(slug: str, edition_slug: str) -> EditionInfo:
    """Return an edition of the game *slug*. *Raises:* `BadOptions`."""
    found = title(slug)
    if edition_slug not in found.editions:
        known = ", ".join(found.editions)
        raise BadOptions(f"{found.name} has no edition “{edition_slug}”; it has {known}.")
    return found.editions[edition_slug]


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

    *Raises:* `BadOptions` if there is no such game or edition.
    """
    return _released(slug, edition_slug, engine_version, cards_hash) is not None


def is_newest(slug: str, edition_slug: str, engine_version: str, cards_hash: str) -> bool:
    """Return whether these values stand for the newest rules of the edition. *Raises:* `BadOptions`."""
    return _released(slug, edition_slug, engine_version, cards_hash) is edition(slug, edition_slug)


def game_of(slug: str, edition_slug: str, engine_version: str, cards_hash: str) -> Game[Any]:
    """Return the game that plays by the rules with which a match stored these values.

    If the site no longer has them (see `fits`), it is the edition's newest game. *Raises:* `BadOptions`.
    """
    released = _released(slug, edition_slug, engine_version, cards_hash)
    return released.game if released else game(slug, edition_slug)


def cards_of(slug: str, edition_slug: str, engine_version: str, cards_hash: str) -> tuple[Card, ...]:
    """Return the cards as the rules have them with which a match stored these values, in the box's order.

    If the site no longer has them, they are the edition's. *Raises:* `BadOptions`.
    """
    released = _released(slug, edition_slug, engine_version, cards_hash)
    return (released.cards if released else ()) or cards(slug, edition_slug)


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
    return _cards_by_slug(slug, edition_slug)[card_slug]


def versions(slug: str, card_slug: str) -> dict[str, Card]:
    """Return a card by the editions of the game *slug* that have it, newest first; empty if none has it."""
    editions = _TITLES[slug].editions if slug in _TITLES else {}
    return {name: card for name in editions if (card := _cards_by_slug(slug, name).get(card_slug))}


@cache
def _cards_by_slug(slug: str, edition_slug: str) -> dict[str, Card]:
    return {found.slug: found for found in cards(slug, edition_slug)}
