"""What will resolve of a program, for a page that tells its player beforehand."""

from msgspec import Struct

from games.titles.junkyard.edition import Edition
from games.titles.junkyard.effects import Charge, Recharge, Scrap, Trash
from games.titles.junkyard.views.view import View

_TAKING = (Scrap, Trash, Charge)


class Planned(Struct, frozen=True):
    """A register of a player's own program. *card:* its slug; empty where there is none.

    *resolves:* whether a card there does; None if that hangs on what the player charges with until then.
    *takes:* the name of the first effect of the card that takes cards from the hand, in the order in which
    its effects resolve; empty if none does.
    """

    register: int
    card: str
    resolves: bool | None
    takes: str


def planned(edition: Edition, view: View, seat: int) -> tuple[Planned, ...]:
    """Return the program of *seat* as far as *view* shows it, register by register.

    *Source:* `junkyard:resolve-1`, `junkyard:resolve-3`, `junkyard:recharge-1`, `junkyard:charge-5`.
    """
    player = view.players[seat]
    active, is_charging, found = player.active, False, list[Planned]()
    for number, register in enumerate(player.registers, 1):
        later = None if is_charging and number <= edition.most_active else False
        resolves = number <= active or later
        effects = edition.by_slug[register.card.card].effects if register.card else ()
        if resolves:
            for effect in effects:
                active = edition.charged(active, effect.count) if isinstance(effect, Recharge) else active
                is_charging |= isinstance(effect, Charge) and any(player.hand or ())
        takes = next((effect.name for effect in effects if isinstance(effect, _TAKING)), "")
        found.append(Planned(number, register.card.card if register.card else "", resolves, takes))
    return tuple(found)
