"""Link tokens: when an ULT gains them and when it loses them."""

from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.box import ATTACK, DEFEND
from games.titles.scrap_knights.cards.parts import Link
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.state import NONE, Play, State, put

NO_LINK = Link("none", "")


def link_of(edition: Edition, state: State, seat: int) -> Link:
    """Return the link of the seat's ULT: what gives it tokens."""
    ult = state.ults[seat]
    return edition.kinds[ult].link or NO_LINK if ult != NONE else NO_LINK


def gain(edition: Edition, state: State, events: list[Event], seat: int, rule: str, card: int) -> None:
    """Give the seat's ULT a token, got by *card*. *Source:* `scrap-knights:ult-1`."""
    state.links[seat] += 1
    ult = edition.name(state.ults[seat])
    events.append(ev.LinkGained(rule, seat, ult, state.links[seat], edition.name(card)))


def lose(
    edition: Edition, state: State, events: list[Event], seat: int, rule: str, why: str, count: int = 0
) -> int:
    """Take tokens off the seat's ULT, all of them when no count is given; return how many there were to take.

    *Source:* `scrap-knights:link-1`.
    """
    lost = min(count or state.links[seat], state.links[seat])
    if lost:
        state.links[seat] -= lost
        ult = edition.name(state.ults[seat])
        events.append(ev.LinksLost(rule, seat, ult, lost, state.links[seat], why))
    return lost


def use_act(edition: Edition, state: State, events: list[Event], seat: int, act: int) -> int:
    """Note that an ACT is used; return 1 when it is unique.

    *Source:* `scrap-knights:flip-2`, `scrap-knights:unique-1`.
    """
    link = link_of(edition, state, seat)
    unique = act not in state.used[seat]
    if unique:
        put(state.used[seat], act)
    if link.kind == "use-unique" and unique:
        gain(edition, state, events, seat, "unique-1", act)
    elif link.kind == "use-kind" and link.card == edition.kinds[act].kind:
        gain(edition, state, events, seat, "flip-2", act)
    return int(unique)


def use_bot(edition: Edition, state: State, events: list[Event], seat: int, bot: int) -> None:
    """Note that a BOT is used. *Source:* `scrap-knights:nanomech-1`."""
    if link_of(edition, state, seat).kind == "use-bot":
        gain(edition, state, events, seat, "nanomech-1", bot)


def use_frame(edition: Edition, state: State, events: list[Event], seat: int) -> None:
    """Note that a Frame Advantage is used. *Source:* `scrap-knights:missile-barrage-1`."""
    if link_of(edition, state, seat).kind == "use-frame":
        gain(edition, state, events, seat, "missile-barrage-1", NONE)


def count_row(edition: Edition, state: State, events: list[Event], kinds: list[set[str]]) -> None:
    """Count turns in a row with a Defend against an Attack. *kinds:* of the ACTs shown, by seat.

    *Source:* `scrap-knights:two-in-a-row-1`.
    """
    for seat in (0, 1):
        state.row[seat] = state.row[seat] + 1 if DEFEND in kinds[seat] and ATTACK in kinds[1 - seat] else 0
        link = link_of(edition, state, seat)
        if link.kind == "defend-in-a-row" and state.row[seat] >= link.value:
            gain(edition, state, events, seat, "two-in-a-row-1", NONE)


def begin_act_phase(edition: Edition, state: State, events: list[Event]) -> None:
    """Update the links that depend on the beginning of an ACT phase.

    *Source:* `scrap-knights:heatsink-1`, `scrap-knights:missile-barrage-1`.
    """
    for seat in (0, 1):
        link = link_of(edition, state, seat)
        if link.resets_on_act:
            lose(edition, state, events, seat, "missile-barrage-1", "reset")
        elif link.kind == "start-hot" and state.heat[seat] >= link.value:
            gain(edition, state, events, seat, "heatsink-1", NONE)


def cool_down(
    edition: Edition, state: State, events: list[Event], seat: int, was: int, card: int, is_vent: bool
) -> None:
    """Update the links that depend on less heat. *was:* the heat before.

    *Source:* `scrap-knights:heatsink-1`, `scrap-knights:vent-1`.
    """
    link = link_of(edition, state, seat)
    if link.kind == "start-hot" and state.heat[seat] < link.value:
        lose(edition, state, events, seat, "heatsink-1", "reset")
    elif link.kind == "vent-to-0" and is_vent and was > 0 and state.heat[seat] == 0:
        gain(edition, state, events, seat, "vent-1", card)


def hit(edition: Edition, state: State, events: list[Event], play: Play) -> bool:
    """Update the link that depends on an Attack's hit; return whether that used the ACT's uniqueness.

    *Source:* `scrap-knights:hit-1`.
    """
    link = link_of(edition, state, play.seat)
    kind = edition.kinds[play.card]
    is_met = False
    match link.kind:
        case "hit-from":
            is_met = state.distance <= link.value
        case "hit-with":
            is_met = kind.slug == link.card
        case "hit-range":
            is_met = kind.range == link.value
        case "hit-unique":
            is_met = play.unique == 1 and play.copier != state.ults[play.seat]
    if is_met:
        gain(edition, state, events, play.seat, "hit-1", play.card)
    return is_met and link.kind == "hit-unique"
