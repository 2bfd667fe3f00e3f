"""A locked match: what an action knows and checks before it changes anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.http import Http404

from games import catalog
from games.engine import codec
from games.engine.errors import BadOptions, MatchOver, StaleMatch
from games.engine.protocol import Game
from games.matches.access import check_visible, is_match_id, match_for, match_to_join
from games.matches.errors import NotSeated, NotStarted, RulesChanged
from games.matches.models import Match, MatchSecret, Status
from games.matches.numbering import has_changed

# The fields of a `LockedMatch` and the columns they are read from.
_COLUMNS = {
    "title": "m.title",
    "edition": "m.edition",
    "engine_version": "CASE m.later_hash WHEN '' THEN m.engine_version ELSE m.later_version END",
    "cards_hash": "CASE m.later_hash WHEN '' THEN m.cards_hash ELSE m.later_hash END",
    "is_stopped": "m.stopped_at IS NOT NULL",
    "status": "m.status",
    "seq": "m.seq",
    "tick": "m.tick",
    "bots": "m.bots",
    "to_act": "m.to_act",
    "chain": "m.chain",
    "clock": "m.clock",
    "clocks": "m.clocks",
    "position": "m.position",
    "seat": "s.number",
    "salt": "x.salt",
    "version": "x.version",
    "played": "x.played",
    "state": "n.state",
    "draws": "n.draws",
    "head": "n.head",
    "own_secret": (
        "CASE WHEN m.seq = m.tick OR s.number IS NULL THEN 0 ELSE (SELECT COUNT(*) FROM games_step o"
        " WHERE o.match_id = m.id AND o.seat = s.number AND o.notice = 0) END"  # 0: `Notice.OWN`
    ),
    "has_orders": "EXISTS(SELECT 1 FROM games_standingorder o WHERE o.match_id = m.id)",
    # Whether the request's client move id is stored already.
    "is_repeated": (
        "EXISTS(SELECT 1 FROM games_step r"
        " WHERE r.match_id = m.id AND r.seat = s.number AND r.client_move_id = %s)"
    ),
    "is_undo_asked": (
        "EXISTS(SELECT 1 FROM games_undorequest u WHERE u.match_id = m.id AND u.state = 'asked')"
    ),
}
# Django would take longer to build this query than the rest of a move takes.
_READ = f"""
    SELECT {", ".join(_COLUMNS.values())}
    FROM games_match m LEFT JOIN games_seat s ON s.match_id = m.id AND s.user_id = %s AND s.bot = ''
    LEFT JOIN games_matchsecret x ON x.match_id = m.id
    LEFT JOIN games_step n ON n.match_id = m.id AND n.seq = m.seq
    WHERE m.id = %s
"""  # noqa: S608 (made of constants)
# In databases that lock rows, this statement waits, and the next one sees what others have committed
# meanwhile. A single statement would see the new match row, but outdated seats and requests.
_ROW_LOCK = "SELECT 1 FROM games_match WHERE id = %s FOR UPDATE"


@dataclass(slots=True, kw_only=True)
class LockedMatch:
    """A match whose row is locked until the transaction ends.

    *game:* the playable game of its edition. *fits:* the site has the rules that it is played by.
    *is_repeated:* the seat has a step with the client move id that `lock` was given.
    *is_stopped:* it stands still, as the site had lost them.
    *seat:* the user's seat, None if they have none. *to_act:* seats that must decide.
    *clock*, *clocks:* JSON text that only `games.clocks` reads: the match's clock, and the seats' clocks.
    *chain:* the newest link of the hash chain, empty in matches without a chain. *version:* how its links and
    draws are made.
    *state*, *draws*, *head:* as the newest step stores them; `steps.moment_now` reads them, and *played*.
    *own_secret:* how many secret steps the user's seat has made. *has_orders:* a seat has standing orders.
    *is_undo_asked:* an undo request waits for an answer.
    *position:* what a practice match began with, as `Match` explains.
    """

    match_id: str
    title: str
    edition: str
    game: Game[Any]
    fits: bool
    status: str
    seq: int
    tick: int
    bots: list[str]
    to_act: Sequence[int]
    chain: str
    clock: str
    clocks: str
    seat: int | None
    salt: bytes
    version: int
    played: bytes = b""
    state: bytes = b""
    draws: int = 0
    head: int = -1
    own_secret: int = 0
    has_orders: bool = False
    is_undo_asked: bool = False
    is_stopped: bool = False
    is_repeated: bool = False
    position: str = ""

    def taken_seat(self) -> int:
        """Return the user's seat. *Raises:* `NotSeated`."""
        if self.seat is None:
            raise NotSeated
        return self.seat

    def check_running(self) -> None:
        """Check that the match is running. *Raises:* `NotStarted`, `MatchOver`."""
        if self.status == Status.OPEN:
            raise NotStarted
        if self.status == Status.CANCELLED:
            raise MatchOver("This match was called off.")
        if self.status != Status.RUNNING:
            raise MatchOver

    def check_playable(self) -> None:
        """Check that the match is running and doesn't stand still.

        *Raises:* `NotStarted`, `MatchOver`, `RulesChanged`.
        """
        self.check_running()
        if self.is_stopped or not self.fits:
            raise RulesChanged

    def number(self) -> int:
        """Return the number of the newest step, as the user's seat counts."""
        return self.tick + self.own_secret

    def check_seen(self, seen: int) -> None:
        """Check that nothing that matters to the seat has changed since step *seen*. *Raises:* `StaleMatch`.

        Quiet steps of others (`Notice.QUIET`) don't matter: the seat's own decision is the same.
        """
        if has_changed(self.match_id, self.seat, self.number() - seen):
            raise StaleMatch


