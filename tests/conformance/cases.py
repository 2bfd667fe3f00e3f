"""What the suite is run over: every title, edition, number of seats and extreme of the options."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from typing import Any, get_args

from games import catalog
from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.codec import read_options
from games.engine.protocol import Game, OptionInfo, Title
from games.engine.viewers import Viewer, viewers
from rules.wiki import shipped


@dataclass(frozen=True)
class Rare:
    """How a title's rare things come up. *games:* how many are played.

    *start:* makes the table of the game with that number, one that play could lead to. *choose:* a player,
    who gets table, seat and chance; legal moves only.
    """

    games: int
    start: Callable[[int], Any]
    choose: Callable[[Any, int, Chance], Any]


@dataclass(frozen=True)
class Case:
    """One way to set a match up. *options:* plain names and numbers, as the lobby sends them."""

    title: Title
    edition: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options]
        return " ".join([self.title.slug, self.edition, f"{self.seats} seats", *words])

    @property
    def game(self) -> Game[Any]:
        return self.title.editions[self.edition].game

    @property
    def anchors(self) -> frozenset[str]:
        """Everything that can be cited from the edition's rulebook."""
        return _anchors(self.title.slug, self.title.editions[self.edition].book)

    @property
    def slugs(self) -> frozenset[str]:
        """The cards of the edition."""
        return _slugs(self.title.editions[self.edition].cards)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return viewers(self.seats)

    @property
    def swap_hidden(self) -> Callable[[Any, Viewer, Chance], None]:
        """Return what exchanges the things a viewer can't see, straight in the state.

        Every title says so in `tests/titles/<title>/secrets.py`, without any help of its view. If that
        depends on the cards of the edition, it has a `swap_hidden_of`, which gets the game first.
        """
        if self.is_open:
            return lambda state, viewer, chance: None
        of_game = getattr(self._secrets, "swap_hidden_of", None)
        return partial(of_game, self.game) if of_game else self._secrets.swap_hidden

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden from anybody: the title says `OPEN = True` where others say what is."""
        return getattr(self._secrets, "OPEN", False)

    @property
    def rare(self) -> Rare | None:
        """Return tables and a player that come to what random games seldom do; most titles need none.

        A title that does offers them as `RARE` in `tests/titles/<title>/secrets.py`.
        """
        return getattr(self._secrets, "RARE", None)

    @property
    def _secrets(self) -> Any:
        return import_module(f"tests.titles.{self.title.slug.replace('-', '_')}.secrets")

    def read_options(self) -> Any:
        return read_options(self.game.options_type, dict(self.options))


def cases_of(title: Title) -> Iterator[Case]:
    """Yield the title's editions with every number of seats, and each option at its bounds in turn."""
    for edition in title.editions:
        for seats in title.seats:
            for options in _extremes(title.options):
                yield Case(title, edition, seats, options)


def plain_case(title: Title, edition: str) -> Case:
    """Return the edition as the lobby offers it, all options left alone."""
    return Case(title, edition, title.seats[0], ())


def all_cases() -> list[Case]:
    """Return the cases of every registered title."""
    return [case for title in catalog.titles() for case in cases_of(title)]


def all_editions() -> list[Case]:
    """Return the plain case of every edition of every registered title."""
    return [plain_case(title, edition) for title in catalog.titles() for edition in title.editions]


def all_sizes() -> list[Case]:
    """Return every edition of every registered title with each number of seats, all options left alone."""
    return [replace(case, seats=seats) for case in all_editions() for seats in case.title.seats]


@cache
def members(union: Any) -> tuple[type, ...]:
    """Return the types of a tagged union, or the one type that stands alone."""
    return get_args(union) or (union,)


@cache
def _slugs(cards: tuple[Card, ...]) -> frozenset[str]:
    return frozenset(card.slug for card in cards)


@cache
def _anchors(slug: str, edition: str) -> frozenset[str]:
    return shipped.anchors(slug, edition)


def _extremes(options: tuple[OptionInfo, ...]) -> Iterator[tuple[tuple[str, Any], ...]]:
    yield ()
    for option in options:
        if option.picks:
            slugs = [slug for slug, _ in option.picks]
            yield ((option.name, slugs[: option.low]),)
            yield ((option.name, slugs[-option.high :]),)
        else:
            named = range(option.low, option.high + 1) if option.choices else (option.low, option.high)
            yield from (((option.name, value),) for value in named)
