"""What the engine can't carry, though each field for itself is within its bounds: refused with its place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.engine.drafting import Changes, Problems
from games.titles.scrap_knights.box import BOT, TAS_CUSTOM, TEST
from games.titles.scrap_knights.cards.conditions import OriginalOnly
from games.titles.scrap_knights.cards.effects import (
    Block,
    CopyFromHand,
    CopyNextTurn,
    CopyTurns,
    DiscardAct,
    Gain,
    Grow,
    HeatOpponent,
    If,
    MoveAnywhere,
    MoveTo,
    MoveX,
    PlayAnother,
    ReduceLinks,
    ReturnBot,
    StealLink,
    Steps,
    Vent,
    VentAll,
)
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.cards.parts import TAG, USE, CardEffect, Part, X
from games.titles.scrap_knights.edition import Edition

MOST_DIRECTIONS = 3

_ASKING = (PlayAnother, MoveAnywhere, ReturnBot, DiscardAct)
_WHEN_USED = (ReduceLinks, StealLink, Gain, Vent, VentAll, HeatOpponent, MoveTo, Grow)


@dataclass(frozen=True)
class Drafted:
    """A card of the draft. *at:* its place if it was changed or is new, else empty. *does:* was composed."""

    kind: Kind
    at: str
    does: bool


def check_card(card: Drafted, problems: Problems) -> None:
    """Add to *problems* what can't be carried in a card for itself."""
    kind = card.kind
    _check_overcharge(kind, f"{card.at}/figures/overcharge", problems)
    if kind.link and kind.link.kind == "start-hot" and kind.link.resets_on_act:
        at = f"{card.at}/figures/link_resets"
        problems.add(at, "This link gives its token when the ACT phase begins, so it can’t lose it then.")
    if not card.does:
        return
    at = f"{card.at}/does"
    for number, part in enumerate(kind.parts):
        _check_part(part, f"{at}/{number}", problems)
    _check_secrets(kind, at, problems)


def _check_overcharge(kind: Kind, at: str, problems: Problems) -> None:
    has_part = any(part.overcharged for part in kind.parts)
    if kind.overcharge and not has_part:
        problems.add(at, "No part of the card asks for overcharge, so it must be 0.")
    elif has_part and not kind.overcharge:
        problems.add(at, "A part of the card asks for overcharge, so it can’t be 0.")
    elif kind.overcharge and (kind.numbers or kind.names_card):
        problems.add(at, "A card with another secret than directions can’t be overcharged.")


def _check_part(part: Part, at: str, problems: Problems) -> None:
    effects = _effects(part)
    for number, effect in enumerate(effects):
        here = f"{at}/effects/{number}"
        inside = [*effect.whole()]
        if number < len(effects) - 1 and any(isinstance(one, _ASKING) for one in inside):
            problems.add(here, "It asks its player something, so it must be the last effect of its part.")
        if any(isinstance(one, Block) for one in inside[1:]):
            problems.add(here, "A block stands before anything happens, so it can’t depend on anything.")
        if isinstance(effect, Block) and part.priority == TAG:
            problems.add(here, "A block needs a priority of its own, so it can’t be a Tag.")
        if part.priority == USE and not isinstance(effect, _WHEN_USED):
            problems.add(here, "When a BOT is used, only tokens, links, heat and the distance can change.")
        if _copies_copies(effect):
            problems.add(here, "Put it under “Unless this is a copy”, or its copies would copy it again.")


def _effects(part: Part) -> tuple[CardEffect, ...]:
    return part.effect.steps if isinstance(part.effect, Steps) else (part.effect,)


def _copies_copies(effect: CardEffect) -> bool:
    """Return whether it copies its card in coming turns even if the card is a copy."""
    if isinstance(effect, If) and isinstance(effect.condition, OriginalOnly):
        return False
    return isinstance(effect, CopyTurns) or any(_copies_copies(inner) for inner in effect.inner())


def _check_secrets(kind: Kind, at: str, problems: Problems) -> None:
    numbers = sum(isinstance(one, MoveX) for one in _whole(kind)) + any(
        part.priority == X for part in kind.parts
    )
    copies = sum(isinstance(one, CopyFromHand) for one in _whole(kind))
    if numbers > 1:
        problems.add(at, "A card has one number X: either one Move X, or the priority X.")
    if kind.directions > MOST_DIRECTIONS:
        problems.add(at, f"A card has at most {MOST_DIRECTIONS} Moves with a direction that is chosen.")
    if kind.kind == BOT and kind.directions + copies > 1:
        problems.add(
            at, "With a BOT one thing can be chosen: the direction of one Move, or one Attack to copy."
        )


def _whole(kind: Kind) -> Iterator[CardEffect]:
    for part in kind.parts:
        yield from part.effect.whole()


def check_together(cards: Mapping[str, Drafted], changes: Changes, base: Edition, problems: Problems) -> None:
    """Add to *problems* what can't be carried in cards that belong together."""
    for card in cards.values():
        _check_copied(card, cards, changes, problems)
        link = card.kind.link
        if link and link.kind == "hit-with" and link.card not in cards:
            at = f"{card.at}/figures/link" if card.at and link != _link(base, card) else f"out/{link.card}"
            problems.add(at, f"{card.kind.name}’s link asks for a hit with that card, so it must stay.")


def _link(base: Edition, card: Drafted) -> object:
    number = base.number.get(card.kind.slug)
    return None if number is None else base.kinds[number].link


def _check_copied(card: Drafted, cards: Mapping[str, Drafted], changes: Changes, problems: Problems) -> None:
    for effect in _whole(card.kind):
        if not isinstance(effect, CopyNextTurn):
            continue
        copied, name = cards.get(effect.card), card.kind.name
        if copied is None:
            at = f"{card.at}/does" if card.does else f"out/{effect.card}"
            problems.add(at, f"{name} copies that card, so it must stay.")
        elif copied.kind.does(CopyNextTurn, CopyTurns):
            at = f"{card.at}/does" if card.does else f"{copied.at}/does"
            problems.add(
                at, f"{name} copies {copied.kind.name}, which copies in turn: copies would never end."
            )
        elif effect.card in changes.cards and changes.cards[effect.card].name is not None:
            problems.add(f"cards/{effect.card}/name", f"{name} names that card, so its name must stay.")


def check_rules(edition: Edition, cards: Mapping[str, Drafted], problems: Problems) -> None:
    """Add to *problems* what can't be dealt or met with the figures of the rules."""
    for card in cards.values():
        link = card.kind.link
        if link and link.kind == "start-hot" and link.value >= edition.too_hot:
            at = f"{card.at}/figures/link" if card.at else "parameters/too_hot"
            problems.add(at, f"With {link.value} heat a mech has lost: {card.kind.name}’s link can’t be met.")
    pool = edition.pool
    needed = {"ACTs": (len(pool.acts), pool.hand), "BOTs": (len(pool.bots), pool.bot_count)}
    if TEST in pool.ults:
        needed["ACTs"] = (len(pool.acts), pool.hand + pool.prep_size(TEST))
    if TAS_CUSTOM in pool.ults:
        needed["Attacks"] = (len(pool.attacks), pool.prep_size(TAS_CUSTOM))
    for things, (there, wanted) in needed.items():
        if there < wanted:
            problems.add("out", f"There are {there} {things} left; mechs need {wanted} different ones.")
    if not edition.mechs:
        problems.add("out", "No ready-made mech could be put together: leave the ULT of one in.")
