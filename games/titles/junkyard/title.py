"""How the site presents Junkyard."""

from games.engine.protocol import QUICK_BOTS, SEARCHING_BOTS, EditionInfo, OptionInfo, Title
from games.titles.junkyard.cards import cards_hash, catalogue_cards, read_kinds
from games.titles.junkyard.draws import draws_of
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.game import JunkyardGame
from games.titles.junkyard.kit import kit_of
from games.titles.junkyard.rules import CHOSEN, KINDS_IN_PLAY, RECOMMENDED, ROUND_CAPS, SEATS, Options
from games.titles.junkyard.state import census

EDITION = Edition(
    slug="0.1",
    summary="The draft, with 22 kinds of junk and our rulings where the draft leaves questions open.",
    kinds=read_kinds("0.1"),
)

_BOX = OptionInfo(
    name="box",
    label="Kinds of junk",
    help="This decides which twelve kinds of junk are in the yard.",
    default=Options().box,
    low=RECOMMENDED,
    high=CHOSEN,
    rule="setup-2",
    choices=("Recommended for a first game", "Twelve at random", "Choose twelve kinds"),
)
_KINDS = OptionInfo(
    name="kinds",
    label="Choose twelve kinds",
    help="Tick twelve to put together your own box. If you tick none, you get the recommended ones.",
    default=Options().kinds,
    low=KINDS_IN_PLAY,
    high=KINDS_IN_PLAY,
    rule="setup-2",
    picks=tuple((kind.slug, kind.name) for kind in EDITION.box),
)
_ROUND_CAP = OptionInfo(
    name="round_cap",
    label="Maximum number of rounds",
    help="After this many rounds the Scrapheaps are counted, whatever is left in the yard.",
    default=Options().round_cap,
    low=ROUND_CAPS[0],
    high=ROUND_CAPS[-1],
    short=8,
    short_words="at most 8 rounds",
    rule="house-1",
)

TITLE = Title(
    slug="junkyard",
    name="Junkyard",
    tagline="Program your Scrapbot’s moves and get the best scrap out of the yard.",
    seats=tuple(SEATS),
    minutes="30–60",
    editions={
        EDITION.slug: EditionInfo(
            slug=EDITION.slug,
            date=None,
            summary=EDITION.summary,
            game=JunkyardGame(EDITION),
            cards=catalogue_cards(EDITION),
            cards_hash=cards_hash(EDITION),
            # The digest of whole rows of cards.csv, which matches pinned before only the rules counted.
            former_hashes=("5eeab265428630b16d5232ec10f97e4705eddad4b55b1f1604e713ecc5bc3700",),
            draws=draws_of(EDITION),
            kit=kit_of(EDITION),
        )
    },
    options=(_BOX, _KINDS, _ROUND_CAP),
    credits=(
        "Based on a draft of the rules that names no author; the kinds of junk and the rulings are ours.",
        "Card art by the authors of Game-icons.net, CC BY 3.0.",
    ),
    icon="crane",
    showcase=("crane", "reactor", "jump-jet"),
    engine_version="1",
    census=census,
    bots=QUICK_BOTS + SEARCHING_BOTS,
)
