"""Replays stored matches from seed, nonces and moves alone, and compares the result with what is stored."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.db import DatabaseError

from games import catalog
from games.engine import codec
from games.engine.errors import BadOptions, GameError
from games.engine.proofs import FIRST, mix
from games.engine.protocol import Game
from games.fairness.record import pins_of, recorded_steps
from games.matches.models import Match, MatchSecret, Status, Step
from games.replayer.playing import Moment, Setting, differences, play
from games.replayer.record import Mismatch
from games.replayer.record import Step as RecordedStep
from games.replayer.sums import check_chain, commitment_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of replaying a match. *steps:* how many it has. *problems:* empty if all is right."""

    match: str
    steps: int
    problems: tuple[str, ...]


def replay_match(match_id: str) -> Verdict:
    """Return the verdict on one match, up to its first problem. A running match may go on meanwhile.

    That the site has lost the match's rules, or that they can't read it, is a problem like any other.
    """
    # The match's row is read first, and steps stored later are left out, so that row and steps agree.
    match = Match.objects.get(pk=match_id)
    steps = recorded_steps(match)
    try:
        secret = MatchSecret.objects.get(match=match)
        _check_secret(match, secret)
        _check_numbers(match, steps)
        if steps:
            _check_row(match, _check_steps(match, secret, steps))
            _check_links(match, secret, steps)
    except DatabaseError:
        raise
    except Exception as problem:  # what other rules have stored can fail in any way
        return Verdict(match.pk, len(steps), (_told(problem), *_version_notes(match)))
    return Verdict(match.pk, len(steps), ())


def _told(problem: Exception) -> str:
    if isinstance(problem, Mismatch | GameError):
        return str(problem)
    return f"It can’t be replayed: {problem!r:.300}"


def _check_secret(match: Match, secret: MatchSecret) -> None:
    pins = pins_of(match, secret)
    seed, salt = bytes(secret.seed), bytes(secret.salt)
    if len(seed) != len(salt) or commitment_of(secret.version, seed, salt, pins) != secret.commitment:
        raise Mismatch("The seed isn't the one that was committed to.")
    if tuple(pins[: len(match.pins())]) != match.pins():
        raise Mismatch("Game, edition, rules or options aren't those that were committed to.")
    if match.seq >= 0 and mix(secret.version, seed, _nonces(match)) != bytes(secret.played):
        raise Mismatch("The seed that was played with isn't made of the seed and the seats' nonces.")


def _nonces(match: Match) -> list[bytes]:
    return [bytes(nonce) for nonce in match.seats.order_by("number").values_list("nonce", flat=True)]


def _check_numbers(match: Match, steps: list[RecordedStep]) -> None:
    if [step.seq for step in steps] != list(range(match.seq + 1)):
        raise Mismatch(f"The steps aren't numbered 0 to {match.seq} without a gap.")


def _check_links(match: Match, secret: MatchSecret, steps: list[RecordedStep]) -> None:
    """Check each step's link of the chain. *Raises:* `Mismatch`. Old matches have no chain to check."""
    if not steps[0].link:
        return
    pins = pins_of(match, secret)
    check_chain(secret.version, bytes(secret.salt), secret.commitment, pins, _nonces(match), steps)
    if steps[-1].link != match.chain:
        raise Mismatch("The newest link of the chain isn't that of the newest step.")


def _check_steps(match: Match, secret: MatchSecret, steps: list[RecordedStep]) -> Any:
    """Compare every step and return the state after the last one."""
    first, later = _games(match)
    states = [bytes(state) for state in _states(match)]
    setting = Setting(
        later,
        match.options,
        len(match.bots),
        secret.version,
        bytes(secret.played),
        _begins(match, secret, states),
    )
    replayed: list[Moment] = []
    for step, state in zip(steps, states, strict=True):
        game = later if match.later_since is not None and step.seq >= match.later_since else first
        if game is None or step.kind == Step.Kind.RULES:
            moment = _as_stored(step, state)
        else:
            moment = play(replace(setting, game=game), step, replayed)
        for problem in _differences(step, state, moment):
            raise Mismatch(f"Step {step.seq} ({step.kind}): {problem}.")
        replayed.append(moment)
    return later.decode(replayed[-1].state)


def _games(match: Match) -> tuple[Game[Any] | None, Game[Any]]:
    """Return the game that replays the first steps, None if the site lost its rules, and the one of the rest.

    What the players agreed to go on from is taken as it is stored then; the chain still binds it.
    """
    first = (match.title, match.edition, match.engine_version, match.cards_hash)
    is_lost = match.later_since is not None and not catalog.fits(*first)
    return None if is_lost else catalog.game_of(*first), catalog.game_of(*match.rules)


def _as_stored(step: RecordedStep, state: bytes) -> Moment:
    return Moment(state, step.drawn, step.events, step.head, (), step.draws)


def _begins(match: Match, secret: MatchSecret, states: list[bytes]) -> bytes:
    """Return the state that a practice match begins with, in the middle of another match; else nothing."""
    if secret.version == FIRST:
        return b"" if match.practice_seq is None else states[0]
    return bytes.fromhex(pins_of(match, secret)[-1])


def _states(match: Match) -> Iterator[Any]:
    stored = Step.objects.filter(match=match, seq__lte=match.seq).order_by("seq")
    return stored.values_list("state", flat=True).iterator()


def _differences(step: RecordedStep, state: bytes, moment: Moment) -> Iterator[str]:
    if codec.digest(state) != codec.digest(moment.state):
        yield f"the state has digest {codec.digest(state)}, replayed {codec.digest(moment.state)}"
    for problem in differences(step, moment):
        # Matches from before there were chains have kept no draws.
        if step.link or problem != "the draws differ":
            yield problem


def _check_row(match: Match, state: Any) -> None:
    """Compare the match's row with its last state, which doesn't show an end by resignation or timeout."""
    game = catalog.game_of(*match.rules)
    last = Step.objects.get(match=match, seq=match.seq)
    is_from_outside = last.kind in (Step.Kind.RESIGN, Step.Kind.TIMEOUT, Step.Kind.RULES)
    resigned = is_from_outside and match.status == Status.FINISHED
    to_act = [] if resigned or match.stopped_at else list(game.to_act(state))
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
    try:
        found, info = catalog.title(match.title), catalog.edition(match.title, match.edition)
    except BadOptions:
        return
    if match.engine_version != found.engine_version:
        yield f"It was begun with engine {match.engine_version}; this is {found.engine_version}."
    if match.cards_hash not in (info.cards_hash, *info.former_hashes):
        yield "It was begun with other cards than this edition has now."
