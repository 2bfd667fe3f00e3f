"""Choices in the form that the API uses: the channels of each kind, for all games or for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scrapsite.common.errors import Refusal
from scrapsite.notifications import registry
from scrapsite.notifications.kinds import Kind, channels_here
from scrapsite.notifications.preferences.choosing import Choices, Place

Ways = Mapping[str, Iterable[str]]


class UnknownChoice(Refusal):
    """There is no such kind of notification, channel or game to choose."""

    code = "alerts/refused"


def plain_choices(choices: Choices) -> dict[str, Any]:
    """Return the choices: the *ways* that are on, the ways of each kind, and the *games* that differ."""
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
    """Switch whole channels on or off. *Raises:* `UnknownChoice`."""
    for way, is_on in ways.items():
        _check_way(way)
        choices.made.pop((way, "", ""), None)
        if not is_on:
            choices.made[way, "", ""] = False


def change_kinds(choices: Choices, kinds: Ways) -> None:
    """Set the channels of each of *kinds*. *Raises:* `UnknownChoice`."""
    for kind, place, wanted in _places(kinds, ""):
        choices.made.pop(place, None)
        if wanted != (place[0] in kind.channels):
            choices.made[place] = wanted


def change_games(choices: Choices, games: Mapping[str, Ways | None]) -> None:
    """Set the channels of kinds for single games; None makes a game follow the choice for all games again.

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
    """Return whether each of *kinds* is on, for each channel of this site. *Raises:* `UnknownChoice`."""
    for slug, named in kinds.items():
        kind, ways = _kind(slug, game), set(named)
        for way in sorted(ways):
            _check_way(way)
            if way not in _ways_for(kind):
                raise UnknownChoice(f"There are no “{slug}” notifications by “{way}”.")
        for way in _ways_for(kind):
            yield kind, (way, kind.slug, game), way in ways


def _kind(slug: str, game: str) -> Kind:
    kind = registry.find_kind(slug)
    if kind is None or not kind.label:
        raise UnknownChoice(f"There is no kind of notification “{slug[:40]}”.")
    if game and not kind.of_games:
        raise UnknownChoice(f"“{slug}” can’t be chosen for a single game.")
    return kind


def _check_way(way: str) -> None:
    if way not in _ways_here():
        raise UnknownChoice(f"Nothing comes by “{way[:40]}” here, only by {', '.join(_ways_here())}.")


def _ways_of(choices: Choices, kind: Kind, game: str = "") -> list[str]:
    """Return the channels chosen for *kind*, including channels that are switched off as a whole."""
    single = Choices({place: wanted for place, wanted in choices.made.items() if place[1]})
    return [way for way in _ways_for(kind) if single.wants(way, kind, game)]


def _ways_for(kind: Kind) -> list[str]:
    return [channel.slug for channel in kind.channels_here]


def _ways_here() -> list[str]:
    return [channel.slug for channel in channels_here()]
