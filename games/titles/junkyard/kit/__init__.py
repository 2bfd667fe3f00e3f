"""What people need to play Junkyard at a real table."""

from collections.abc import Iterable

from games.engine.kit import BOX, TABLE, Deal, Deck, Kit, Marker, Share
from games.titles.junkyard.edition import SEATS, Edition, Kind
from games.titles.junkyard.events.words import in_words
from games.titles.junkyard.kit.aids import round_aid
from games.titles.junkyard.kit.mats import YARD_MAT, program_mat
from games.titles.junkyard.yard import PILES


def kit_of(edition: Edition) -> Kit:
    """Return what *edition* needs. *Source:* `junkyard:setup-1` to `setup-6`."""
    first = [edition.box[index] for index in edition.recommended]
    others = [kind for kind in edition.box if kind not in first]
    return Kit(
        seats=SEATS,
        decks=(
            *(_starter(edition, seat) for seat in range(SEATS)),
            _yard(edition, first),
            *(_in_the_box(kind) for kind in others),
        ),
        deals=tuple(
            Deal("yard", f"yard/pile-{pile + 1}", edition.pile_size, "setup-3", is_open=True)
            for pile in range(len(PILES))
        ),
        mats=(YARD_MAT, program_mat(edition)),
        markers=(
            *(_scrapbot(seat) for seat in range(SEATS)),
            *(_active(edition, seat) for seat in range(SEATS)),
            Marker("round", "Round marker", "disc", 1, 9, 9, "hazard-low", "yard/round-1", "house-1", "R"),
        ),
        dice=(),
        aids=(round_aid(edition),),
        needs=("A pencil, to add up the Scrapheaps at the end.",),
    )


def _starter(edition: Edition, seat: int) -> Deck:
    shares: dict[str, list[int]] = {}
    for card in edition.starter_deck(seat):
        kind = edition.kind_of[card]
        shares.setdefault(kind.slug, []).append(card - kind.initiative + 1)
    return Deck(
        f"starter-{seat + 1}",
        f"Starting deck of player {seat + 1}",
        tuple(Share(slug, len(numbers), tuple(numbers)) for slug, numbers in shares.items()),
        "program/deck",
        "Shuffle it and put it face down on the mat of its player.",
        "setup-1",
        owner=seat,
    )


def _yard(edition: Edition, kinds: Iterable[Kind]) -> Deck:
    return Deck(
        "yard",
        "Junk for a first game",
        tuple(_whole(kind) for kind in kinds),
        TABLE,
        f"Shuffle it and deal nine piles of {in_words(edition.pile_size)}, each with its top card face up. "
        f"You may exchange any of the {in_words(edition.kinds_in_play)} kinds for others in the box.",
        "setup-3",
    )


def _in_the_box(kind: Kind) -> Deck:
    return Deck(
        kind.slug,
        f"More junk: {kind.name}",
        (_whole(kind),),
        BOX,
        "It stays in the box unless you agree to play with it.",
        "setup-2",
        is_shuffled=False,
    )


def _whole(kind: Kind) -> Share:
    return Share(kind.slug, kind.quantity, tuple(range(1, kind.quantity + 1)))


def _scrapbot(seat: int) -> Marker:
    return Marker(
        f"scrapbot-{seat + 1}",
        f"Scrapbot of player {seat + 1}",
        "standee",
        1,
        24,
        32,
        f"seat-{seat}",
        TABLE,
        "setup-5",
        str(seat + 1),
        icon="tracked-robot",
        owner=seat,
    )


def _active(edition: Edition, seat: int) -> Marker:
    return Marker(
        f"active-{seat + 1}",
        f"Marker for active registers of player {seat + 1}",
        "disc",
        1,
        11,
        11,
        f"seat-{seat}",
        f"program/active-{edition.active}",
        "program-3",
        str(seat + 1),
        owner=seat,
    )
