"""How viewers number steps: each counts only those it notices, so nobody can count others' secret steps.

In games without secret decisions these are the steps' own numbers.
"""

from django.db.models import Q

from games.matches.models import Match, Notice, Step

# What is more steps behind than this is out of date, whatever the steps were.
MOST_IN_PASSING = 50


def noticed_by(seat: int | None) -> Q:
    """Return a filter for the steps that *seat* notices: all that aren't secret, and its own.

    Pass -1 or None for the spectator.
    """
    return Q(notice__gt=Notice.OWN) | Q(seat=seat)


def secret_steps(match_id: str, seat: int | None, most: int, until: int | None = None) -> int:
    """Return how many secret steps of its own *seat* has. *most:* how many the match has of all seats.

    *until:* count them up to this step only.
    """
    if not most or seat is None or seat < 0:
        return 0
    found = Step.objects.filter(match_id=match_id, seat=seat, notice=Notice.OWN)
    return (found if until is None else found.filter(seq__lte=until)).count()


def number_of(step: Step) -> int:
    """Return the number of *step*, as its own seat counts."""
    return step.tick + secret_steps(step.match_id, step.seat, step.seq - step.tick, step.seq)


def newest_number(match: Match, seat: int) -> int:
    """Return the number of the newest step that *seat* notices. Pass -1 for the spectator."""
    return match.tick + secret_steps(match.pk, seat, match.seq - match.tick)


def has_changed(match_id: str, seat: int | None, behind: int) -> bool:
    """Return whether any of the last *behind* steps that *seat* notices matters to what it has to decide.

    Quiet steps of others (`Notice.QUIET`) don't matter: the seat's own decision is the same.
    """
    if not behind:
        return False
    if not 0 < behind <= MOST_IN_PASSING:
        return True
    noticed = Step.objects.filter(noticed_by(seat), match_id=match_id)
    last = noticed.order_by("-seq").values_list("seat", "notice")[:behind]
    return any(other == seat or notice != Notice.QUIET for other, notice in last)
