"""The key moments of a match: those that events mark, and changes of the lead."""

from dataclasses import dataclass

from games import boards, catalog
from games.boards.keeping import Keeper
from games.engine.viewers import SPECTATOR
from games.matches.models import Match, Step
from games.matches.queries.board import LogLine
from games.matches.queries.people import people_of, seat_names
from games.replay.moments import Knowledge, by_its_rules, marks_of


@dataclass(frozen=True, slots=True)
class Moment:
    """A key moment. *line:* what happens. *leader:* who takes the lead with this step, or empty; *leads:*
    their seat, or None.

    *is_turning_point:* more than a turn or round that begins: a knock-out, or a change of the lead.
    """

    line: LogLine
    leader: str
    leads: int | None
    is_turning_point: bool


@dataclass(frozen=True, slots=True)
class Timeline:
    """The steps that a replay's scrubber reaches and marks. *furthest:* the last one.

    *turns:* where turns and rounds begin. *points:* the turning points: knock-outs, changes of the lead.
    """

    furthest: int
    turns: tuple[int, ...]
    points: tuple[int, ...]


# Finding the marks reads the whole match, and each moment of a replay shows them. So many of them are kept.
_MOST_MARKS = 200_000
_NOBODY = ("", None)
_Marks = tuple[tuple[int, ...], tuple[int, ...]]
_kept: Keeper[_Marks] = Keeper(_MOST_MARKS, lambda marks: 10 + len(marks[0]) + len(marks[1]))


def timeline(match: Match, whose: Knowledge, until: int) -> Timeline:
    """Return the timeline up to the step that *whose* counts as *until*, with nothing that comes later."""
    key = match.pk, whose.key, whose.newest
    found = _kept.get(key)
    if found is None:
        every = moments(match, whose, None)
        decisive = {moment.line.seq for moment in every if moment.is_turning_point}
        found = tuple(sorted({moment.line.seq for moment in every} - decisive)), tuple(sorted(decisive))
        _kept.put(key, found)
    turns, points = (tuple(step for step in steps if step <= until) for steps in found)
    return Timeline(until, turns, points)


def moments(match: Match, whose: Knowledge, until: int | None) -> list[Moment]:
    """Return the key moments that *whose* may know, up to the step numbered *until*, or all for None."""
    with by_its_rules(match):
        found = [mark for mark in marks_of(match, whose) if until is None or mark[2].seq <= until]
        leaders = _leaders(match, [seq for seq, _, _ in found])
    told = [(line, *leaders.pop(seq, _NOBODY), is_point) for seq, is_point, line in found]
    return [Moment(line, leader, leads, is_point or bool(leader)) for line, leader, leads, is_point in told]


def _leaders(match: Match, seqs: list[int]) -> dict[int, tuple[str, int]]:
    """Return the new leader's name and seat by the seq of each step with which the lead changes."""
    if not boards.has_standing(match.title):
        return {}
    game = catalog.game_of(*match.rules)
    names = seat_names(people_of(match))
    states = Step.objects.filter(match=match, seq__in=set(seqs)).order_by("seq").values_list("seq", "state")
    changes: dict[int, tuple[str, int]] = {}
    leader = -1
    for seq, state in states.iterator():
        standing = boards.standing(match.title, game.view(game.decode(bytes(state)), SPECTATOR))
        best = [seat for seat, value in enumerate(standing) if value == max(standing)]
        if len(best) == 1 and best[0] != leader:
            leader = best[0]
            changes[seq] = names[leader], leader
    return changes
