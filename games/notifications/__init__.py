"""What people are told of matches while they are away: whether it still matters, and in which words.

The rooms that cause a notification make its row (`scrapsite.notifications.notify`); this room is asked when
the row goes out. `SOURCE` is registered with the notifications when the app starts.
"""
