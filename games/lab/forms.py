"""The form that asks for a report: what may be chosen, what is chosen, and how long it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games import catalog
from games.bots import ALL, searches
from games.engine.errors import BadOptions
from games.engine.protocol import Title
from games.lab.access import check_edition, is_published
from games.lab.costs import GAMES, USUAL_GAMES, levels_of, seconds_of, usual_effort, usual_level
from games.lab.measuring.setup import EFFORTS, LEAST_GAMES, MOST_GAMES, Setup
from games.lab.words import effort_words
from games.matches.queries.people import bot_likes, bot_name
from scrapsite.common.requests import whole_number

# The fields that take a number; those that the page calls otherwise.
NUMBERS = ("seed", "games", "seats", "effort")
_CALLED = {"seed": "Luck"}
_MINUTE = 60


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """*takes:* how long the usual number of games takes, in words."""

    slug: str
    name: str
    likes: str
    takes: str


@dataclass(frozen=True, slots=True)
class EffortChoice:
    """*name:* what part of their thinking bots that search do. *takes:* as in `LevelChoice`."""

    percent: int
    name: str
    takes: str


@dataclass(frozen=True, slots=True)
class ReportForm:
    """*chosen:* what the form shows. *editions:* that may be asked about. *games:* numbers to choose from.

    *efforts:* to choose from, if a bot searches. *thinker:* that bot.
    """

    title: Title
    chosen: Setup
    editions: tuple[str, ...]
    levels: tuple[LevelChoice, ...]
    efforts: tuple[EffortChoice, ...]
    thinker: str
    games: tuple[int, ...]


def read(user: Any, data: Mapping[str, str]) -> Setup:
    """Return what *data*, of an address or a form, asks for; what is left out is as usual.

    *Raises:* `BadOptions`.
    """
    title = catalog.title(data.get("title") or catalog.titles()[0].slug)
    edition = data.get("edition") or title.newest.slug
    check_edition(user, title.slug, edition)
    base = catalog.edition(title.slug, edition).base
    against = data.get("against", base)
    if against:
        check_edition(user, title.slug, against)
    return Setup(
        title=title.slug,
        edition=edition,
        against=against,
        level=data.get("level") or usual_level(title),
        rival=data.get("rival", ""),
        games=_number(data, "games", USUAL_GAMES, MOST_GAMES, LEAST_GAMES),
        seed=_number(data, "seed", 1),
        seats=_number(data, "seats", min(title.seats)),
        effort=_number(data, "effort", usual_effort(title.slug), ALL),
    )


def form_of(setup: Setup) -> ReportForm:
    """Return the form that shows *setup*."""
    title = catalog.title(setup.title)
    asked = [edition for _, edition in setup.editions if not is_published(setup.title, edition)]
    return ReportForm(
        title=title,
        chosen=setup,
        editions=(*asked, *title.editions),
        levels=tuple(_level(title, level, setup.effort) for level in levels_of(title)),
        efforts=tuple(_effort(title, percent) for percent in EFFORTS),
        thinker=bot_name(_thinker(title)).lower() if _thinker(title) else "",
        games=tuple(sorted({*GAMES, setup.games})),
    )


def _level(title: Title, level: str, effort: int) -> LevelChoice:
    return LevelChoice(level, bot_name(level), bot_likes(level), _takes(title, level, effort))


def _effort(title: Title, percent: int) -> EffortChoice:
    level = _thinker(title)
    return EffortChoice(percent, effort_words(percent), _takes(title, level, percent) if level else "")


def _thinker(title: Title) -> str:
    """Return the bot that searches, or an empty text if none does."""
    return next((level for level in reversed(levels_of(title)) if searches(level)), "")


def _takes(title: Title, level: str, effort: int) -> str:
    setup = Setup(
        title.slug, title.newest.slug, level=level, games=USUAL_GAMES, seats=min(title.seats), effort=effort
    )
    minutes = seconds_of(setup) / max(1, settings.LAB_PROCESSES) / _MINUTE
    return "under a minute" if minutes < 1 else f"about {minutes:.0f} minute{'s' * (round(minutes) != 1)}"


def _number(data: Mapping[str, str], name: str, usual: int, high: int = 999_999, low: int = 0) -> int:
    text = data.get(name, "")
    number = whole_number(text, low=low, high=high) if text else usual
    if number is None:
        called = _CALLED.get(name, name.capitalize())
        raise BadOptions(f"“{called}” is a whole number from {low} to {high:,}.")
    return number
