"""Choices as programs read and change them: by which ways each kind comes, for all games or for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scrapsite.common.errors import Refusal
from scrapsite.notifications import registry
from scrapsite.notifications.kinds import Kind, channels_here
from scrapsite.notifications.preferences.choosing import Choices, Place

Ways = Mapping[str, Iterable[str]]


class UnknownChoice(Refusal):
    """A kind of notification, a way or a game that can't be chosen."""

    code = "alerts/refused"


def plain_choices(choices: Choices) -> dict[str, Any]:
    """Return what is chosen: the *ways* that are on, the *kinds* by way, and the *games* that differ."""
    differing = [game for game, _ in registry.games() if choices.differs(game)]
    return {
        "ways": {way: not choices.is_off(way) for way in _ways_here()},
        "kinds": {kind.slug: _ways_of(choices, kind) for kind in registry.kinds()},
        "games": {
            game: {kind.slug: _ways_of(choices, kind, game) for kind in registry.kinds() if kind.of_games}
            for game in differing
        },
    }


def change_ways(choices: Choices, ways: Mapping[str, bool]) -> None:
    """Let whole ways be on or off. *Raises:* `UnknownChoice`."""
    for way, is_on in ways.items():
        _check_way(way)
        choices.made.pop((way, "", ""), None)
        if not is_on:
            choices.made[way, "", ""] = False


def change_kinds(choices: Choices, kinds: Ways) -> None:
    """Let each of *kinds* come by just the ways named. *Raises:* `UnknownChoice`."""
    for kind, place, wanted in _places(kinds, ""):
        choices.made.pop(place, None)
        if wanted != (place[0] in kind.channels):
            choices.made[place] = wanted


def change_games(choices: Choices, games: Mapping[str, Ways | None]) -> None:
    """Let kinds come by other ways for single games; with None a game goes along with all others again.

    *Raises:* `UnknownChoice`.
    """
    known = {game for game, _ in registry.games()}
    for game, kinds in games.items():
        if game not in known:
            raise UnknownChoice(f"There is no game “{game[:40]}”.")
        if kinds is None:
            choices.made = {place: wanted for place, wanted in choices.made.items() if place[2] != game}
        else:
            choices.made |= {place: wanted for _, place, wanted in _places(kinds, game)}


def _places(kinds: Ways, game: str) -> Iterable[tuple[Kind, Place, bool]]:
    """Return what *kinds* say of each way that this site has. *Raises:* `UnknownChoice`."""
    for slug, named in kinds.items():
        kind, ways = _kind(slug, game), set(named)
        for way in sorted(ways):
            _check_way(way)
        for way in _ways_here():
            yield kind, (way, kind.slug, game), way in ways


def _kind(slug: str, game: str) -> Kind:
    kind = registry.find_kind(slug)
    if kind is None or not kind.label:
        raise UnknownChoice(f"There is no kind of alert “{slug[:40]}”.")
    if game and not kind.of_games:
        raise UnknownChoice(f"“{slug}” can’t be chosen for a single game.")
    return kind


def _check_way(way: str) -> None:
    if way not in _ways_here():
        raise UnknownChoice(f"Nothing comes by “{way[:40]}” here, only by {', '.join(_ways_here())}.")


def _ways_of(choices: Choices, kind: Kind, game: str = "") -> list[str]:
    """Return the ways by which *kind* is wanted, also by those that are off as a whole."""
    single = Choices({place: wanted for place, wanted in choices.made.items() if place[1]})
    return [way for way in _ways_here() if single.wants(way, kind, game)]


def _ways_here() -> list[str]:
    return [channel.slug for channel in channels_here()]
