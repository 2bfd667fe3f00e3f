"""The lobby's list of running matches to watch, each with a thumbnail of its public view."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q
from django.utils.safestring import SafeString

from games import catalog
from games.boards.keeping import Keeper
from games.boards.thumbnails import as_svg, caption, thumbnail
from games.engine.viewers import SPECTATOR
from games.lobby.lists import MatchLine, edition_names, line_of
from games.matches.models import Match, Status, Step, Watch
from games.matches.queries.people import with_people

MOST_WATCHED = 6
# Thumbnails of so many characters are kept; each is that of one step of a match.
_kept: Keeper[str] = Keeper(4 * 2**20, len)


@dataclass(frozen=True, slots=True)
class WatchLine:
    """A running match. *picture:* its thumbnail as SVG, empty if its title has none."""

    line: MatchLine
    picture: SafeString


def running_matches(user: Any) -> tuple[WatchLine, ...]:
    """Return other people's running matches that anybody may watch without a delay, newest change first.

    Only those that stood in the lobby: who plays by a link alone isn't put on show.
    """
    found = Match.objects.filter(
        status=Status.RUNNING,
        is_listed=True,
        is_private=False,
        watch=Watch.ALL,
        watch_delay=0,
        stopped_at=None,
    )
    if user.is_authenticated:
        found = found.exclude(seats__user=user)
    matches = list(with_people(found.order_by("-updated_at")[:MOST_WATCHED]))
    pictures = _pictures(matches)
    names = edition_names(matches)
    return tuple(WatchLine(line_of(match, names=names), pictures[match.pk]) for match in matches)


def _pictures(matches: Sequence[Match]) -> dict[str, SafeString]:
    """Return the thumbnail of each match by its id, with one query for all that aren't kept yet."""
    drawn = {match.pk: _kept.get((match.pk, match.seq)) for match in matches}
    missing = {match.pk: match for match in matches if drawn[match.pk] is None}
    if missing:
        newest = reduce(or_, (Q(match=match, seq=match.seq) for match in missing.values()))
        for match_id, state in Step.objects.filter(newest).order_by().values_list("match_id", "state"):
            svg = drawn[match_id] = _drawn(missing[match_id], bytes(state))
            _kept.put((match_id, missing[match_id].seq), svg)
    return {match_id: SafeString(kept or "") for match_id, kept in drawn.items()}


def _drawn(match: Match, state: bytes) -> str:
    if not catalog.fits(*match.rules):
        return ""
    game = catalog.game_of(*match.rules)
    view = game.view(game.decode(state), SPECTATOR)
    return as_svg(thumbnail(match, view), caption(match, view))
