"""The page of choices: its form, and how a submitted form is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scrapsite.common.requests import whole_number
from scrapsite.notifications import registry
from scrapsite.notifications.kinds import Channel, Kind, channels_here
from scrapsite.notifications.models import NotificationPreference
from scrapsite.notifications.preferences.choosing import Choices, Place

ANY = "any"
HOURS = range(24)
USUAL_HOUR = 8


@dataclass(frozen=True, slots=True)
class Box:
    """A check box. *name:* of the field. *label:* for screen readers."""

    name: str
    is_ticked: bool
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A kind of notification, with a check box for each channel; None where it can't come that way."""

    label: str
    help: str
    boxes: tuple[Box | None, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """All kinds for one *game*, or for all if it is empty. *own:* name of the field that makes it differ.

    *channels:* of its columns.
    """

    game: str
    name: str
    own: str
    is_own: bool
    channels: tuple[Channel, ...]
    lines: tuple[Line, ...]


def sections(choices: Choices) -> list[Section]:
    """Return the sections of the form, filled in with *choices*."""
    lines = _lines(choices, "", registry.kinds(), channels_here())
    everything = Section("", "All games", "", True, channels_here(), lines)
    return [everything, *(_game_section(choices, game, name) for game, name in registry.games())]


def shown_names(shown: Iterable[Section]) -> str:
    """Return the names of the fields that the form shows, for `read_choices`.

    A kind that is shown for all games is shown for each of them.
    """
    names = []
    for section in shown:
        boxes = [box for line in section.lines for box in line.boxes if box]
        names += [section.own] if section.game else [box.name for box in boxes]
    return " ".join(names)


def read_choices(data: Mapping[str, str], before: Choices) -> dict[Place, bool]:
    """Return the choices that differ from the defaults; what isn't on the form stays as in *before*."""
    form = _Form(data)
    made = {place: wanted for place, wanted in before.made.items() if not form.shows(place)}
    for channel in form.channels:
        if not form.is_ticked((channel, "", "")):
            made[channel, "", ""] = False
    for kind, place in _places(form, "", registry.kinds()):
        if form.is_ticked(place) != (place[0] in kind.channels):
            made[place] = form.is_ticked(place)
    for game, _ in registry.games():
        if _own(game) in data:
            kinds = [kind for kind in registry.kinds() if kind.of_games]
            made |= {place: form.is_ticked(place) for _, place in _places(form, game, kinds)}
    return made


def read_rhythm(data: Mapping[str, str]) -> dict[str, Any]:
    """Return how often the form asks for letters; invalid values mean the default."""
    rhythm, hour = data.get("rhythm", ""), whole_number(data.get("hour", ""), high=max(HOURS))
    if rhythm not in NotificationPreference.Rhythm.values:
        rhythm = NotificationPreference.Rhythm.SOON
    return {"rhythm": rhythm, "hour": USUAL_HOUR if hour is None else hour}


def _game_section(choices: Choices, game: str, name: str) -> Section:
    kinds = [kind for kind in registry.kinds() if kind.of_games]
    shown = tuple(
        channel for channel in channels_here() if any(channel in kind.channels_here for kind in kinds)
    )
    lines = _lines(choices, game, kinds, shown)
    return Section(game, name, _own(game), choices.differs(game), shown, lines)


def _lines(
    choices: Choices, game: str, kinds: Iterable[Kind], shown: tuple[Channel, ...]
) -> tuple[Line, ...]:
    lines = [
        Line(kind.label, kind.help, tuple(_box(choices, channel, kind, game) for channel in shown))
        for kind in kinds
    ]
    if not game:
        boxes = (
            Box(
                _name(channel.slug, ANY),
                not choices.is_off(channel.slug),
                f"All notifications: {channel.label}",
            )
            for channel in shown
        )
        lines.insert(
            0,
            Line("All notifications", "Untick a box in this row to turn off its whole column.", tuple(boxes)),
        )
    return tuple(lines)


def _box(choices: Choices, channel: Channel, kind: Kind, game: str) -> Box | None:
    if channel not in kind.channels_here:
        return None
    is_ticked = Choices({place: wanted for place, wanted in choices.made.items() if place[1]}).wants(
        channel.slug, kind, game
    )
    return Box(_name(channel.slug, kind.slug, game), is_ticked, f"{kind.label}: {channel.label}")


class _Form:
    """A submitted form. *channels:* the slugs of those that it showed, of the channels of this site.

    A browser sends only the boxes that are ticked, so the form says which there were: the site may have got
    channels and kinds since it was opened.
    """

    def __init__(self, data: Mapping[str, str]) -> None:
        self._data = data
        self._shown = set(data["shown"].split()) if "shown" in data else None
        here = [channel.slug for channel in channels_here()]
        self.channels = [channel for channel in here if self._has(_name(channel, ANY))]

    def shows(self, place: Place) -> bool:
        """Return whether there was a box for *place*."""
        channel, kind, game = place
        is_open = not game or self._has(_own(game))
        return is_open and channel in self.channels and self._has(_field((channel, kind, "")))

    def is_ticked(self, place: Place) -> bool:
        """Return whether the box for *place* was ticked."""
        return _field(place) in self._data

    def _has(self, name: str) -> bool:
        return self._shown is None or name in self._shown


def _places(form: _Form, game: str, kinds: Iterable[Kind]) -> list[tuple[Kind, Place]]:
    """Return each of *kinds* with each place that the form showed for it."""
    places = [(kind, (channel, kind.slug, game)) for channel in form.channels for kind in kinds]
    return [(kind, place) for kind, place in places if _can_come(kind, place[0]) and form.shows(place)]


def _field(place: Place) -> str:
    channel, kind, game = place
    return _name(channel, kind or ANY, game)


def _can_come(kind: Kind, channel: str) -> bool:
    return any(channel == found.slug for found in kind.channels_here)


def _name(*parts: str) -> str:
    return ":".join(part for part in parts if part)


def _own(game: str) -> str:
    return f"own:{game}"
