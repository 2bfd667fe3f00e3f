"""The lobby's filters of open matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games import catalog
from games.clocks import rules as clocks
from games.matches.models import Match

LIVE, DAYS = "live", "days"
TIMES = ((LIVE, "Live"), (DAYS, "Over several days"))
RATED = (("yes", "Rated"), ("no", "Unrated"))


@dataclass(frozen=True, slots=True)
class Filters:
    """What a reader of the lobby wants to see; an empty field filters nothing.

    *box:* a game's slug, or `game/edition`. *seats:* how many play. *time:* `live` or `days`.
    *rated:* `yes` or `no`.
    """

    box: str = ""
    seats: str = ""
    time: str = ""
    rated: str = ""

    @property
    def are_set(self) -> bool:
        """Whether any filter is set."""
        return self != Filters()


def read_filters(data: Mapping[str, Any]) -> Filters:
    """Return the filters in an address's query; unknown values are ignored."""
    choices = filter_choices()
    known = {name: data.get(name, "") for name in choices}
    return Filters(**{name: value for name, value in known.items() if value in dict(choices[name])})


def filter_choices() -> dict[str, list[tuple[str, str]]]:
    """Return the choices of each filter, as (value, words)."""
    seats = sorted({count for title in catalog.titles() for count in title.seats})
    return {
        "box": list(_boxes()),
        "seats": [(str(count), f"{count} players") for count in seats],
        "time": list(TIMES),
        "rated": list(RATED),
    }


def wanted(matches: QuerySet[Match], filters: Filters, most: int) -> list[str]:
    """Return the ids of those of the first *most* open *matches* that pass the filters, in their order."""
    title, _, edition = filters.box.partition("/")
    if title:
        matches = matches.filter(title=title)
    if edition:
        matches = matches.filter(edition=edition)
    if filters.rated:
        matches = matches.filter(is_rated=filters.rated == "yes")
    rows = matches.values_list("pk", "bots", "clock")[:most]
    return [pk for pk, bots, clock in rows if _fits(filters, bots, clock)]


def _fits(filters: Filters, bots: list[str], clock: str) -> bool:
    if filters.seats and len(bots) != int(filters.seats):
        return False
    return not filters.time or filters.time == _pace(clock)


def _pace(text: str) -> str:
    return LIVE if clocks.clock_of(text).seconds <= clocks.HOUR else DAYS


def _boxes() -> Iterable[tuple[str, str]]:
    for title in catalog.titles():
        yield title.slug, title.name
        if len(title.editions) > 1:
            for edition in title.editions:
                yield f"{title.slug}/{edition}", f"{title.name} {edition}"
