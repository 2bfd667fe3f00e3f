"""Notifications about matches: whether each still matters when it is sent, and its words.

The rooms that cause a notification store its row (`scrapsite.notifications.notify`). This room is called when
the row is sent. `SOURCE` is registered with the notifications when the app starts.
"""
