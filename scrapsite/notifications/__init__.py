"""Alerts: what people want to be told of while they are away, by e-mail, push, feed and webhook.

The rest of the site calls `tell` and `announce`, inside the transaction of the change that is told of.
"""

from scrapsite.notifications.notifying import announce, tell, tell_seats

__all__ = ["announce", "tell", "tell_seats"]
