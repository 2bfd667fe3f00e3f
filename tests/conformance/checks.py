"""The invariants: what holds for every table of every title, each as a function that fails by assertion."""

from collections.abc import Iterable
from typing import Any

import pytest

from games.bots import bot
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.errors import BadMove, IllegalMove, MatchOver, NotYourTurn
from games.engine.events import CardPart, Event, SeatPart
from games.engine.optional import Reconsiders, StandingOrders
from games.engine.protocol import QUICK_BOTS, Offer
from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from tests.conformance.cases import Case
from tests.conformance.moves import mutants
from tests.conformance.optional import check_frames, check_optional_parts

SAMPLED_MOVES = 12  # legal moves whose events are looked at closely, per table
MUTATED_MOVES = 2


def check_table(case: Case, state: Any, luck: FastChance, others: list[Any]) -> None:
    """Check everything that must hold of *state*, which isn't changed.

    *others:* moves to be refused unless they are legal, at least one of the game's form.
    """
    before = case.game.encode(state)
    check_encoding(case, state)
    check_order(case, state)
    check_offers(case, state)
    check_legal_moves_apply(case, state, luck)
    check_others_are_refused(case, state, others)
    check_malformed_moves(case, state)
    check_waiting_seats(case, state, others[0])
    check_optional_parts(case, state, luck)
    for viewer in case.viewers:
        check_view(case, state, viewer, luck)
    check_bots(case, state, luck)
    assert case.game.encode(state) == before, "looking at a table changed it"


def check_deal(case: Case, state: Any, events: list[Event]) -> None:
    """Check the events of the deal."""
    assert events, "a deal without events leaves the log empty"
    check_events(case, events)
    assert case.game.result(state) is None


def check_encoding(case: Case, state: Any) -> None:
    """States go round through bytes; equal states give equal bytes; a clone is independent."""
    game = case.game
    data = game.encode(state)
    assert isinstance(data, bytes)
    assert game.encode(game.decode(data)) == data, "encode and decode don't go round"
    assert game.encode(game.clone(state)) == data, "a clone differs"
    assert list(case.title.census(game.decode(data))) == list(case.title.census(state))


def check_order(case: Case, state: Any) -> None:
    """`legal` is in stable order, has no doubles, and its moves go round through JSON."""
    game = case.game
    same = game.decode(game.encode(state))
    for seat in range(case.seats):
        moves = game.legal(state, seat)
        assert game.legal(state, seat) == moves, "asking twice gives another order"
        assert game.legal(same, seat) == moves, "a decoded table gives another order"
        written = [codec.to_json(move) for move in moves]
        assert len(set(written)) == len(written), "a move is listed twice"
        assert [codec.read_move(game.move_type, codec.to_plain(move)) for move in moves] == moves
        assert [codec.from_json(game.move_type, text) for text in written] == moves


def check_offers(case: Case, state: Any) -> None:
    """Offers without a refusal are exactly `legal`; the refusal of the others is that of `apply`."""
    game, before, luck = case.game, case.game.encode(state), FastChance(1)
    for seat in range(case.seats):
        offers = game.offers(state, seat)
        allowed = [offer.move for offer in offers if offer.refusal is None]
        assert allowed == game.legal(state, seat), "offers and legal disagree"
        for offer in offers:
            assert offer.at, f"{offer.move} has no place on the board"
            assert offer.label, f"{offer.move} has no label"
            if offer.undoable:
                after = game.clone(state)
                events = game.apply(after, seat, offer.move, FastChance(1))
                assert not any(event.reveals for event in events), f"{offer.move} can’t be taken back"
                assert list(game.to_act(after)) == [seat]
            if offer.refusal is not None:
                refused = refusal_of(case, state, seat, offer.move, before, luck)
                assert (refused.rule, refused.reason) == (offer.refusal.rule, offer.refusal.reason)


def check_legal_moves_apply(case: Case, state: Any, luck: FastChance) -> None:
    """Every legal move applies to a clone, leaves the table alone and conserves the cards."""
    game = case.game
    before, census = game.encode(state), list(case.title.census(state))
    for seat in game.to_act(state):
        moves = game.legal(state, seat)
        assert moves, f"seat {seat} is to decide and has no move"
        for place, move in enumerate(moves):
            after, draws = game.clone(state), luck.draws
            events = game.apply(after, seat, move, luck)
            if not any(event.reveals for event in events):
                assert luck.draws == draws, f"{move} drew chance, but could be taken back"
                check_nothing_learnt(case, state, seat, move, luck)
            check_others_notice(case, state, after, seat, events)
            assert list(case.title.census(after)) == census, f"{move} doesn't conserve the cards"
            if place < SAMPLED_MOVES:
                check_events(case, events)
                check_frames(case, state, events)
                check_encoding(case, after)
                check_end(case, after)
    assert game.encode(state) == before, "applying to a clone changed the table"