def lock(match_id: str, user: Any, client_move_id: str | None = None) -> LockedMatch:
    """Return the match, locked until the transaction ends, with the seat of *user*.

    *user:* a user, an anonymous visitor, or None for the system; the last two have no seat.
    *client_move_id:* of the request, for `is_repeated`.
    *Raises:* `Http404` if the match is absent or hidden.
    """
    if not is_match_id(match_id):
        raise Http404("No such match.")
    user_id = user.pk if user is not None and user.is_authenticated else None
    with connection.cursor() as cursor:
        if connection.features.has_select_for_update:
            cursor.execute(_ROW_LOCK, [match_id])
        cursor.execute(_READ, [client_move_id, user_id, match_id])
        row = cursor.fetchone()
    if row is None:
        raise Http404("No such match.")
    found: dict[str, Any] = dict(zip(_COLUMNS, row, strict=True))
    found["bots"], found["to_act"] = (
        codec.from_json(list, found["bots"]),
        codec.from_json(list, found["to_act"]),
    )
    found |= {name: bytes(found[name] or b"") for name in ("salt", "played", "state")}
    if found["draws"] is None:  # before the deal
        del found["draws"], found["head"]
    pins = found["title"], found["edition"], found.pop("engine_version"), found.pop("cards_hash")
    game, fits = rules_of(*pins)
    locked = LockedMatch(match_id=match_id, game=game, fits=fits, **found)
    if locked.seat is None and user is not None:
        check_visible(user, match_id)
    elif locked.seat is None and locked.status == Status.CANCELLED:
        raise Http404("No such match.")
    return locked


def rules_of(title: str, edition: str, engine_version: str, cards_hash: str) -> tuple[Game[Any], bool]:
    """Return the game that a match began with, and whether the site still has it.

    Of an edition that there isn't any more nothing is played or shown; the match only ends, by any game.
    """
    pins = title, edition, engine_version, cards_hash
    try:
        return catalog.game_of(*pins), catalog.fits(*pins)
    except BadOptions:
        return catalog.title(title).newest.game, False


def locked_before_deal(match: Match, secret: MatchSecret) -> LockedMatch:
    """Return *match* as it is before its first step. The transaction must have locked or made it."""
    return LockedMatch(
        match_id=match.pk,
        title=match.title,
        edition=match.edition,
        game=catalog.game_of(*match.rules),
        fits=True,
        status=match.status,
        seq=match.seq,
        tick=match.tick,
        bots=match.bots,
        to_act=(),
        chain="",
        clock=match.clock,
        clocks="[]",
        seat=None,
        salt=bytes(secret.salt),
        version=secret.version,
    )


def lock_row(match_id: str, user: Any) -> Match:
    """Return the match's locked model, for changes that make no step.

    *Raises:* `Http404` if it is absent or hidden from *user*.
    """
    match_for(user, match_id)
    return _row(match_id)


def lock_row_to_join(match_id: str, user: Any, key: str) -> Match:
    """Return the match like `lock_row`; *key* also opens a private match that waits for players."""
    match_to_join(user, match_id, key)
    return _row(match_id)


def _row(match_id: str) -> Match:
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise Http404("No such match.")
    return match
