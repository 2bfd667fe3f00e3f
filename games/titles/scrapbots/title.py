"""The three editions of Scrapbots, and how the site presents the game."""

from dataclasses import replace
from datetime import date

from games.engine.protocol import QUICK_BOTS, SEARCHING_BOTS, EditionInfo, OptionInfo, Revision, Title
from games.titles.scrapbots.cards import cards_hash, catalogue_cards, read_kinds
from games.titles.scrapbots.drafting import ScrapbotsDrafting
from games.titles.scrapbots.edition import Edition, draws_of
from games.titles.scrapbots.game import TURN_CAPS, ScrapbotsGame
from games.titles.scrapbots.kit import kit_of
from games.titles.scrapbots.rules import Options
from games.titles.scrapbots.state import census

EDITIONS = (
    Edition(
        slug="3.6-2020-07",
        date=date(2020, 7, 5),
        summary="Edition 3.6 with clearer words and a rebalanced starting deck.",
        resource_gains=("scrap", "energy", "none"),
        resource_energy_alone=True,
        resource_leaves_first=False,
        rows=read_kinds("3.6-2020-07"),
    ),
    Edition(
        slug="3.6",
        date=date(2020, 3, 26),
        summary="Circuitry joins the starting deck; a Resource gives Scrap or Energy and its text.",
        resource_gains=("scrap", "energy", "none"),
        resource_energy_alone=True,
        resource_leaves_first=False,
        rows=read_kinds("3.6"),
    ),
    Edition(
        slug="3.4",
        date=date(2020, 1, 29),
        summary="Eight Spare Parts each; a Resource’s text comes only with its Energy.",
        resource_gains=("energy",),
        resource_energy_alone=False,
        resource_leaves_first=True,
        rows=read_kinds("3.4"),
    ),
)


# The editions as engine 1 played them, without a limit for reshuffles: matches that began so go on so.
_FORMER_VERSION = "1"
# Digests of whole rows of cards.csv, which matches pinned before only the rules counted.
_FORMER_HASHES = {
    "3.6-2020-07": ("52854a1c167a84a9c56081305e8e494a29620103b8b48ee0eaeac7f01783d4d2",),
    "3.6": ("1637a6c7d96cd21b837360d544867d38fb57a114700e897ecefe1ef14fb27ea5",),
    "3.4": ("62e7b907392b8cce80f9de587ec95736d22803ae765453e26f77f2f9606f5648",),
}


def _former(edition: Edition) -> Revision:
    before = replace(edition, most_reshuffles=0)
    hashes = (cards_hash(before), *_FORMER_HASHES[edition.slug])
    return Revision(_FORMER_VERSION, hashes, ScrapbotsGame(before))


def _info(edition: Edition, base: str = "") -> EditionInfo:
    """Return the edition as the site has it. *base:* for a draft, the edition that it changes."""
    return EditionInfo(
        slug=edition.slug,
        date=edition.date,
        summary=edition.summary,
        game=ScrapbotsGame(edition),
        cards=catalogue_cards(edition),
        cards_hash=cards_hash(edition),
        draws=draws_of(edition),
        kit=kit_of(edition),
        revisions=(_former(edition),) if edition.slug in _FORMER_HASHES and not base else (),
        base=base,
    )


TITLE = Title(
    slug="scrapbots",
    name="Scrapbots",
    tagline="Collect scrap, cobble robots together and wear down the other Mechanic.",
    seats=(2,),
    minutes="20–30",
    editions={edition.slug: _info(edition) for edition in EDITIONS},
    options=(
        OptionInfo(
            name="turn_cap",
            label="Maximum number of turns",
            help="After this many turns in all, the player with the fewest Wounds wins.",
            default=Options().turn_cap,
            low=TURN_CAPS[0],
            high=TURN_CAPS[-1],
            short=30,
            short_words="at most 30 turns",
            rule="house-1",
        ),
    ),
    credits=(
        "Designed by David Torres; published under CC BY-NC-SA 4.0.",
        "Card art by the authors of Game-icons.net, CC BY 3.0.",
        "Set in Roboto Mono and Share Tech Mono, as the original is.",
    ),
    icon="walking-scout",
    showcase=("enforcer", "rocket-pod", "magnet-trap"),
    engine_version="2",
    census=census,
    bots=QUICK_BOTS + SEARCHING_BOTS,
    drafting=ScrapbotsDrafting(_info),
)
