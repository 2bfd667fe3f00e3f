"""The delivery worker: one thread makes deliveries, and one thread per channel sends them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import connection

from scrapsite.notifications.channels.email import send_letter
from scrapsite.notifications.channels.push import send_push
from scrapsite.notifications.channels.site_mail import send_site_mail
from scrapsite.notifications.channels.webhooks import call_hook
from scrapsite.notifications.delivery import Down, send_due
from scrapsite.notifications.digests import forget_old, make_digests
from scrapsite.notifications.kinds import EMAIL, PUSH, SITE_MAIL, WEBHOOK, can_push

logger = logging.getLogger(__name__)

ROUND_SECONDS = 2.0
DOWN_SECONDS = 60.0
ROUNDS_TO_FORGET = 1800


def digest_round() -> int:
    """Make deliveries of the notifications that are due; return for how many users and webhooks."""
    return make_digests()


def mail_round() -> int:
    """Send the letters that are due; return how many were tried."""
    return send_due(EMAIL, send_letter)


def site_mail_round() -> int:
    """Send the mail of Django and allauth that is due; return how much was tried."""
    return send_due(SITE_MAIL, send_site_mail)


def push_round() -> int:
    """Send the push messages that are due; return how many were tried."""
    return send_due(PUSH, send_push)


def call_round() -> int:
    """Call the webhooks that are due; return how many were tried."""
    return send_due(WEBHOOK, call_hook)


def deliver() -> int:
    """Do one round of everything and return the number of attempts. For tests and the command line."""
    digest_round()
    return site_mail_round() + mail_round() + push_round() + call_round()


def delivery_threads(stop: threading.Event) -> list[threading.Thread]:
    """Return the threads, not yet started. They work until *stop* is set."""
    rounds = [digest_round, site_mail_round, mail_round, call_round]
    if can_push():
        rounds.append(push_round)
    return [
        threading.Thread(target=_work, args=(stop, one), name=f"delivery-{one.__name__}", daemon=True)
        for one in rounds
    ]


def _work(stop: threading.Event, one_round: Callable[[], int]) -> None:
    """Do rounds until *stop* is set. Wait longer after a round that found its channel down."""
    pause, rounds = ROUND_SECONDS, 0
    while not stop.wait(pause):
        pause, rounds = ROUND_SECONDS, rounds + 1
        try:
            one_round()
            if one_round is digest_round and rounds % ROUNDS_TO_FORGET == 0:
                forget_old()
        except Down as problem:
            logger.warning("A channel is closed for now: %s", problem)
            pause = DOWN_SECONDS
        except Exception:
            logger.exception("A round of deliveries failed.")
            connection.close()
    connection.close()
