"""The log: the sentence of every event."""

import pytest

from games.engine.events import CardPart, SeatPart
from games.titles.scrapyard import events as ev
from tests.conformance.cases import members

LINES = [
    (ev.FieldLaid("setup-1", -1), "54 parts were laid out face down in 6 rows of 9."),
    (ev.TilesDrawn("setup-3", 0, 2, ("gear", "lens")), "A drew 2 tiles: Gear and Lens."),
    (ev.TilesDrawn("setup-3", 0, 1, None), "A drew 1 tile."),
    (ev.RoundBegan("round-1", -1, 2, 4), "Peek round 2 of 4 began."),
    (ev.DiceRolled("order-1", 1, (3, 4), "order"), "B rolled 3 and 4."),
    (ev.DiceRolled("order-2", 1, (3, 4), "order-again"), "B rolled 3 and 4 to break the tie."),
    (
        ev.DiceRolled("peeks-1", 1, (3, 4), "peeks"),
        "B rolled 3 and 4: 7 peeks for each player this round.",
    ),
    (ev.DiceRolled("peeks-1", 1, (1,), "peeks"), "B rolled 1: 1 peek for each player this round."),
    (ev.DiceRolled("first-1", 1, (3,), "first"), "B rolled 3 to break the tie for the first turn."),
    (ev.OrderSet("order-1", -1, (1, 2, 0)), "The order of play: B, C, A."),
    (ev.CardPeeked("peek-1", 0, 11, "gear-7"), "A looked at the card in row 2, column 3: gear-7."),
    (ev.CardPeeked("peek-1", 0, 11, None), "A looked at the card in row 2, column 3."),
    (ev.PeekBought("extra-1", 0), "A spent a cube for one more peek."),
    (ev.PeeksEnded("peek-1", 0, 0), "A finished peeking."),
    (ev.PeeksEnded("peek-1", 0, 1), "A finished peeking, with 1 peek left."),
    (ev.CubePlaced("place-1", 0, 53), "A placed a cube on the card in row 6, column 9."),
    (ev.CubeMoved("place-1", 0, 0, 8), "A moved a cube from row 1, column 1 to row 1, column 9."),
    (ev.PlacingEnded("place-1", 0, 0), "A finished placing (no cubes)."),
    (ev.PlacingEnded("place-4", 0, 2), "A finished placing (2 cubes)."),
    (ev.PlacingBegan("place-4", -1), "Everyone has peeked, and the second placing began."),
    (
        ev.CollectionBegan("first-1", 1, (0, 1)),
        "Collecting began: B goes first, with the most cubes on the field (1).",
    ),
    (
        ev.TilesRevealed("mode-1", 0, ("gear", "piston", "plating")),
        "A collects Gears, Pistons and Plating.",
    ),
    (ev.CornerChosen("corner-1", 0, "top-left"), "A starts at the top left corner."),
    (ev.TurnBegan("points-1", 0, 3, 8, 10), "Turn 3 of 8: A has 10 action points."),
    (ev.Walked("move-1", 0, 1, 1), "A walked to the card in row 1, column 2 for 1 action point."),
    (
        ev.CardTurnedUp("flip-1", 0, 1, "lens-2"),
        "A turned the card in row 1, column 2 face up for 1 action point: lens-2.",
    ),
    (
        ev.CubeClaimed("claim-1", 0, 1, 0, 2),
        "A took back a cube from the card in row 1, column 2 for 2 action points.",
    ),
    (
        ev.CubeClaimed("claim-2", 0, 1, 1, 3),
        "A claimed B’s cube from the card in row 1, column 2 for 3 action points.",
    ),
    (ev.CardTaken("take-1", 0, 1, True, "lens-2"), "A took lens-2 from row 1, column 2 for 2 action points."),
    (
        ev.CardTaken("take-1", 0, 1, False, "lens-2"),
        "A took lens-2, face down, from row 1, column 2 for 2 action points.",
    ),
    (
        ev.CardTaken("take-1", 0, 1, False, None),
        "A took the card, face down, from row 1, column 2 for 2 action points.",
    ),
    (ev.TurnEnded("turns-2", 0, 0, False), "A ended the turn."),
    (ev.TurnEnded("turns-2", 0, 2, False), "A ended the turn, with 2 action points left."),
    (ev.TurnEnded("stuck-1", 0, 0, True), "A could reach no more cards, so the turn passed."),
    (
        ev.FieldRevealed("end-1", -1, 1),
        "Collecting is over, with 1 card left on the field. All cards are turned face up.",
    ),
    (
        ev.FieldRevealed("end-2", -1, 0),
        "Collecting is over, with no cards left on the field. All cards are turned face up.",
    ),
    (
        ev.Scored("score-1", 0, ("gear-9", "lens-1"), 9, 3, 1, 11),
        "A collected gear-9, lens-1: 9 for matching parts + 3 for cubes − 1 for other parts = 11.",
    ),
    (
        ev.Scored("score-1", 0, (), 0, 3, 0, 3),
        "A collected no parts: 0 for matching parts + 3 for cubes − 0 for other parts = 3.",
    ),
    (ev.GameEnded("win-1", 1, (1,), (3, 5)), "The game is over: B won with 5 points."),
    (ev.GameEnded("tie-2", -1, (0, 2), (5, 1, 5)), "The game is over: A and C won together with 5 points."),
]


def read(event) -> str:
    """Return the line with letters for the seats and slugs for the cards."""
    words = []
    for part in event.line():
        match part:
            case SeatPart(seat):
                words.append("ABCD"[seat])
            case CardPart(slug):
                words.append(slug)
            case _:
                words.append(part)
    return "".join(words)


@pytest.mark.parametrize("event, sentence", LINES, ids=lambda value: value if isinstance(value, str) else "")
def test_the_line_reads(event, sentence):
    assert read(event) == sentence


def test_every_kind_of_event_has_its_line_here():
    assert {type(event) for event, _ in LINES} == set(members(ev.AnyEvent))
