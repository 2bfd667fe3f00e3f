"""Inviting players by name, and their answers. Players accept by taking a seat: see `seats`."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.engine.errors import BadOptions
from games.matches.access import check_seated
from games.matches.changes import announce_on_commit
from games.matches.errors import CannotInvite
from games.matches.locked_match import lock_row
from games.matches.models import Invitation, Match, Mute, Status
from games.matches.notifications import INVITATION, notify
from scrapsite.common.players import player_named

MOST_INVITED = 20


def invite(match_id: str, user: Any, name: str) -> Invitation:
    """Invite the player called *name* to a match in which *user* has a seat, and return the invitation.

    *Raises:* `Http404`, `NotSeated`, `CannotInvite`.
    """
    with transaction.atomic(durable=True):
        match = lock_row(match_id, user)
        check_seated(user, match)
        if match.status != Status.OPEN:
            raise CannotInvite("This match has no free seats any more.")
        found = send_invitation(match, user, find_player(name))
        _announce(match)
        return found


def send_invitation(match: Match, by: Any, user: Any) -> Invitation:
    """Invite and notify *user*; return the invitation. *match:* locked. *Raises:* `CannotInvite`."""
    if match.seats.filter(user=user).exists():
        raise CannotInvite("This player is already in the match.")
    found = Invitation.objects.filter(match=match, user=user).first()
    key = ""
    if found is None:
        if match.invitations.count() >= MOST_INVITED:
            raise CannotInvite(f"You can invite at most {MOST_INVITED} players to a match.")
        found = Invitation.objects.create(match=match, user=user, by=by)
    elif found.answer == Invitation.Answer.WITHDRAWN:
        found.by, found.answer, found.answered_at = by, Invitation.Answer.NONE, None
        found.created_at = timezone.now()
        found.save()
        # An invitation that is withdrawn and sent again notifies at most once an hour.
        key = f"{INVITATION}:{match.pk}:{found.pk}:{found.created_at:%Y-%m-%dT%H}"
    else:
        raise CannotInvite("This player has declined." if found.answer else "This player is already invited.")
    # Players don't hear from users they have muted, and those users don't learn that they are muted.
    if not Mute.objects.filter(user=user, muted=by).exists():
        notify([user.pk], INVITATION, match, key=key, about=found.pk)
    return found


def decline(match_id: str, user: Any) -> None:
    """Decline the invitation to a match; once it is declined, nothing happens.

    *Raises:* `Http404`, and `CannotInvite` if there is none.
    """
    # Whoever has declined may no longer see a private match.
    mine = Invitation.objects.filter(match=match_id, user=user.pk)
    if mine.filter(answer=Invitation.Answer.DECLINED).exists():
        return
    with transaction.atomic(durable=True):
        match = lock_row(match_id, user)
        found = Invitation.objects.filter(match=match, user=user.pk, answer=Invitation.Answer.NONE)
        if not found.update(answer=Invitation.Answer.DECLINED, answered_at=timezone.now()):
            raise CannotInvite("You have no invitation to this match to decline.")
        _announce(match)


def withdraw_invitation(match_id: str, user: Any, pk: int) -> None:
    """Withdraw an unanswered invitation; its sender and the match's maker may do so.

    *Raises:* `Http404`, `CannotInvite`.
    """
    with transaction.atomic(durable=True):
        match = lock_row(match_id, user)
        found = Invitation.objects.filter(match=match, pk=pk, answer=Invitation.Answer.NONE)
        if match.created_by_id != user.pk:
            found = found.filter(by=user.pk)
        if not found.update(answer=Invitation.Answer.WITHDRAWN, answered_at=timezone.now()):
            raise CannotInvite("There is no such invitation to withdraw.")
        _announce(match)


def _announce(match: Match) -> None:
    """Have the open pages of a match that waits for players show its invitations anew."""
    if match.status == Status.OPEN:
        match.save(update_fields=["updated_at"])
        announce_on_commit(match.pk)


def accept(match: Match, user: Any) -> None:
    """Mark the invitation of *user*, who takes a seat now, as accepted, if there is one."""
    invited = Invitation.objects.filter(match=match, user=user)
    invited.exclude(answer=Invitation.Answer.ACCEPTED).update(
        answer=Invitation.Answer.ACCEPTED, answered_at=timezone.now()
    )


def find_player(name: str) -> Any:
    """Return the player called *name*. *Raises:* `CannotInvite` if there is none."""
    found = player_named(name)
    if found is None:
        raise CannotInvite(f"There is no player called “{name[:40]}”.")
    return found


def find_players(names: list[str], me: Any, seats: int) -> list[Any]:
    """Return the players called *names*, each once. *Raises:* `BadOptions`.

    *me:* the user who invites. *seats:* how many seats are open; without any, nobody can be invited.
    """
    if not names:
        return []
    if not seats:
        raise BadOptions("There is no free seat for the players you invite.")
    if len(names) > MOST_INVITED:
        raise BadOptions(f"You can invite at most {MOST_INVITED} players to a match.")
    found: dict[int, Any] = {}
    for name in names:
        try:
            player = find_player(name)
        except CannotInvite as error:
            raise BadOptions(error.reason) from error
        if me is not None and player.pk == me.pk:
            raise BadOptions("You don’t need an invitation to your own match.")
        found[player.pk] = player
    return list(found.values())
