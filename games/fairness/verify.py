"""Replays stored matches from seed, nonces and moves alone, and compares the result with what is stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from games import catalog
from games.engine import codec
from games.engine.chain import next_link, opening
from games.engine.chance import MatchChance, commitment, mix
from games.engine.errors import GameError
from games.engine.protocol import Game
from games.engine.system import (
    HandedToBot,
    MoveTakenBack,
    Resigned,
    SystemEvent,
    TimedOut,
    TurnedBack,
    UndoTalk,
)
from games.matches.models import Match, MatchSecret, Status, Step


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of replaying a match. *steps:* how many it has. *problems:* empty if all is right."""

    match: str
    steps: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A replayed step. *events*, *drawn:* JSON text. *head:* the newest step that still counts."""

    state: bytes
    draws: int
    events: str
    head: int
    drawn: str = "[]"


class Mismatch(Exception):
    """The stored match differs from its replay; the message says where."""


def replay_match(match_id: str) -> Verdict:
    """Return the verdict on one match, up to its first problem. A running match may go on meanwhile."""
    # The match's row is read first, and steps stored later are left out, so that row and steps agree.
    match = Match.objects.get(pk=match_id)
    steps = list(Step.objects.filter(match=match, seq__lte=match.seq).order_by("seq"))
    try:
        _check_secret(match)
        _check_numbers(match, steps)
        if steps:
            _check_row(match, _check_steps(match, steps))
            _check_chain(match, steps)
    except (Mismatch, GameError) as problem:
        return Verdict(match.pk, len(steps), (str(problem), *_version_notes(match)))
    return Verdict(match.pk, len(steps), ())


def _check_secret(match: Match) -> None:
    secret = MatchSecret.objects.get(match=match)
    if commitment(bytes(secret.seed), bytes(secret.salt)) != secret.commitment:
        raise Mismatch("The seed isn't the one that was committed to.")
    if match.seq >= 0 and _seed_of(match, secret) != bytes(secret.played):
        raise Mismatch("The seed that was played with isn't made of the seed and the seats' nonces.")


def _seed_of(match: Match, secret: MatchSecret) -> bytes:
    nonces = match.seats.order_by("number").values_list("nonce", flat=True)
    return mix(bytes(secret.seed), [bytes(nonce) for nonce in nonces])


def _check_numbers(match: Match, steps: list[Step]) -> None:
    if [step.seq for step in steps] != list(range(match.seq + 1)):
        raise Mismatch(f"The steps aren't numbered 0 to {match.seq} without a gap.")


def _check_chain(match: Match, steps: list[Step]) -> None:
    """Check each step's link of the chain. *Raises:* `Mismatch`. Old matches have no chain to check."""
    if not steps[0].link:
        return
    secret = MatchSecret.objects.get(match=match)
    salt, nonces = bytes(secret.salt), match.seats.order_by("number").values_list("nonce", flat=True)
    link = opening(salt, match.pk, match.pins(secret.commitment), [bytes(nonce) for nonce in nonces])
    for step in steps:
        undone = "" if step.undoes is None else step.undoes
        told = (step.move, step.events, step.drawn, step.draws, step.head, undone)
        link = next_link(salt, link, (step.seq, step.kind, step.seat, *told))
        if link != step.link:
            raise Mismatch(f"Step {step.seq} ({step.kind}): it isn't what its link of the chain says.")
    if link != match.chain:
        raise Mismatch("The newest link of the chain isn't that of the newest step.")


def _check_steps(match: Match, steps: list[Step]) -> Any:
    """Compare every step and return the state after the last one."""
    game = catalog.game_of(*match.rules)
    seed = _seed_of(match, MatchSecret.objects.get(match=match))
    replayed: list[_Moment] = []
    for step in steps:
        moment = _play(game, match, step, seed, replayed)
        for problem in _differences(step, moment):
            raise Mismatch(f"Step {step.seq} ({step.kind}): {problem}.")
        replayed.append(moment)
    return game.decode(replayed[-1].state)


