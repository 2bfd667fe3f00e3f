"""What people need to play Scrapyard at a real table."""

from functools import cache

from games.engine.kit import BOX, TABLE, Deal, Deck, Die, Kit, Marker, Share
from games.titles.scrapyard.cards import catalogue_cards
from games.titles.scrapyard.kit.aids import GAME_AID
from games.titles.scrapyard.kit.mats import FIELD_MAT, SCORE_MAT, SUPPLY_MAT
from games.titles.scrapyard.rolls import SIDES
from games.titles.scrapyard.state import CUBES, PLACES, TYPES

SEATS = 4
DICE = 2


@cache
def kit() -> Kit:
    """Return what the game needs. *Source:* `scrapyard:setup-1` to `setup-7`."""
    return Kit(
        seats=SEATS,
        decks=(_parts(),),
        deals=tuple(Deal("parts", f"field/place-{place + 1}", 1, "setup-1") for place in range(PLACES)),
        mats=(SUPPLY_MAT, SCORE_MAT, FIELD_MAT),
        markers=(
            *(marker for seat in range(SEATS) for marker in _of(seat)),
            Marker("turn", "Turn marker", "disc", 1, 11, 11, "hazard-low", "score/turn-1", "turns-1", "T"),
            Marker("peeks", "Peeks marker", "disc", 1, 11, 11, "hazard-low", "score/peeks-2", "peeks-1", "P"),
        ),
        dice=(Die("die", "Six-sided die", tuple(str(side + 1) for side in range(SIDES)), DICE, "order-1"),),
        aids=(GAME_AID,),
        needs=(
            "Room on the table: the field of cards takes 65 × 55 cm.",
            "Ten small cubes or buttons of one colour for each player save you folding the paper ones.",
        ),
    )


def _parts() -> Deck:
    return Deck(
        "parts",
        "Parts",
        tuple(Share(card.slug, card.quantity) for card in catalogue_cards()),
        TABLE,
        "Shuffle them and lay them out face down as a field of six rows and nine columns.",
        "setup-1",
    )


def _of(seat: int) -> tuple[Marker, ...]:
    """Return a player's cubes, tiles and score marker."""
    number, paint = str(seat + 1), f"seat-{seat}"
    icons = {card.sub.lower(): card.icon for card in catalogue_cards()}
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
            CUBES,
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
