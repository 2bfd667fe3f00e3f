"""Tokens: which may be spent, and what happens when they are."""

from msgspec.structs import replace

from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.resolution import links
from games.titles.scrap_knights.resolution.chain import gain_heat
from games.titles.scrap_knights.state import (
    ARMOR,
    BLITZ,
    BY_ACT,
    BY_COPY,
    FRAME,
    TOKEN_KINDS,
    Play,
    State,
)


def spendable(edition: Edition, state: State, seat: int) -> tuple[int, int, int]:
    """Return how many tokens of each kind the seat could spend this turn.

    *Source:* `scrap-knights:token-1`, `scrap-knights:token-blitz`.
    """
    frame, armor, blitz = state.tokens[seat]
    if not (frame or armor or blitz):
        return (0, 0, 0)
    acts = [play.card for play in state.plays if play.seat == seat and play.why == BY_ACT]
    if not acts:
        return (0, 0, 0)
    has_attack = any(edition.kinds[act].is_attack for act in acts)
    return (frame, armor, blitz if has_attack else 0)


def spend(edition: Edition, state: State, events: list[Event], seat: int, spent: list[int]) -> None:
    """Apply tokens to the first ACT, or to the first Attack.

    *Source:* `scrap-knights:token-2`, `scrap-knights:token-frame`, `scrap-knights:token-armored`.
    """
    first, attack = lay_tokens(edition, state, seat, spent)
    for _ in range(spent[FRAME]):
        _spend_one(edition, state, events, seat, FRAME, "token-frame", first)
        links.use_frame(edition, state, events, seat)
        _copy_barrage(edition, state, events, seat)
    for _ in range(spent[ARMOR]):
        _spend_one(edition, state, events, seat, ARMOR, "token-armored", first)
    for _ in range(spent[BLITZ]):
        _spend_one(edition, state, events, seat, BLITZ, "token-blitz", attack)
        gain_heat(edition, state, events, seat, attack, edition.blitz_heat, TOKEN_KINDS[BLITZ])


def lay_tokens(edition: Edition, state: State, seat: int, spent: list[int]) -> tuple[int, int]:
    """Lay tokens on the ACTs they act on: the first one, and the first Attack. Return both cards.

    *Source:* `scrap-knights:token-2`, `scrap-knights:token-blitz`.
    """
    acts = [n for n, play in enumerate(state.plays) if play.seat == seat and play.why == BY_ACT]
    first = acts[0]
    attack = next((n for n in acts if edition.kinds[state.plays[n].card].is_attack), first)
    state.plays[first] = replace(state.plays[first], frame=spent[FRAME], armor=spent[ARMOR])
    state.plays[attack] = replace(state.plays[attack], blitz=spent[BLITZ])
    return state.plays[first].card, state.plays[attack].card


def _spend_one(
    edition: Edition, state: State, events: list[Event], seat: int, token: int, rule: str, card: int
) -> None:
    state.tokens[seat][token] -= 1
    left = state.tokens[seat][token]
    events.append(ev.TokenSpent(rule, seat, TOKEN_KINDS[token], edition.name(card), left))


def _copy_barrage(edition: Edition, state: State, events: list[Event], seat: int) -> None:
    """Add the copy that waits for Frame Advantage. *Source:* `scrap-knights:missile-barrage-2`."""
    barrage = state.ults[seat]
    for _ in range(state.barrage[seat]):
        state.plays.append(Play(seat, barrage, BY_COPY, copier=barrage))
        name = edition.name(barrage)
        events.append(ev.CardCopied("missile-barrage-2", seat, name, name, 0))
    state.barrage[seat] = 0