def check_nothing_learnt(case: Case, state: Any, seat: int, move: Any, luck: FastChance) -> None:
    """A move that reveals nothing shows its mover the same, whatever was hidden before it."""
    game, viewer = case.game, seat_viewer(seat)
    other, after = game.resample(game.view(state, viewer), luck), game.clone(state)
    told = [event.seen_by(viewer) for event in game.apply(after, seat, move, luck)]
    assert [event.seen_by(viewer) for event in game.apply(other, seat, move, luck)] == told
    assert codec.to_json(game.view(other, viewer)) == codec.to_json(game.view(after, viewer))


def check_others_notice(case: Case, before: Any, after: Any, seat: int, events: list[Event]) -> None:
    """Who isn't told of anything sees the very same as before, and decides just as before."""
    game = case.game
    for viewer in case.viewers:
        if viewer.seat != seat and all(event.seen_by(viewer) is None for event in events):
            was, now = game.view(before, viewer), game.view(after, viewer)
            assert codec.to_json(now) == codec.to_json(was), f"{viewer} sees a change that nobody told of"
            assert game.to_act(after) == game.to_act(before)
            assert game.result(after) is None


def check_others_are_refused(case: Case, state: Any, others: Iterable[Any]) -> None:
    """Whatever `legal` doesn't list is refused by a rule of the book and changes nothing."""
    game, before, luck = case.game, case.game.encode(state), FastChance(1)
    for seat in game.to_act(state):
        legal = {codec.to_json(move) for move in game.legal(state, seat)}
        for move in others:
            if codec.to_json(move) not in legal:
                refusal_of(case, state, seat, move, before, luck)


def refusal_of(case: Case, state: Any, seat: int, move: Any, before: bytes, luck: FastChance) -> IllegalMove:
    """Return how `apply` refuses *move*, having checked that it cites a rule and changes nothing.

    *before:* the encoded state. *luck:* of which nothing is drawn.
    """
    try:
        case.game.apply(state, seat, move, luck)
    except IllegalMove as refused:
        assert refused.rule in case.anchors, f"{refused.rule} isn't in the rulebook"  # noqa: PT017
        assert refused.reason, f"{move} is refused without a reason"  # noqa: PT017
        assert case.game.encode(state) == before, f"refusing {move} changed the table"
        assert luck.draws == 0, f"refusing {move} drew chance"
        return refused
    raise AssertionError(f"{move} isn't listed as legal, but applies")


def check_malformed_moves(case: Case, state: Any) -> None:
    """Moves near the legal ones, but of no proper form, are malformed."""
    for seat in case.game.to_act(state):
        for move in case.game.legal(state, seat)[:MUTATED_MOVES]:
            for plain in mutants(case, move):
                with pytest.raises(BadMove):
                    codec.read_move(case.game.move_type, plain)


def check_waiting_seats(case: Case, state: Any, any_move: Any) -> None:
    """Who isn't to decide has no move, and once the match is over nobody has."""
    game = case.game
    to_act = game.to_act(state)
    expected = NotYourTurn if to_act else MatchOver
    before = game.encode(state)
    for seat in set(range(case.seats)) - set(to_act):
        assert game.legal(state, seat) == []
        assert game.offers(state, seat) == []
        with pytest.raises(expected) as refused:
            game.apply(state, seat, any_move, FastChance(1))
        assert refused.value.rule in {"", *case.anchors}
    assert game.encode(state) == before


def check_view(case: Case, state: Any, viewer: Viewer, luck: FastChance) -> None:
    """A view is unchanged, with all that hangs on it, when what the viewer can't see is another.

    Twice what the view hides is dealt anew by the title; once it is swapped behind the title's back.
    """
    game = case.game
    view = game.view(state, viewer)
    shown = codec.to_json(view)
    swapped = game.clone(state)
    case.swap_hidden(swapped, viewer, luck)
    for other in (swapped, game.resample(view, luck), game.resample(view, luck)):
        assert codec.to_json(game.view(other, viewer)) == shown, f"{viewer} sees what is hidden"
        assert list(case.title.census(other)) == list(case.title.census(state)), "cards were lost"
        assert game.to_act(other) == game.to_act(state)
        assert game.result(other) == game.result(state)
        if not viewer.is_spectator:
            seat = viewer.seat
            assert game.legal(other, seat) == game.legal(state, seat), "legal hangs on what is hidden"
            assert _told(game.offers(other, seat)) == _told(game.offers(state, seat)), "offers hang on it too"
            if isinstance(game, StandingOrders):
                assert game.orders(other, seat) == game.orders(state, seat), "orders hang on what is hidden"
            if isinstance(game, Reconsiders):
                assert _told(game.reconsider(other, seat)) == _told(game.reconsider(state, seat))


