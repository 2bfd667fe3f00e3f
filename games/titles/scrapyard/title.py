"""How the site presents Scrapyard."""

from games.engine.protocol import QUICK_BOTS, SEARCHING_BOTS, EditionInfo, OptionInfo, Revision, Title
from games.titles.scrapyard.cards import EDITION, cards_hash, catalogue_cards
from games.titles.scrapyard.game import MODES, SEATS, TILES, FormerScrapyardGame, ScrapyardGame
from games.titles.scrapyard.kit import kit
from games.titles.scrapyard.rolls import DRAWS
from games.titles.scrapyard.rules import Options
from games.titles.scrapyard.state import census

# The digest of whole rows of cards.csv, which matches pinned before only the rules counted.
_FORMER_HASH = "1ecee821994dfbab0f742e05fe39dfc8438f96859245cacafe48e47bf519f1c5"

TITLE = Title(
    slug="scrapyard",
    name="Scrapyard",
    tagline="Peek at the parts, mark the best with your cubes, and collect what your tiles ask for.",
    seats=SEATS,
    minutes="30–60",
    editions={
        EDITION: EditionInfo(
            slug=EDITION,
            date=None,
            summary="Peek, mark and collect, for two to four players, in public or stealth mode.",
            game=ScrapyardGame(),
            cards=catalogue_cards(),
            cards_hash=cards_hash(),
            draws=DRAWS,
            kit=kit(),
            revisions=(Revision("1", (cards_hash(), _FORMER_HASH), FormerScrapyardGame()),),
        )
    },
    options=(
        OptionInfo(
            name="tiles",
            label="Tiles",
            help="How many tiles each player draws. Each tile adds a peek round and four turns.",
            default=Options().tiles,
            low=TILES[0],
            high=TILES[-1],
            short=1,
            short_words="1 tile each",
            rule="setup-4",
        ),
        OptionInfo(
            name="mode",
            label="Tiles and taken cards",
            help=(
                "In a public match all players see them while they collect. "
                "In a stealth match they stay hidden until the end."
            ),
            default=Options().mode,
            low=MODES[0],
            high=MODES[-1],
            rule="mode-1",
            choices=("Shown to all", "Hidden until the end"),
        ),
    ),
    credits=(
        "Scrapyard’s rules are retold in our own words; its parts are our own.",
        "Card art by the authors of Game-icons.net, CC BY 3.0.",
    ),
    icon="recycle",
    showcase=("gear-9", "lens-7", "circuit-5"),
    engine_version="2",
    census=census,
    bots=QUICK_BOTS + SEARCHING_BOTS,
)