def _play(game: Game[Any], match: Match, step: Step, seed: bytes, before: list[_Moment]) -> _Moment:
    """Return what *step* leads to after the steps *before* it, worked out from its move alone."""
    if step.kind == Step.Kind.START and match.practice_seq is not None:
        # A practice match begins in the middle of another match, so its first step can't be replayed.
        return _Moment(bytes(step.state), step.draws, step.events, step.seq, step.drawn)
    if step.kind == Step.Kind.START:
        chance = MatchChance(seed)
        options = codec.from_json(game.options_type, match.options)
        state, events = game.new(options, len(match.bots), chance)
        return _after(game, state, step, chance, events)
    now = before[-1]
    if step.kind == Step.Kind.MOVE:
        return _move(game, step, MatchChance(seed, now.draws), now)
    if step.kind == Step.Kind.TIMEOUT:
        return _Moment(now.state, now.draws, _system(TimedOut, step), step.seq)
    if step.kind == Step.Kind.RESIGN:
        kind = Resigned if '"resigned"' in step.events else HandedToBot
        return _Moment(now.state, now.draws, _system(kind, step), step.seq)
    if step.kind == Step.Kind.ASK:
        return _Moment(now.state, now.draws, _system(UndoTalk, step), now.head)
    return _undo(step, now, before)


def _undo(step: Step, now: _Moment, before: list[_Moment]) -> _Moment:
    """Return what an undo leads to: it takes back the newest move, or an earlier one and all after it."""
    events = codec.from_json(list[SystemEvent], step.events)
    undone, head = step.undoes or 0, now.head
    while isinstance(events[-1], TurnedBack) and head > undone:
        head = before[head - 1].head
    if undone < 1 or undone != head:
        raise Mismatch(f"Step {step.seq} takes back step {step.undoes}, which isn't the newest.")
    earlier = before[undone - 1]
    told = codec.to_json(events) if isinstance(events[-1], TurnedBack) else _system(MoveTakenBack, step)
    return _Moment(earlier.state, earlier.draws, told, earlier.head)


def _move(game: Game[Any], step: Step, chance: MatchChance, now: _Moment) -> _Moment:
    state = game.decode(now.state)
    events = game.apply(state, step.seat, codec.from_json(game.move_type, step.move), chance)
    return _after(game, state, step, chance, events)


def _after(game: Game[Any], state: Any, step: Step, chance: MatchChance, events: list[Any]) -> _Moment:
    drawn = codec.to_json(chance.made)
    return _Moment(game.encode(state), chance.counter, codec.to_json(events), step.seq, drawn)


def _system(kind: Any, step: Step) -> str:
    """Return the step's stored system event as JSON, for the step's seat; its rule is kept as stored."""
    event = codec.from_json(list[kind], step.events)[0]
    return codec.to_json([replace(event, seat=step.seat)])


def _differences(step: Step, moment: _Moment) -> Iterator[str]:
    stored = bytes(step.state)
    if codec.digest(stored) != codec.digest(moment.state):
        yield f"the state has digest {codec.digest(stored)}, replayed {codec.digest(moment.state)}"
    if step.draws != moment.draws:
        yield f"{step.draws} draws of chance are noted, replayed {moment.draws}"
    if step.events != moment.events:
        yield "the events differ"
    if step.head != moment.head:
        yield f"the head is {step.head}, replayed {moment.head}"
    if step.link and step.drawn != moment.drawn:
        yield "the draws differ"


def _check_row(match: Match, state: Any) -> None:
    """Compare the match's row with its last state, which doesn't show an end by resignation or timeout."""
    game = catalog.game_of(*match.rules)
    last = Step.objects.get(match=match, seq=match.seq)
    is_from_outside = last.kind in (Step.Kind.RESIGN, Step.Kind.TIMEOUT)
    resigned = is_from_outside and match.status == Status.FINISHED
    to_act = [] if resigned else list(game.to_act(state))
    result = game.result(state)
    is_over = resigned or result is not None
    if match.status != (Status.FINISHED if is_over else Status.RUNNING):
        raise Mismatch(f"The match is {match.status}, which isn't what its last step says.")
    if match.to_act != to_act or match.bot_to_act != any(match.bots[seat] for seat in to_act):
        raise Mismatch("Who is to decide isn't what the last step says.")
    if not resigned and match.result != (codec.to_json(result) if result else ""):
        raise Mismatch("The result isn't what the last step says.")


def _version_notes(match: Match) -> Iterator[str]:
    """Yield a sentence for each of engine and cards that has changed since the match began."""
    found, info = catalog.title(match.title), catalog.edition(match.title, match.edition)
    if match.engine_version != found.engine_version:
        yield f"It was begun with engine {match.engine_version}; this is {found.engine_version}."
    if match.cards_hash not in (info.cards_hash, *info.former_hashes):
        yield "It was begun with other cards than this edition has now."
