"""How the site presents Junkyard."""

from games.engine.protocol import QUICK_BOTS, SEARCHING_BOTS, Title
from games.titles.junkyard.cards import read_kinds
from games.titles.junkyard.drafting import JunkyardDrafting
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.information import information, options_of
from games.titles.junkyard.rules import SEATS
from games.titles.junkyard.state import census

EDITION = Edition(
    slug="0.1",
    summary="The draft, with 22 kinds of junk and our rulings where the draft leaves questions open.",
    kinds=read_kinds("0.1"),
)
# The digest of whole rows of cards.csv, which matches pinned before only the rules counted.
_WHOLE_ROWS = "5eeab265428630b16d5232ec10f97e4705eddad4b55b1f1604e713ecc5bc3700"

TITLE = Title(
    slug="junkyard",
    name="Junkyard",
    tagline="Program your Scrapbot’s moves and get the best scrap out of the yard.",
    seats=tuple(SEATS),
    minutes="30–60",
    editions={EDITION.slug: information(EDITION, former_hashes=(_WHOLE_ROWS,))},
    options=options_of(EDITION),
    credits=(
        "Based on a draft of the rules that names no author; the kinds of junk and the rulings are ours.",
        "Card art by the authors of Game-icons.net, CC BY 3.0.",
    ),
    icon="crane",
    showcase=("crane", "reactor", "jump-jet"),
    engine_version="1",
    census=census,
    bots=QUICK_BOTS + SEARCHING_BOTS,
    drafting=JunkyardDrafting(EDITION.kinds),
)
