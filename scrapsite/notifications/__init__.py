"""Notifications for people who are away, by e-mail, push, feed and webhook.

The apps call `notify` and `announce` inside the transaction of the change. They register the kinds of
notification and the words for them in `registry`.
"""

from scrapsite.notifications.channels.available import UserQuery, placeholders
from scrapsite.notifications.making import announce, notify

__all__ = ["UserQuery", "announce", "notify", "placeholders"]
