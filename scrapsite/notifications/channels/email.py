"""E-mail to confirmed addresses. Every attempt to send a letter uses the same Message-ID."""

from __future__ import annotations

import smtplib
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection

from scrapsite.notifications.delivery import Down, Never, NotNow, Unwanted
from scrapsite.notifications.models import Delivery
from scrapsite.notifications.preferences.choosing import is_wanted

# Errors that would hit every other letter as well. smtplib's exceptions are also OSErrors.
_CLOSED = (
    smtplib.SMTPServerDisconnected,
    smtplib.SMTPConnectError,
    smtplib.SMTPHeloError,
    smtplib.SMTPAuthenticationError,
)


def confirmed_address(user: Any) -> str:
    """Return the address that *user* gave and confirmed, or an empty string."""
    found = EmailAddress.objects.filter(user=user, verified=True, primary=True)
    return found.values_list("email", flat=True).first() or ""


def send_letter(delivery: Delivery) -> None:
    """Send the letter.

    *Raises:* `Unwanted` if the user has no address any more, switched this off or has settled it; `NotNow`,
    `Down`, `Never`.
    """
    if delivery.user is None or confirmed_address(delivery.user) != delivery.content["to"]:
        raise Unwanted("The address isn’t confirmed any more.")
    if not is_wanted(delivery):
        raise Unwanted("Such e-mails were turned off, or the matter is settled.")
    transmit(message_of(delivery))


def transmit(message: EmailMessage) -> None:
    """Hand *message* to the mail server; only the worker does that. *Raises:* `NotNow`, `Down`, `Never`."""
    message.connection = get_connection(settings.WORKER_EMAIL_BACKEND)
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as problem:
        _give_up_or_wait([code for code, _ in problem.recipients.values()], problem)
    except smtplib.SMTPDataError as problem:
        _give_up_or_wait([problem.smtp_code], problem)
    except _CLOSED as problem:
        raise Down(repr(problem)) from problem
    except smtplib.SMTPException as problem:
        raise NotNow(repr(problem)) from problem
    except OSError as problem:
        raise Down(repr(problem)) from problem


def message_of(delivery: Delivery) -> EmailMultiAlternatives:
    """Return the letter, the same at each attempt. Headers mark it as automatic and allow unsubscribing."""
    content = delivery.content
    message = EmailMultiAlternatives(
        content["subject"],
        content["text"],
        to=[content["to"]],
        headers={
            **automatic_headers(delivery),
            "List-Unsubscribe": f"<{content['stop']}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    message.attach_alternative(content["html"], "text/html")
    return message


def automatic_headers(delivery: Delivery) -> dict[str, str]:
    """Return headers that mark a letter as automatic and are the same at each attempt."""
    return {
        "Message-ID": f"<{delivery.pk}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>",
        "Date": format_datetime(delivery.created_at),
        "Auto-Submitted": "auto-generated",
    }


def _give_up_or_wait(codes: list[int], problem: Exception) -> None:
    if codes and all(500 <= code < 600 for code in codes):
        raise Never(repr(problem)) from problem
    raise NotNow(repr(problem)) from problem
