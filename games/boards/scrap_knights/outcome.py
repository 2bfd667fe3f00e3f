"""What came of the turn before for both mechs, and why the viewer's Attack did nothing, out of the log."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.boards.scrap_knights.words import Words
from games.matches.queries.board import Board

Event = Mapping[str, Any]

# Why an Attack did less than it says.
_WHY = {
    "effect-missed": "{} missed",
    "effect-interrupted": "{} was interrupted",
    "effect-prevented": "{} was prevented",
    "effect-failed": "a condition of {} wasn’t met",
}


def outcome(board: Board, words: Words) -> str:
    """Return what came of the turn before, as a sentence that goes on after a colon.

    It says what damage both took, then what the viewer's Attacks did besides or why they did nothing, or else
    how the distance changed: all three would take a third line on a phone. Empty for a spectator, and before
    a turn is over.
    """
    events = _last_turn(board)
    if board.viewer.is_spectator or not events:
        return ""
    own = list(dict.fromkeys(_of_own_attacks(events, board.viewer.seat, words)))
    return f"{'; '.join([_damage(events, board.viewer.seat, words), *(own or _distance(events))])}."


def _last_turn(board: Board) -> Sequence[Event]:
    """Return the events that count of the turn before the one that has just begun; none in the first."""
    events = [line.event for line in board.log if not line.undone]
    begins = [at for at, event in enumerate(events) if event.get("type") == "turn-began"]
    return events[begins[-2] : begins[-1]] if len(begins) > 1 else ()


def _damage(events: Sequence[Event], seat: int, words: Words) -> str:
    took = [0, 0]
    for event in events:
        if event["type"] == "damage-dealt":
            took[event["seat"]] += event["amount"]
    mine, theirs = took[seat], took[1 - seat]
    if not mine + theirs:
        return "no damage"
    return f"you took {mine or 'no'} damage, {words.names[1 - seat]} {theirs or 'none'}"


def _of_own_attacks(events: Sequence[Event], seat: int, words: Words) -> Iterator[str]:
    """Yield what the seat's Attacks did besides damage, or why they did nothing. Copies aren't among them."""
    is_own = False
    for event in events:
        kind = event["type"]
        if kind == "effect-began":
            is_own = _is_own_attack(event["lined"], seat, words)
        elif is_own and kind in _WHY:
            yield _WHY[kind].format(words.name(event["card"]))
        elif is_own and kind == "damage-dealt" and event["blocked"]:
            yield f"{event['blocked']} from {words.name(event['card'])} blocked"
        elif is_own and kind == "heat-gained":
            who = "you" if event["seat"] == seat else words.names[event["seat"]]
            yield f"{who} gained {event['amount']} heat"


def _is_own_attack(lined: Any, seat: int, words: Words) -> bool:
    is_played = lined["why"] in ("act", "attack")
    return lined["seat"] == seat and is_played and words.card(lined["card"]).type == "Attack"


def _distance(events: Sequence[Event]) -> list[str]:
    moves = [event for event in events if event["type"] == "distance-changed"]
    if not moves or moves[0]["was"] == moves[-1]["distance"]:
        return []
    return [f"distance from {moves[0]['was']} to {moves[-1]['distance']}"]
