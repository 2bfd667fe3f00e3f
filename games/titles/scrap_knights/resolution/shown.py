"""Secrets and armed BOTs, from the state's numbers to the values that events and views show."""

from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.edition import Edition, Way
from games.titles.scrap_knights.state import NONE, referred


def secrets(edition: Edition, way: Way) -> ev.Secrets:
    """Return the secrets of a chosen ACT, as events and views show them."""
    act, named = edition.name(way.act), edition.name(way.named)
    return ev.Secrets(act, way.over == 1, way.moves, way.number, named)


def arming(edition: Edition, seat: int, bot: int, after: int) -> ev.Arming:
    """Return an armed BOT, as events and views show it."""
    trigger = edition.kinds[bot].trigger
    cause = edition.name(reference_card(after))
    return ev.Arming(seat, edition.name(bot), trigger.rule if trigger else "", cause)


def reference_card(after: int) -> int:
    """Return the card that a reference names, or NONE."""
    return NONE if after == NONE else referred(after)[1]
