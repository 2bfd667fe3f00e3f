"""Clocks and times in plain words."""

from games.clocks.rules import DAY, HOUR, MINUTE, Clock

_NAMES = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second"))
_AFTER_TIMEOUT = {
    "move": "If you run out of time, the site moves for you; the third time in a row, a bot takes over.",
    "bot": "If you run out of time, a bot takes over.",
    "forfeit": "If you run out of time, you lose.",
}
_FORFEIT_OF_MANY = "If you run out of time, a bot takes over; if no other player is left, you lose."


def duration(seconds: float) -> str:
    """Return *seconds* in its two largest units, rounded: `2 days 3 hours`, `40 minutes`, `20 seconds`."""
    if round(seconds) < MINUTE:
        return _count(max(0, round(seconds)), "second")
    unit = MINUTE if seconds < 2 * DAY else HOUR
    return " ".join(_parts(round(seconds / unit) * unit)[:2])


def exact_duration(seconds: int) -> str:
    """Return *seconds* in as many units as it takes, not rounded: `1 minute 30 seconds`."""
    return " ".join(_parts(seconds))


def short_words(clock: Clock) -> str:
    """Return *clock* in a few words: `3 days a turn` or `10 minutes each, plus 1 hour a turn`.

    Players agree to these times, so they aren't rounded.
    """
    if clock.kind == "none":
        return "No clock"
    if clock.kind == "move":
        return f"{exact_duration(clock.seconds)} a turn"
    if clock.increment:
        return f"{exact_duration(clock.seconds)} each, plus {exact_duration(clock.increment)} a turn"
    return f"{exact_duration(clock.seconds)} each for the match"


def rest_words(clock: Clock) -> str:
    """Return a sentence that says on which days *clock* stops; empty if on none."""
    rests = [
        words
        for words, is_so in (("at weekends", clock.weekends), ("during time off", clock.vacations))
        if is_so
    ]
    return "" if clock.kind == "none" or not rests else f"Clocks stop {' and '.join(rests)}."


def timeout_words(clock: Clock, seats: int) -> str:
    """Return a sentence that says what happens when the time is up; empty if there is no clock.

    *seats:* how many seats the match has.
    """
    if clock.kind == "none":
        return ""
    if clock.timeout == "forfeit" and seats > 2:
        return _FORFEIT_OF_MANY
    return _AFTER_TIMEOUT[clock.timeout]


def _parts(seconds: int) -> list[str]:
    parts = []
    for size, name in _NAMES:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(_count(count, name))
    return parts


def _count(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"
