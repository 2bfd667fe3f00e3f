"""The key moments of a match: those that events mark, and changes of the lead."""

from dataclasses import dataclass

from games import boards, catalog
from games.engine.viewers import SPECTATOR
from games.matches.models import Match, Step
from games.matches.queries.board import LogLine
from games.matches.queries.people import seat_names
from games.replay.moments import Knowledge, by_its_rules, marks_of


@dataclass(frozen=True, slots=True)
class Moment:
    """A key moment. *line:* what happens. *leader:* who takes the lead with this step, or empty."""

    line: LogLine
    leader: str


def moments(match: Match, whose: Knowledge, until: int | None) -> list[Moment]:
    """Return the key moments that *whose* may know, up to the step numbered *until*, or all for None."""
    with by_its_rules(match):
        found = [mark for mark in marks_of(match, whose) if until is None or mark[1].seq <= until]
        leaders = _leaders(match, [seq for seq, _ in found])
    return [Moment(line, leaders.pop(seq, "")) for seq, line in found]


def _leaders(match: Match, seqs: list[int]) -> dict[int, str]:
    """Return the new leader's name by the seq of each step with which the lead changes."""
    if not boards.has_standing(match.title):
        return {}
    game = catalog.game_of(*match.rules)
    names = seat_names(match.seats.select_related("user__profile").order_by("number"))
    states = Step.objects.filter(match=match, seq__in=set(seqs)).order_by("seq").values_list("seq", "state")
    changes: dict[int, str] = {}
    leader = -1
    for seq, state in states.iterator():
        standing = boards.standing(match.title, game.view(game.decode(bytes(state)), SPECTATOR))
        best = [seat for seat, value in enumerate(standing) if value == max(standing)]
        if len(best) == 1 and best[0] != leader:
            leader = best[0]
            changes[seq] = names[leader]
    return changes
