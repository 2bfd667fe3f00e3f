"""Joining a match, and calling one off before it begins."""

from typing import Any

from django.db import transaction

from games import catalog
from games.matches.actions.create import deal, part_of, read_nonce
from games.matches.actions.invitations import accept
from games.matches.changes import announce_on_commit, end_seats, hooks
from games.matches.errors import CannotCancel, CannotJoin
from games.matches.locked_match import lock_row, lock_row_to_join
from games.matches.models import Match, MatchSecret, Seat, Status
from games.matches.notify import notify_called_off
from scrapsite.common import limits
from scrapsite.server.work.once import Note, forget


def join_match(match_id: str, user: Any, nonce: object = None, key: str = "", note: Note = forget) -> Match:
    """Give *user* the first free seat and return the match; it begins when the last seat is taken.

    *nonce:* hexadecimal digits to mix into the seed; random if missing. *key:* the key of a private match.
    *note:* see `once`.
    *Raises:* `Http404`, `CannotJoin`, `BadOptions`, `Full`.
    """
    bytes_given = read_nonce(nonce)
    with transaction.atomic(durable=True):
        match = lock_row_to_join(match_id, user, key)
        take_seat(match, user, bytes_given)
        note(match.pk)
    return match


def take_seat(match: Match, user: Any, nonce: bytes = b"") -> None:
    """Give *user* a seat in the locked *match*, and deal if it was the last open one.

    *Raises:* `CannotJoin`, `Full`.
    """
    seat = _free_seat(match, user)
    limits.require_quota("matches", user)
    seat.user, seat.nonce = user, part_of(MatchSecret.objects.get(match=match), seat.number, nonce)
    seat.save(update_fields=["user", "nonce"])
    accept(match, user)
    if not match.seats.filter(user=None, bot="").exists():
        deal(match)
    else:
        match.save(update_fields=["updated_at"])
        announce_on_commit(match.pk)


def check_seat_open(match: Match, user: Any) -> None:
    """Check that a seat is open to *user*, before a visitor becomes a guest to take it.

    *Raises:* `CannotJoin`.
    """
    if match.status != Status.OPEN or not match.seats.filter(user=None, bot="").exists():
        raise CannotJoin("This match has no free seats any more.")
    if not catalog.fits(*match.rules):
        raise CannotJoin(
            "The site no longer has the rules of this match, so it can’t begin. Create a new one."
        )
    for check in hooks.on_join:
        check(match, user)


def cancel_match(match_id: str, user: Any) -> Match:
    """Call off the match and return it. Only its maker can, and only before it begins.

    *Raises:* `Http404`, `CannotCancel`.
    """
    with transaction.atomic(durable=True):
        match = lock_row(match_id, user)
        if match.created_by_id != user.pk:
            raise CannotCancel("Only the player who created the match can call it off.")
        if match.status == Status.CANCELLED:
            return match
        if match.status != Status.OPEN:
            has_begun = match.status == Status.RUNNING
            raise CannotCancel("The match has begun; you can resign instead." if has_begun else "It is over.")
        call_off(match, user)
    return match


def call_off_open(match_id: str, **still: Any) -> bool:
    """Call off the match for the site if it is open, and *still* as those values of its columns say.

    Return whether it was called off. Call it in a transaction.
    """
    match = Match.objects.select_for_update().filter(pk=match_id, status=Status.OPEN, **still).first()
    if match is not None:
        call_off(match)
    return match is not None


def call_off(match: Match, user: Any = None) -> None:
    """Call off the locked, open *match*. *user:* whose wish it is, None if the site has to."""
    match.status, match.deadline = Status.CANCELLED, None
    match.save(update_fields=["status", "deadline", "updated_at"])
    end_seats(match.pk, match.updated_at)
    notify_called_off(match, by=user.pk if user else None)
    announce_on_commit(match.pk)


def _free_seat(match: Match, user: Any) -> Seat:
    seats = list(match.seats.order_by("number"))
    if any(seat.user_id == user.pk for seat in seats):
        raise CannotJoin("You are already in this match.")
    check_seat_open(match, user)
    free = [seat for seat in seats if seat.user_id is None and not seat.bot]
    kept = _kept_for(match, user)
    return next((seat for seat in free if seat.number == kept), free[0])


def _kept_for(match: Match, user: Any) -> int | None:
    """Return the seat that a rematch keeps for *user*, their last one; None in other matches."""
    if match.rematch_of_id is None:
        return None
    return Seat.objects.filter(match=match.rematch_of_id, user=user).values_list("number", flat=True).first()