def check_swaps(case: Case, state: Any) -> None:
    """What a title says is hidden can be exchanged; if it says that nothing is, a view tells all."""
    game = case.game
    for viewer in case.viewers:
        if case.is_open:
            anew = game.resample(game.view(state, viewer), FastChance(1))
            assert game.encode(anew) == game.encode(state), f"something is hidden from {viewer}"
        else:
            assert len({_after_swap(case, state, viewer, seed) for seed in range(10)}) > 5


def _after_swap(case: Case, state: Any, viewer: Viewer, seed: int) -> bytes:
    other = case.game.clone(state)
    case.swap_hidden(other, viewer, FastChance(seed))
    return case.game.encode(other)


def check_bots(case: Case, state: Any, luck: FastChance) -> None:
    """Every bot of the title returns a legal move from a view; searching is checked with its part."""
    game = case.game
    for seat in game.to_act(state):
        view = game.view(state, seat_viewer(seat))
        for name in {*QUICK_BOTS, "novice"} & {*case.title.bots}:
            move = bot(name)(game, view, seat, luck)
            assert move in game.legal(state, seat), f"{name} chose {move}"


def check_events(case: Case, events: list[Event]) -> None:
    """Events cite the rulebook, go round through JSON and read as sentences for every viewer."""
    for event in events:
        assert event.rule in case.anchors, f"{event} cites {event.rule}, which isn't in the rulebook"
        assert -1 <= event.seat < case.seats
        assert codec.from_json(case.game.event_type, codec.to_json(event)) == event
        for viewer in case.viewers:
            folded = event.seen_by(viewer)
            if folded is None:
                continue
            assert folded.seen_by(viewer) == folded, "folding twice gives something else"
            assert folded.leaves_out == (folded != event), "what is left out isn't None"
            assert folded.seen_by(SPECTATOR) == event.seen_by(SPECTATOR), "a seat's fold hides too much"
            assert codec.from_json(case.game.event_type, codec.to_json(folded)) == folded
            check_line(case, folded)
        check_secrets(case, event)


def check_line(case: Case, event: Event) -> None:
    """The line names seats and cards that exist and ends like a sentence."""
    slugs, line = case.slugs, event.line()
    assert line, f"{event} has no line"
    for part in line:
        if isinstance(part, SeatPart):
            assert 0 <= part.seat < case.seats
        elif isinstance(part, CardPart):
            assert part.slug in slugs, f"{part.slug} is no card"
    if isinstance(line[-1], str):
        assert line[-1].endswith((".", "!")), f"{event} doesn't end as a sentence"


def check_secrets(case: Case, event: Event) -> None:
    """What is folded away is gone from the words as well: a fold only ever holds less."""
    whole = set(_words(codec.to_plain(event)))
    public = event.seen_by(SPECTATOR)
    if public == event:
        return
    private = whole - set(_words(codec.to_plain(public)) if public else ())
    for viewer in case.viewers:
        folded = event.seen_by(viewer)
        if folded is None or folded == event:
            continue
        said = {part.slug for part in folded.line() if isinstance(part, CardPart)}
        assert not said & private, f"the line for {viewer} names {said & private}"
        assert not set(_words(codec.to_plain(folded))) & private, f"{viewer} is sent {private}"


def check_end(case: Case, state: Any) -> None:
    """A result there is if and only if nobody is to decide; it cites a rule and names real seats."""
    result = case.game.result(state)
    assert (result is None) == bool(case.game.to_act(state)), "result and to_act disagree"
    if result is not None:
        assert result.rule in case.anchors
        assert set(result.winners) <= set(range(case.seats))
        assert len(result.scores) == case.seats
        assert result.reason


def _told(offers: list[Offer]) -> list[tuple[Any, ...]]:
    """Return the offers as values that compare; errors compare by identity only."""
    return [
        (
            offer.move,
            offer.at,
            offer.to,
            offer.label,
            offer.warning,
            str(offer.refusal),
            getattr(offer.refusal, "rule", ""),
        )
        for offer in offers
    ]


def _words(plain: Any) -> Iterable[str]:
    """Yield every text in a plain value: slugs, mostly."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for value in plain.values():
            yield from _words(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _words(value)
