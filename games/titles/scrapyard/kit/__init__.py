"""What people need to play Scrapyard at a real table."""

from games.engine.kit import BOX, TABLE, Deal, Deck, Die, Kit, Marker, Share
from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.kit.aids import game_aid
from games.titles.scrapyard.kit.mats import field_mat, score_mat, supply_mat
from games.titles.scrapyard.rolls import ORDER_DICE
from games.titles.scrapyard.state import TYPES
from games.titles.scrapyard.words import number_word

SEATS = 4
_CARD_CM = 9.2  # a row of the field is so high


def kit_of(edition: Edition) -> Kit:
    """Return what the edition needs. *Source:* `scrapyard:setup-1` to `setup-7`."""
    figures = edition.figures
    sides = tuple(str(side + 1) for side in range(figures.dice_sides))
    icons = icons_of(edition)
    peeks, cubes = f"score/peeks-{figures.peek_dice}", number_word(figures.cubes).capitalize()
    return Kit(
        seats=SEATS,
        decks=(_parts(edition),),
        deals=tuple(
            Deal("parts", f"field/place-{place + 1}", 1, "setup-1") for place in range(figures.places)
        ),
        mats=(supply_mat(figures), score_mat(figures), field_mat(figures)),
        markers=(
            *(marker for seat in range(SEATS) for marker in _of(seat, figures.cubes, icons)),
            Marker("turn", "Turn marker", "disc", 1, 11, 11, "hazard-low", "score/turn-1", "turns-1", "T"),
            Marker("peeks", "Peeks marker", "disc", 1, 11, 11, "hazard-low", peeks, "peeks-1", "P"),
        ),
        dice=(Die("die", f"{number_word(len(sides)).capitalize()}-sided die", sides, ORDER_DICE, "order-1"),),
        aids=(game_aid(figures),),
        needs=(
            f"Room on the table: the field of cards takes 65 × {round(figures.rows * _CARD_CM)} cm.",
            f"{cubes} small cubes or buttons of one colour for each player save you folding the paper ones.",
        ),
    )


def icons_of(edition: Edition) -> dict[str, str]:
    """Return the pictures of the types of part: of each, that of its first card in the box."""
    return {kind.part.lower(): kind.icon for kind in reversed(edition.box)}


def _parts(edition: Edition) -> Deck:
    rows = number_word(edition.figures.rows)
    rest = " Put the rest aside unseen." if edition.set_aside else ""
    return Deck(
        "parts",
        "Parts",
        tuple(Share(kind.slug, kind.quantity) for kind in edition.box),
        TABLE,
        f"Shuffle them and lay them out face down as a field of {rows} rows and nine columns.{rest}",
        "setup-1",
    )


def _of(seat: int, cubes: int, icons: dict[str, str]) -> tuple[Marker, ...]:
    """Return a player's cubes, tiles and score marker."""
    number, paint = str(seat + 1), f"seat-{seat}"
    tiles = (
        Marker(
            f"tile-{part}-{number}",
            f"{part.capitalize()} tile of player {number}",
            "tile",
            1,
            37,
            37,
            f"card-part-{part}",
            BOX,
            "setup-6",
            part.capitalize(),
            f"Tile {number}",
            icons[part],
            seat,
        )
        for part in TYPES
    )
    return (
        Marker(
            f"cube-{number}",
            f"Cube of player {number}",
            "cube",
            cubes,
            12,
            12,
            paint,
            "supply/cubes",
            "setup-5",
            number,
            owner=seat,
        ),
        *tiles,
        Marker(
            f"score-{number}",
            f"Score marker of player {number}",
            "tile",
            1,
            13,
            13,
            paint,
            "score/score-0",
            "score-1",
            number,
            f"−{number}",
            owner=seat,
        ),
    )
