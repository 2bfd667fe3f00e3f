"""The course of a game of Junkyard: the deal, placing, programming, the end of a round and of the game."""

from typing import Any

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.errors import BadOptions
from games.engine.events import Event
from games.engine.protocol import Result
from games.titles.junkyard import events as ev
from games.titles.junkyard import resolution
from games.titles.junkyard.context import Context
from games.titles.junkyard.edition import Edition, sum_of_values
from games.titles.junkyard.events.private import CardSlotted, CardTakenBack, ChargePlanned, ChargeUndone
from games.titles.junkyard.events.words import count
from games.titles.junkyard.moves import (
    AnyMove,
    ChargeWith,
    SetProgram,
    SlotCard,
    TakeBack,
    UndoCharge,
)
from games.titles.junkyard.state import (
    CAPPED,
    CHARGE,
    GONE,
    IN_HAND,
    NONE,
    OVER,
    PILES_OUT,
    PLACING,
    PROGRAMMING,
    REGISTERS,
    RESOLVING,
    RUNNING,
    State,
    place_in,
    take_card,
)
from games.titles.junkyard.yard import HEADINGS, NOWHERE, PILES

SEATS = range(2, 5)
ROUND_CAPS = range(1, 61)
RECOMMENDED, RANDOM, CHOSEN = 0, 1, 2
ENDING_RULE = {RUNNING: "", PILES_OUT: "end-1", CAPPED: "house-1"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """*box:* 0 for the recommended kinds, 1 for twelve at random, 2 for those in *kinds*.

    *kinds:* twelve slugs. They count only with box 2; when there are none, the box is the recommended one.
    *round_cap:* the game is scored after this many rounds.
    """

    box: int = RECOMMENDED
    kinds: tuple[str, ...] = ()
    round_cap: int = 30


def check_options(edition: Edition, options: Options, seats: int) -> None:
    """*Raises:* `BadOptions` unless a match can be set up like this."""
    if seats not in SEATS:
        raise BadOptions("Junkyard is for two, three or four players.")
    if options.box not in (RECOMMENDED, RANDOM, CHOSEN):
        raise BadOptions("box must be 0 (recommended), 1 (random) or 2 (chosen).", "setup-2")
    if options.round_cap not in ROUND_CAPS:
        raise BadOptions(
            f"round_cap must be a whole number from {ROUND_CAPS[0]} to {ROUND_CAPS[-1]}.", "house-1"
        )
    if options.box != CHOSEN or not options.kinds:
        return
    box = {kind.slug for kind in edition.box}
    unknown = sorted(set(options.kinds) - box)
    if unknown:
        raise BadOptions(f"The box has no kind called “{unknown[0][:40]}”.", "setup-2")
    if len(options.kinds) != edition.kinds_in_play or len(set(options.kinds)) != edition.kinds_in_play:
        raise BadOptions(f"A box must have {edition.kinds_in_play} different kinds.", "setup-2")


def deal(edition: Edition, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
    """Return the state after setup, with its events. *Source:* `junkyard:setup-1` to `setup-4`."""
    kinds = _kinds(edition, options, chance)
    yard = [card for index in kinds for card in edition.copies(index)]
    chance.shuffle(yard, "yard")
    piles = [yard[first : first + edition.pile_size] for first in range(0, len(yard), edition.pile_size)]
    decks = [edition.starter_deck(seat) for seat in range(seats)]
    for seat, deck in enumerate(decks):
        chance.shuffle(deck, f"deck:{seat}")
    order = list(range(seats))
    chance.shuffle(order, "order")
    state = _laid_out(edition, options.round_cap, kinds, order, piles, decks)
    face = Context(edition, state, -1, chance).face
    events: list[Event] = [
        ev.BoxOpened("setup-2", -1, tuple(edition.box[index].slug for index in kinds)),
        ev.PilesDealt("setup-3", -1, tuple(face(pile[-1]) for pile in piles)),
        ev.OrderDrawn("setup-4", -1, tuple(order)),
    ]
    return state, events


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that have something to decide."""
    if state.phase == PROGRAMMING:
        return tuple([seat for seat, done in enumerate(state.done) if not done])
    if state.phase == RESOLVING:
        return (state.actor,)
    if state.phase == PLACING:
        return (next(seat for seat in state.order if state.at[seat] == NOWHERE),)
    return ()


def act(edition: Edition, state: State, seat: int, move: AnyMove, chance: Chance) -> list[Event]:
    """Carry out a move that is known to be legal and return what happened."""
    if state.phase == PLACING:
        return _place(edition, state, seat, move, chance)
    if state.phase == PROGRAMMING:
        events = _program(edition, state, seat, move, chance)
    else:
        events = resolution.answer(edition, state, move, chance)
    return events + _end_round(edition, state, chance) if resolution.is_over(state) else events


def result(edition: Edition, state: State) -> Result | None:
    """Return who won, or None while the game runs.

    *Source:* `junkyard:end-2`, `junkyard:end-3`, `junkyard:end-5`.
    """
    if state.phase != OVER:
        return None
    winners, scores = _winners(edition, state), _scores(edition, state)
    counts = " to ".join(map(str, scores))
    empty = sum(not pile for pile in state.piles)
    emptied = f"{count(empty, 'pile')} {'is' if empty == 1 else 'are'} empty"
    why = emptied if state.ending == PILES_OUT else "The last round has been played"
    reason, verdict = f"{why}; the Scrapheaps are worth {counts}.", _verdict(edition, state, winners)
    if verdict == "end-2":
        return Result(winners, scores, ENDING_RULE[state.ending], reason)
    return Result(winners, scores, verdict, f"{reason} {_tie_words(state, scores, winners)}")


def _kinds(edition: Edition, options: Options, chance: Chance) -> list[int]:
    """Return the kinds in play, as indices into the box in its order."""
    if options.box == RANDOM:
        every = list(range(len(edition.box)))
        chance.shuffle(every, "box")
        return sorted(every[: edition.kinds_in_play])
    chosen = options.kinds if options.box == CHOSEN else ()
    if not chosen:
        return list(edition.recommended)
    return [index for index, kind in enumerate(edition.box) if kind.slug in chosen]


def _laid_out(
    edition: Edition,
    round_cap: int,
    kinds: list[int],
    order: list[int],
    piles: list[list[int]],
    decks: list[list[int]],
) -> State:
    seats = len(decks)
    return State(
        round_cap=round_cap,
        round=0,
        phase=PLACING,
        kinds=kinds,
        order=order,
        at=[NOWHERE] * seats,
        headings=[0] * seats,
        piles=piles,
        known=[[] for _ in PILES],
        decks=decks,
        discards=[[] for _ in decks],
        heaps=[[] for _ in decks],
        trash=[],
        cards=[[NONE] * edition.hand_size for _ in decks],
        where=[[GONE] * edition.hand_size for _ in decks],
        active=[edition.active] * seats,
        done=[0] * seats,
        shown=[0] * seats,
        resolved=[0] * seats,
        register=0,
        queue=[],
        actor=-1,
        slot=0,
        step=0,
        left=0,
        overclocked=0,
        ending=RUNNING,
    )


def _place(edition: Edition, state: State, seat: int, move: Any, chance: Chance) -> list[Event]:
    state.at[seat], state.headings[seat] = move.space, HEADINGS.index(move.heading)
    placed: list[Event] = [ev.ScrapbotPlaced("setup-5", seat, move.space, move.heading)]
    return placed if NOWHERE in state.at else placed + _begin_round(edition, state, chance)


def _begin_round(edition: Edition, state: State, chance: Chance) -> list[Event]:
    """Let everybody draw and start programming. *Source:* `junkyard:turn-1`, `junkyard:draw-1`."""
    state.round += 1
    state.phase = PROGRAMMING
    events: list[Event] = [ev.RoundBegan("turn-1", -1, state.round)]
    context = Context(edition, state, -1, chance)
    context.events = events
    for seat in range(len(state.at)):
        _draw(context, seat)
    return events


def _draw(context: Context, seat: int) -> None:
    """Draw a hand of cards, reshuffling when the deck is empty.

    *Source:* `junkyard:draw-2`, `junkyard:draw-3`.
    """
    state, size = context.state, context.edition.hand_size
    drawn: list[int] = []
    while len(drawn) < size:
        if not state.decks[seat] and not _reshuffle(context, seat):
            break
        drawn.append(state.decks[seat].pop())
    for place, card in enumerate(drawn):
        state.cards[seat][place], state.where[seat][place] = card, IN_HAND
    rule = "draw-1" if len(drawn) == size else "draw-3"
    context.events.append(
        ev.CardsDrawn(rule, seat, len(drawn), tuple([context.face(card) for card in drawn]))
    )


def _reshuffle(context: Context, seat: int) -> bool:
    state = context.state
    deck = state.discards[seat]
    if not deck:
        return False
    state.decks[seat], state.discards[seat] = deck, []
    context.chance.shuffle(deck, f"deck:{seat}")
    context.events.append(ev.DeckReshuffled("draw-2", seat, len(deck)))
    return True


def _program(edition: Edition, state: State, seat: int, move: AnyMove, chance: Chance) -> list[Event]:
    face, cards, where = Context(edition, state, seat, chance).face, state.cards[seat], state.where[seat]
    match move:
        case SlotCard(place, register):
            where[place] = register
            return [CardSlotted("program-1", seat, register, face(cards[place]))]
        case TakeBack(register):
            place = where.index(register)
            where[place] = IN_HAND
            return [CardTakenBack("program-2", seat, register, face(cards[place]))]
        case ChargeWith(place):
            where[place] = CHARGE
            card = cards[place]
            active = edition.charged(edition.active, edition.kind_of[card].charge)
            return [ChargePlanned("charge-1", seat, face(card), active)]
        case UndoCharge():
            place = where.index(CHARGE)
            where[place] = IN_HAND
            return [ChargeUndone("charge-4", seat, face(cards[place]))]
        case SetProgram(to="open"):
            state.done[seat] = 0
            return [ev.ProgramMarked("program-4", seat, False)]
    state.done[seat] = 1
    events: list[Event] = [ev.ProgramMarked("program-4", seat, True)]
    return events if 0 in state.done else events + resolution.close_programs(edition, state, chance)


def _end_round(edition: Edition, state: State, chance: Chance) -> list[Event]:
    """Discard all registers and hands, then begin another round or end the game.

    *Source:* `junkyard:cleanup-1`, `junkyard:end-1`, `junkyard:house-1`.
    """
    context = Context(edition, state, -1, chance)
    for seat in range(len(state.at)):
        _discard(context, seat)
    state.register = 0
    if sum(not pile for pile in state.piles) >= edition.empty_piles:
        state.ending = PILES_OUT
    elif state.round >= state.round_cap:
        state.ending = CAPPED
    if state.ending == RUNNING:
        return context.events + _begin_round(edition, state, chance)
    state.phase = OVER
    winners, scores = _winners(edition, state), _scores(edition, state)
    context.events.append(ev.GameEnded(_verdict(edition, state, winners), -1, winners, scores))
    return context.events


def _discard(context: Context, seat: int) -> None:
    """Discard the seat's registers and then its hand, and prepare the seat for the next round."""
    state, cards = context.state, list[int]()
    for where in (*range(1, REGISTERS + 1), IN_HAND):
        while (place := place_in(state, seat, where)) >= 0:
            cards.append(take_card(state, seat, place))
    state.discards[seat].extend(cards)
    state.active[seat] = context.edition.active
    state.done[seat] = state.shown[seat] = state.resolved[seat] = 0
    if cards:
        discarded = tuple([context.face(card) for card in cards])
        context.events.append(ev.HandDiscarded("cleanup-1", seat, discarded))


def _scores(edition: Edition, state: State) -> tuple[int, ...]:
    return tuple(sum_of_values(edition, heap) for heap in state.heaps)


def _winners(edition: Edition, state: State) -> tuple[int, ...]:
    """Return who has the highest score and, among those, the fewest cards; several may remain."""
    scores = _scores(edition, state)
    ranks = [(score, -len(heap)) for score, heap in zip(scores, state.heaps, strict=True)]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def _tie_words(state: State, scores: tuple[int, ...], winners: tuple[int, ...]) -> str:
    """Return how the tie of the highest scores came out, in a sentence."""
    tied = [len(heap) for heap, score in zip(state.heaps, scores, strict=True) if score == max(scores)]
    if len(winners) > 1:
        return f"The best have {count(min(tied), 'card')} each on theirs, so they win together."
    return f"Of the best, the winner has the fewest cards: {' to '.join(map(str, sorted(tied)))}."


def _verdict(edition: Edition, state: State, winners: tuple[int, ...]) -> str:
    """Return the anchor of the rule that decided the game."""
    if len(winners) > 1:
        return "end-5"
    scores = _scores(edition, state)
    return "end-2" if scores.count(max(scores)) == 1 else "end-3"
