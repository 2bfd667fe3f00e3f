"""Notifications: what people want to hear of while they are away, by e-mail, push, feed and webhook.

The apps call `notify` and `announce` inside the transaction of the change that is told of. What there is to
tell, and in which words, they register (`registry`).
"""

from scrapsite.notifications.channels.available import UserQuery, placeholders
from scrapsite.notifications.making import announce, notify

__all__ = ["UserQuery", "announce", "notify", "placeholders"]
