"""An edition with all that the site needs of it: cards, kit, decks, draws, and the digest of its rules."""

from dataclasses import fields, replace

from games.engine.protocol import EditionInfo, Revision
from games.titles.scrap_knights.cards.catalogue import hash_of
from games.titles.scrap_knights.cards.printing import card_of
from games.titles.scrap_knights.decks.builder import deck_rules
from games.titles.scrap_knights.decks.draws import draws
from games.titles.scrap_knights.decks.former import FORMER_MECHS
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.game import ScrapKnightsGame
from games.titles.scrap_knights.kit import kit

_FIRST_FIGURE = "hp"  # from this field of `Edition` on, those with a default are figures of the rules


def info_of(edition: Edition, *, base: str = "") -> EditionInfo:
    """Return what the site needs of an *edition*. *base:* for a draft, the published one that it changes."""
    pool, digest = edition.pool, hash_of(edition.kinds, unusual(edition))
    return EditionInfo(
        slug=edition.slug,
        date=None,
        summary=edition.summary,
        game=ScrapKnightsGame(edition),
        cards=tuple(card_of(edition.slug, kind, pool.prep_sizes) for kind in edition.kinds),
        cards_hash=digest,
        draws=draws(pool),
        kit=kit(edition),
        revisions=(Revision("3", (digest,), ScrapKnightsGame(replace(edition, ready_made=FORMER_MECHS))),),
        decks=deck_rules(pool, edition.mechs),
        base=base,
    )


def unusual(edition: Edition) -> dict[str, int]:
    """Return the figures of its rules that differ from the usual ones."""
    named = [field for field in fields(edition) if field.init]
    start = [field.name for field in named].index(_FIRST_FIGURE)
    figures = {field.name: getattr(edition, field.name) for field in named[start:]}
    usual = {field.name: field.default for field in named[start:]}
    return {name: value for name, value in figures.items() if value != usual[name]}
