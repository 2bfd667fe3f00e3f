"""How the site presents Scrapyard."""

from games.engine.protocol import QUICK_BOTS, SEARCHING_BOTS, EditionInfo, OptionInfo, Revision, Title
from games.titles.scrapyard.cards import cards_hash, catalogue_cards, read_kinds
from games.titles.scrapyard.drafting import ScrapyardDrafting
from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.game import MODES, SEATS, TILES, FormerScrapyardGame, ScrapyardGame
from games.titles.scrapyard.kit import kit_of
from games.titles.scrapyard.rolls import draws_of
from games.titles.scrapyard.rules import Options
from games.titles.scrapyard.state import census

# The digest of whole rows of cards.csv, which matches pinned before only the rules counted.
_FORMER_HASH = "1ecee821994dfbab0f742e05fe39dfc8438f96859245cacafe48e47bf519f1c5"

EDITION = Edition(
    slug="1.0",
    date=None,
    summary="Peek, mark and collect, for two to four players, in public or stealth mode.",
    kinds=read_kinds(),
)


def _info(edition: Edition, base: str = "") -> EditionInfo:
    """Return the edition as the site has it. *base:* for a draft, the edition that it changes."""
    hashes = (cards_hash(edition), _FORMER_HASH)
    return EditionInfo(
        slug=edition.slug,
        date=edition.date,
        summary=edition.summary,
        game=ScrapyardGame(edition),
        cards=catalogue_cards(edition),
        cards_hash=cards_hash(edition),
        draws=draws_of(edition),
        kit=kit_of(edition),
        revisions=() if base else (Revision("1", hashes, FormerScrapyardGame(edition)),),
        base=base,
    )


TITLE = Title(
    slug="scrapyard",
    name="Scrapyard",
    tagline="Peek at the parts, mark the best with your cubes, and collect what your tiles ask for.",
    seats=SEATS,
    minutes="30–60",
    editions={EDITION.slug: _info(EDITION)},
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
    drafting=ScrapyardDrafting(_info),
)
