"""Scrap Knights as the site presents it."""

from dataclasses import replace

from games.engine.protocol import QUICK_BOTS, SEARCHING_BOTS, OptionInfo, Revision, Title
from games.titles.scrap_knights.box import NEWEST
from games.titles.scrap_knights.cards.catalogue import cards_hash, catalogue_cards, kinds
from games.titles.scrap_knights.decks.former import FORMER_MECHS
from games.titles.scrap_knights.drafting import DRAFTING
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.game import ScrapKnightsGame
from games.titles.scrap_knights.info import info_of
from games.titles.scrap_knights.rules import DECKS, TURN_CAPS, Options, census
from games.titles.scrap_knights.state import SEATS

EDITION = Edition(
    slug=NEWEST,
    summary="The beta with all its ACTs, ULTs and BOTs, and our rulings where it leaves questions open.",
    kinds=kinds(NEWEST),
)

# The digest of whole rows of cards.csv, which matches pinned before only the rules counted.
_FORMER_HASH = "99801462f0d4d092c2f71f5988f9fac49194becca9385d4677757715e7c367e2"
_INFO = info_of(EDITION)
_BEFORE = replace(EDITION, ready_made=FORMER_MECHS, is_terse=True)
# The edition as earlier engines played it, with other ready-made mechs, with events that say less, or with
# coins for nothing: matches that began so go on so, and their records stay what they are.
_FORMER = (
    *_INFO.revisions,
    Revision(
        engine_version="2",
        cards_hashes=(cards_hash(EDITION.slug),),
        game=ScrapKnightsGame(_BEFORE),
    ),
    Revision(
        engine_version="1",
        cards_hashes=(cards_hash(EDITION.slug), _FORMER_HASH),
        game=ScrapKnightsGame(replace(_BEFORE, tosses_idly=True)),
    ),
)

_DECKS = OptionInfo(
    name="decks",
    label="Mechs",
    help="Choose which mechs you play with.",
    default=Options().decks,
    low=DECKS[0],
    high=DECKS[-1],
    rule="setup-6",
    choices=("Built by the players, or ready-made", "Ready-made", "Random"),
)
_TURN_CAP = OptionInfo(
    name="turn_cap",
    label="Maximum number of turns",
    help="After this many turns, the mech with more HP wins.",
    default=Options().turn_cap,
    low=TURN_CAPS[0],
    high=TURN_CAPS[-1],
    short=20,
    short_words="at most 20 turns",
    rule="house-1",
)

TITLE = Title(
    slug="scrap-knights",
    name="Scrap Knights",
    tagline="Choose your mech’s next action in secret and outguess the other knight.",
    seats=(SEATS,),
    minutes="10–20",
    editions={
        EDITION.slug: replace(
            _INFO,
            cards=catalogue_cards(EDITION.slug),
            cards_hash=cards_hash(EDITION.slug),
            revisions=_FORMER,
        )
    },
    options=(_DECKS, _TURN_CAP),
    credits=(
        "Based on Scrap Knights Machina Deus by Draner of Lytel Saffron; the words and the rulings are ours.",
        "Card art by the authors of Game-icons.net, CC BY 3.0.",
    ),
    icon="mecha-head",
    showcase=("slash", "stonewall", "dash"),
    engine_version="4",
    census=census,
    bots=QUICK_BOTS + SEARCHING_BOTS,
    drafting=DRAFTING,
)
