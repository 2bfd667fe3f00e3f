"""Rematches: the same match again for all its players, each on their seat.

No rulebook lets a seat decide who begins: chance does, or all decide at once. So nobody needs another colour.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from games import catalog
from games.engine import codec
from games.matches.access import visible_to
from games.matches.actions.bring import bring_again
from games.matches.actions.create import MatchSetup, Place, make_match, open_place
from games.matches.actions.invitations import send_invitation
from games.matches.actions.seats import take_seat
from games.matches.actions.terms import terms_of
from games.matches.changes import announce_on_commit, hooks
from games.matches.errors import CannotRepeat, NotSeated
from games.matches.locked_match import lock_row
from games.matches.models import Match, Seat, Status

_OVER = (Status.FINISHED, Status.CANCELLED)


def rematch(match_id: str, user: Any) -> Match:
    """Return the rematch of a match that is over, and give *user* a seat in it.

    It is a new match to which the others are invited, or the one that another player has already made.

    When it begins, its people have the decks with which they played before.

    *Raises:* `Http404`, `NotSeated`, `CannotRepeat`, `BadOptions`, `Full`, and what `hooks.on_repeat` raises.
    """
    match, is_seated = _seated_again(match_id, user)
    if is_seated and match.status == Status.RUNNING:
        bring_again(match)
    return match


def _seated_again(match_id: str, user: Any) -> tuple[Match, bool]:
    """Return the rematch, and whether *user* has sat down there just now."""
    with transaction.atomic(durable=True):
        old = lock_row(match_id, user)
        seats = list(old.seats.select_related("user").order_by("number"))
        if all(seat.user_id != user.pk for seat in seats):
            raise NotSeated
        if old.status not in _OVER:
            raise CannotRepeat("The match isn’t over yet.")
        found = going_for(user, old.pk).select_for_update(of=("self",)).first()
        if found is None:
            if old.is_practice:
                raise CannotRepeat("This was practice. Begin it again where you began it.")
            _check_anybody_left(seats, user)
            return _made_again(old, seats, user), True
        is_free = found.status == Status.OPEN and not found.seats.filter(user=user).exists()
        if is_free:
            take_seat(found, user)
        return found, is_free


def going_for(user: Any, match_id: str) -> QuerySet[Match]:
    """Return the rematches of a match that *user* can join, or plays in.

    In others the seats went to somebody else, or *user* isn't welcome.
    """
    seated = Seat.objects.filter(user=user, bot="").values("match")
    usable = Q(status=Status.OPEN) | Q(status=Status.RUNNING, pk__in=seated)
    return visible_to(user).filter(usable, rematch_of=match_id)


def _check_anybody_left(seats: list[Seat], user: Any) -> None:
    """Check that somebody is left to play with, if *user* played with people. *Raises:* `CannotRepeat`."""
    others = [seat.user for seat in seats if seat.user is not None and seat.user_id != user.pk]
    if others and not any(other.is_active for other in others):
        raise CannotRepeat("Nobody you played with is here any more. Create a new match.")


def _made_again(old: Match, seats: list[Seat], user: Any) -> Match:
    """Return a new match like *old*, with the other people invited who are still here."""
    for check in hooks.on_repeat:
        check(old.edition)
    setup = MatchSetup(
        title=catalog.title(old.title),
        edition=catalog.edition(old.title, old.edition),
        options=codec.from_json(catalog.game(old.title, old.edition).options_type, old.options),
        places=[_place(seat, user) for seat in seats],
        clock=old.clock,
        terms=terms_of(old),
    )
    match = make_match(user, setup, rematch_of=old)
    for seat in seats:
        if seat.user is not None and seat.user_id != user.pk and seat.user.is_active:
            send_invitation(match, user, seat.user)
    # The pages of the other players show a link to the rematch.
    old.save(update_fields=["updated_at"])
    announce_on_commit(old.pk)
    return match


def _place(seat: Seat, user: Any) -> Place:
    """Return the place for *seat* in the rematch. If a bot took the seat over, it's open for its player."""
    if seat.user_id == user.pk:
        return open_place("me")
    return open_place("open") if seat.user_id or not seat.bot else open_place("bot", seat.bot)
