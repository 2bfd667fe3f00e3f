"""The form fields that choose a clock: their choices, and how to read what was sent."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from games.clocks.rules import DAY, DEFAULT_PRESET, HOUR, MINUTE, PRESETS, Clock, check
from games.engine.errors import BadOptions
from scrapsite.common.requests import whole_number

OWN = "own"
KINDS = (("move", "for each decision"), ("bank", "for the whole match"))
UNITS = (("days", "days"), ("hours", "hours"), ("minutes", "minutes"))
TIMEOUTS = (
    ("forfeit", "They lose (with 3 or more players, a bot takes over)"),
    ("bot", "A bot takes over"),
    ("move", "The site moves for them; the third time in a row, a bot takes over"),
)

_SECONDS = {"days": DAY, "hours": HOUR, "minutes": MINUTE}
_MOST = 99_999


def read_clock(data: Any) -> Clock | None:
    """Return the clock that a form sent, or None if it has no clock field. *Raises:* `BadOptions`.

    The field `clock` holds the slug of a preset, or `own`. With `clock_whole` the form has all the fields,
    so an unticked box means no. Clocks of less than a day don't stop during time off.
    """
    chosen = data.get("clock", "")
    if not chosen:
        return None
    clock = _own(data) if chosen == OWN else _preset(chosen)
    if data.get("clock_whole"):
        clock = replace(
            clock,
            weekends=bool(data.get("clock_weekends")),
            vacations=clock.vacations and bool(data.get("clock_vacations")),
            timeout=_one_of(TIMEOUTS, data.get("clock_timeout", clock.timeout)),
        )
    check(clock)
    return clock


def clock_choices(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the template's values for the fields: the choices, and what was *sent* or else the defaults."""
    is_sent = "clock" in sent
    presets = [(slug, name) for slug, (name, _) in PRESETS.items()]
    return {
        "clocks": [*presets, (OWN, "Another clock")],
        "clock": sent.get("clock", DEFAULT_PRESET),
        "kinds": KINDS,
        "units": UNITS,
        "timeouts": TIMEOUTS,
        "kind": sent.get("clock_kind", "move"),
        "amount": sent.get("clock_amount", "2"),
        "unit": sent.get("clock_unit", "days"),
        "add": sent.get("clock_add", "0"),
        "add_unit": sent.get("clock_add_unit", "hours"),
        "timeout": sent.get("clock_timeout", "forfeit"),
        "weekends": bool(sent.get("clock_weekends")) if is_sent else False,
        "vacations": bool(sent.get("clock_vacations")) if is_sent else True,
    }


def _preset(slug: str) -> Clock:
    if slug not in PRESETS:
        raise BadOptions(f"There is no clock “{slug[:40]}”; there are {', '.join(PRESETS)}.")
    return PRESETS[slug][1]


def _own(data: Any) -> Clock:
    kind: Any = _one_of(KINDS, data.get("clock_kind", "move"))
    seconds = _seconds(data, "clock_amount", "clock_unit")
    increment = _seconds(data, "clock_add", "clock_add_unit") if kind == "bank" else 0
    return Clock(kind, seconds, increment, vacations=seconds >= DAY)


def _seconds(data: Any, amount: str, unit: str) -> int:
    text = str(data.get(amount, "")).strip() or "0"
    number = whole_number(text, high=_MOST)
    if number is None:
        raise BadOptions(f"“{text[:20]}” is not a whole number.")
    return number * _SECONDS[_one_of(UNITS, data.get(unit, "days"))]


def _one_of(choices: tuple[tuple[str, str], ...], chosen: str) -> Any:
    if chosen not in [value for value, _ in choices]:
        raise BadOptions(f"There is no “{chosen[:40]}” for a clock.")
    return chosen
