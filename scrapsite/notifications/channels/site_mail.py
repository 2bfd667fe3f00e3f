"""Mail that Django and allauth send, with links to confirm an address or to choose a new password.

Whoever sends only queues it; the worker sends it. The queue holds such a link, so a letter is deleted as soon
as it has gone out, has been given up or is a day old.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from scrapsite.notifications.channels.email import automatic_headers, transmit
from scrapsite.notifications.delivery import Unwanted
from scrapsite.notifications.kinds import SITE_MAIL
from scrapsite.notifications.models import Delivery

LONGEST_WAIT = timedelta(days=1)
_KEPT = ("subject", "body", "from_email", "to", "cc", "bcc", "reply_to")


class QueueBackend(BaseEmailBackend):
    """Django's way to send mail here: stores each message, in the present transaction if there is one."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue the messages and return how many. *Raises:* `ValueError` for a message with attachments."""
        now = timezone.now()
        wanted = [message for message in email_messages if message.recipients()]
        contents = [_content_of(message) for message in wanted]
        Delivery.objects.bulk_create(
            Delivery(channel=SITE_MAIL, content=content, next_try=now) for content in contents
        )
        return len(contents)


def send_site_mail(delivery: Delivery) -> None:
    """Send the message. *Raises:* `Unwanted` if it is too old by now; `NotNow`, `Down`, `Never`."""
    if timezone.now() - delivery.created_at > LONGEST_WAIT:
        raise Unwanted("It has waited too long.")
    content = delivery.content
    headers = automatic_headers(delivery) | content["headers"]
    message = EmailMultiAlternatives(**{name: content[name] for name in _KEPT}, headers=headers)
    if content["html"]:
        message.attach_alternative(content["html"], "text/html")
    transmit(message)


def _content_of(message: EmailMessage) -> dict[str, object]:
    if message.attachments:
        raise ValueError("A message with attachments can't be queued.")
    others = getattr(message, "alternatives", [])
    html = next((str(content) for content, kind in others if kind == "text/html"), "")
    kept = {name: getattr(message, name) for name in _KEPT}
    texts = {"subject": str(message.subject), "body": str(message.body)}
    return {**kept, **texts, "headers": dict(message.extra_headers), "html": html}
