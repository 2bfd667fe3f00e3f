"""What a turn of Scrapbots may be a puzzle about, and which moves can help to solve it."""

from collections.abc import Iterable, Sequence

from games.engine import codec
from games.engine.effects import Effect
from games.engine.events import Event
from games.engine.optional import Goal
from games.titles.scrapbots.edition import Edition
from games.titles.scrapbots.effects import ReadyAfterAttack, ReadyOne, ReturnWound
from games.titles.scrapbots.events import CardsDrawn, DeckReshuffled, MarketDealt
from games.titles.scrapbots.moves import (
    ActivateComponent,
    AnyMove,
    Attack,
    BuildScrapbot,
    GainEnergy,
    PlayResource,
)
from games.titles.scrapbots.rules import result
from games.titles.scrapbots.state import EMPTY, LANES, RUNNING, WOUND, State, wounds_of

WIN, WOUNDS = "win", "wounds"
_FEWEST = 3  # deeds of a solution
_HELP = {"damage", "splash", "destroy", "ready"}  # what texts have to do to help


def gained(before: State, state: State, seat: int, goal: str) -> int:
    """Return how many Wounds *seat* has dealt since *before*; for a win, 1 or 0."""
    if goal == WIN:
        found = result(state)
        return int(found is not None and found.winners == (seat,))
    return wounds_of(state, 1 - seat) - wounds_of(before, 1 - seat)


def helpful(
    edition: Edition, state: State, moves: Sequence[AnyMove], seat: int, goal: str, last: AnyMove | None
) -> list[AnyMove]:
    """Return those of *moves* that can help. Cards are given for Energy first, in the order of the box."""
    has_energy = last is None or isinstance(last, GainEnergy)
    number = edition.kind_number
    after = number[last.card] if isinstance(last, GainEnergy) else 0
    wants_energy = has_energy and state.energy < _most_energy(edition, state, seat)
    return [
        move
        for move in moves
        if (
            wants_energy and number[move.card] >= after
            if isinstance(move, GainEnergy)
            else _helps(edition, state, seat, goal, move)
        )
    ]


def gist(state: State, seat: int) -> bytes:
    """Return the state without the order of cards, and without what no help depends on."""
    return codec.pack(
        (
            state.energy,
            state.stack,
            sorted(state.hands[seat]),
            wounds_of(state, seat),
            wounds_of(state, 1 - seat),
            WOUND in state.discards[seat],
            state.bots,
            state.damage,
            state.ready,
            state.primed,
            state.ending,
        )
    )


def is_foreseen(events: Iterable[Event]) -> bool:
    """Return whether no card was drawn and no pile shuffled."""
    return not any(isinstance(event, CardsDrawn | MarketDealt | DeckReshuffled) for event in events)


def deed(move: AnyMove) -> str:
    """Return the move without what a Resource gives; empty for a card that only gives Energy."""
    if isinstance(move, GainEnergy):
        return ""
    plain = codec.to_plain(move)
    plain.pop("gain", None)
    return codec.to_json(plain)


def is_plain(deeds: Sequence[str]) -> bool:
    """Return whether there are few, or only attacks."""
    return len(deeds) < _FEWEST or all('"type":"attack"' in one for one in deeds)


def _wounds(count: int) -> str:
    return f"{count} Wound{'' if count == 1 else 's'}"


GOALS = {
    WIN: Goal(
        least=1,
        asks=lambda amount: "Win this turn.",
        tells=lambda amount: "you won" if amount else "the game isn’t won yet",
    ),
    WOUNDS: Goal(
        least=3,
        asks=lambda amount: f"Deal {_wounds(amount)} this turn.",
        tells=lambda amount: f"you dealt {_wounds(amount)}" if amount else "you dealt no Wounds",
    ),
}


def _holding(edition: Edition, state: State, seat: int, what: type[Effect]) -> int:
    """Return how many cards in the seat's hand do that."""
    return sum(what in edition.kinds[kind].effects for kind in state.hands[seat])


def _helps(edition: Edition, state: State, seat: int, goal: str, move: AnyMove) -> bool:
    match move:
        case Attack():
            return state.stack > 0
        case BuildScrapbot():
            return bool(_holding(edition, state, seat, ReadyOne))
        case ActivateComponent(card):
            return bool(_HELP & set(edition.rows[card].abilities[0].does.facets()))
        case PlayResource(card, gain):
            if gain != "energy":
                return False
            if ReturnWound in edition.rows[card].effects:
                return goal == WIN
            return bool(_HELP & set(edition.rows[card].abilities[0].does.facets()))
    return False


def _most_energy(edition: Edition, state: State, seat: int) -> int:
    """Return more Energy than any turn of *seat* could spend."""
    hand = state.hands[seat]
    readies = _holding(edition, state, seat, ReadyOne)
    again = 1 + readies + _holding(edition, state, seat, ReadyAfterAttack)
    kinds = [kind for kind in state.bots[seat * LANES : seat * LANES + LANES] if kind != EMPTY]
    if readies:
        kinds += hand
    costs = [edition.kinds[kind].most_energy for kind in kinds]
    primed = sum(state.primed) + 1
    return sum(costs) * again * primed if state.ending == RUNNING else 0
