"""What the site knows of an edition of Junkyard: its game, cards, kit and match options."""

from games.engine.protocol import EditionInfo, OptionInfo
from games.titles.junkyard.cards import cards_hash, catalogue_cards
from games.titles.junkyard.draws import draws_of
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.events.words import in_words
from games.titles.junkyard.game import JunkyardGame
from games.titles.junkyard.kit import kit_of
from games.titles.junkyard.rules import CHOSEN, RECOMMENDED, ROUND_CAPS, Options

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


def information(edition: Edition, base: str = "", former_hashes: tuple[str, ...] = ()) -> EditionInfo:
    """Return *edition* as the site knows it. *base:* for a draft, the edition that it changes."""
    return EditionInfo(
        slug=edition.slug,
        date=None,
        summary=edition.summary,
        game=JunkyardGame(edition),
        cards=catalogue_cards(edition),
        cards_hash=cards_hash(edition),
        former_hashes=former_hashes,
        draws=draws_of(edition),
        kit=kit_of(edition),
        base=base,
        options=options_of(edition) if base else None,
    )


def options_of(edition: Edition) -> tuple[OptionInfo, ...]:
    """Return the match options of *edition*, which has a box of its own."""
    count = in_words(edition.kinds_in_play)
    box = OptionInfo(
        name="box",
        label="Kinds of junk",
        help=f"This decides which {count} kinds of junk are in the yard.",
        default=Options().box,
        low=RECOMMENDED,
        high=CHOSEN,
        rule="setup-2",
        choices=("Recommended for a first game", f"{count.capitalize()} at random", f"Choose {count} kinds"),
    )
    kinds = OptionInfo(
        name="kinds",
        label=f"Choose {count} kinds",
        help=f"Tick {count} to put together your own box. If you tick none, you get the recommended ones.",
        default=Options().kinds,
        low=edition.kinds_in_play,
        high=edition.kinds_in_play,
        rule="setup-2",
        picks=tuple((kind.slug, kind.name) for kind in edition.box),
    )
    return box, kinds, _ROUND_CAP
