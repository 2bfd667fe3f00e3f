"""The lobby's list of running matches to watch, each with a thumbnail of its public view."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.utils.safestring import SafeString

from games import catalog
from games.boards.thumbnails import as_svg, thumbnail
from games.engine.viewers import SPECTATOR
from games.lobby.lists import MatchLine, line_of, with_people
from games.matches.models import Match, Status, Step, Watch

MOST_WATCHED = 6
_KEPT_SECONDS = 60 * 60


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
    return tuple(WatchLine(line_of(match), pictures[match.pk]) for match in matches)


def _pictures(matches: Sequence[Match]) -> dict[str, SafeString]:
    """Return the thumbnail of each match by its id, with one query for all that aren't kept yet."""
    keys = {f"thumbnail:{match.pk}:{match.seq}": match for match in matches}
    kept: dict[str, str] = cache.get_many(keys)
    missing = {match.pk: (key, match) for key, match in keys.items() if key not in kept}
    if missing:
        newest = reduce(or_, (Q(match=match, seq=match.seq) for _, match in missing.values()))
        drawn = {}
        for match_id, state in Step.objects.filter(newest).order_by().values_list("match_id", "state"):
            key, match = missing[match_id]
            drawn[key] = _drawn(match, bytes(state))
        cache.set_many(drawn, _KEPT_SECONDS)
        kept |= drawn
    return {match.pk: SafeString(kept.get(key, "")) for key, match in keys.items()}


def _drawn(match: Match, state: bytes) -> str:
    if not catalog.fits(*match.rules):
        return ""
    game = catalog.game_of(*match.rules)
    return as_svg(thumbnail(match, game.view(game.decode(state), SPECTATOR)))
