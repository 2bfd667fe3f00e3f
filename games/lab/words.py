"""What a report says in words: the sentence at its top, and figures as people read them. Pure."""

from games.lab.measuring.intervals import Interval
from games.lab.measuring.measures import BY_SLUG
from games.lab.measuring.setup import Setup
from games.lab.measuring.summary import Figure, Summary

MINUS = "−"
_NO_BREAK, _JOINER = "\u00a0", "\u2060"
_PARTS = {4: "a twenty-fifth", 5: "a twentieth", 10: "a tenth", 25: "a quarter", 50: "half"}


def headline(setup: Setup, summary: Summary) -> str:
    """Return what the report says about the first player, in one sentence."""
    who = "The first player" if summary.decides_first else "Seat 1"
    found = next(figure.side for figure in summary.figures if figure.slug == "first")
    if found is None:
        return "No game ended, so nothing could be measured."
    fair, share = 1 / setup.seats, f"{who} wins {with_interval(found, True)}"
    kind = "first-player" if summary.decides_first else "first-seat"
    if found.has(fair):
        return f"{share}: no measurable {kind} advantage."
    return (
        f"{share}: {'an advantage' if found.value > fair else 'a disadvantage'} that chance doesn’t explain."
    )


def changes_line(summary: Summary) -> str:
    """Return which measures differ between the two editions, with both figures; empty with only one."""
    if summary.base is None:
        return ""
    told = [_both(figure) for figure in summary.figures if figure.is_different]
    if not told:
        return "No measure differs by more than chance can explain."
    return f"{'This measure differs' if len(told) == 1 else 'These measures differ'}: {', '.join(told)}."


def _both(figure: Figure) -> str:
    """Return a measure with its figure and that of the other edition: “turns (34.1 instead of 49.3)”."""
    measure = BY_SLUG[figure.slug]
    if figure.side is None or figure.base is None:
        return measure.name.lower()
    here, there = (
        f"{number(side.value, measure.as_percent, digits_of(side, measure.as_percent))}"
        f"{' %' if measure.as_percent else ''}"
        for side in (figure.side, figure.base)
    )
    return f"{measure.name.lower()} ({here} instead of {there})"


def with_interval(found: Interval, as_percent: bool) -> str:
    """Return a figure with its interval: “51.2 % (49.8–52.6)”."""
    digits = digits_of(found, as_percent)
    value, low, high = (number(one, as_percent, digits) for one in (found.value, found.low, found.high))
    between = "to" if MINUS in low + high else "–"
    bounds = f"{low} {between} {high}" if between == "to" else f"{low}–{high}"
    return f"{value}{' %' if as_percent else ''} ({bounds})"


def number(value: float, as_percent: bool, digits: int, with_sign: bool = False) -> str:
    """Return *value* as people read it, without the percent sign."""
    text = f"{abs(100 * value if as_percent else value):.{digits}f}"
    is_none = not float(text)
    sign = "" if is_none else MINUS if value < 0 else "+" if with_sign else ""
    return f"{sign}{text}"


def signed(found: Interval, as_percent: bool) -> str:
    """Return a difference with its interval; percentages differ by points."""
    digits = digits_of(found, as_percent)
    value = number(found.value, as_percent, digits, True)
    low, high = (number(one, as_percent, digits, True) for one in (found.low, found.high))
    return f"{value} ({low} to {high})"


def in_two(text: str) -> str:
    """Return a figure with its interval so that a line breaks nowhere but between the two."""
    value, gap, interval = text.partition(" (")
    held = interval.replace("–", f"{_JOINER}–{_JOINER}")
    return f"{value.replace(' ', _NO_BREAK)}{gap}{held.replace(' ', _NO_BREAK)}"


def digits_of(found: Interval, as_percent: bool) -> int:
    """Return how many digits after the point the interval bears."""
    if as_percent:
        return 1
    return 2 if max(abs(found.value), abs(found.high)) < 10 else 1


def is_known(figure: Figure) -> bool:
    """Return whether there is anything to show of a measure."""
    return figure.side is not None or figure.base is not None


def effort_words(percent: int) -> str:
    """Return what part of its thinking a bot does."""
    return (
        f"{_PARTS.get(percent, f'{percent} %')} of its thinking" if percent < 100 else "all of its thinking"
    )
