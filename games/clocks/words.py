"""Clocks and times in plain words."""

from games.clocks.rules import DAY, HOUR, MINUTE, Clock

_NAMES = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"))
_AFTER_TIMEOUT = {
    "move": "If you run out of time, the system moves for you; after three times a bot takes your seat.",
    "bot": "If you run out of time, a bot takes your seat.",
    "forfeit": "If you run out of time, you lose.",
}
_FORFEIT_OF_MANY = "If you run out of time, a bot takes your seat; if no other player is left, you lose."


def duration(seconds: float) -> str:
    """Return *seconds* in its two largest units, rounded: `2 days 3 hours`, `40 minutes`, `20 seconds`."""
    if round(seconds) < MINUTE:
        return _count(max(0, round(seconds)), "second")
    unit = MINUTE if seconds < 2 * DAY else HOUR
    whole = round(seconds / unit) * unit
    parts = []
    for size, name in _NAMES:
        count, whole = divmod(whole, size)
        if count:
            parts.append(_count(int(count), name))
    return " ".join(parts[:2])


def short_words(clock: Clock) -> str:
    """Return *clock* in a few words, for lists: `3 days a move`, `10 minutes + 30 seconds a move`."""
    if clock.kind == "none":
        return "No clock"
    if clock.kind == "move":
        return f"{duration(clock.seconds)} a move"
    if clock.increment:
        return f"{duration(clock.seconds)} + {duration(clock.increment)} a move"
    return f"{duration(clock.seconds)} for the match"


def rest_words(clock: Clock) -> str:
    """Return a sentence that says which days don't count for *clock*; empty if all do."""
    left_out = [
        word for word, is_so in (("weekends", clock.weekends), ("time off", clock.vacations)) if is_so
    ]
    if not left_out or clock.kind == "none":
        return ""
    words = " and ".join(left_out)
    return f"{words[0].upper()}{words[1:]} {'doesn’t' if words == 'time off' else 'don’t'} count."


def timeout_words(clock: Clock, seats: int) -> str:
    """Return a sentence that says what happens when the time is up; empty if there is no clock.

    *seats:* how many seats the match has.
    """
    if clock.kind == "none":
        return ""
    if clock.timeout == "forfeit" and seats > 2:
        return _FORFEIT_OF_MANY
    return _AFTER_TIMEOUT[clock.timeout]


def _count(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"
