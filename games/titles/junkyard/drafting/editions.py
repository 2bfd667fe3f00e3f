"""An edition made of another one and checked changes."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.engine.drafting import Ability, CardChange, Changes, NewCard, Problems, Value
from games.titles.junkyard.cards import junk_initiative, printed, with_starters
from games.titles.junkyard.drafting.fields import CARD_TYPES
from games.titles.junkyard.drafting.vocabulary import VOCABULARY
from games.titles.junkyard.edition import COPIES, JUNK, Edition, Kind


def drafted(base: Edition, changes: Changes, slug: str) -> Edition:
    """Return the edition *slug* that differs from *base* by *changes*, which are known to be in bounds.

    New kinds of junk get initiatives after all those of *base*, taken out or not.
    """
    kept = [kind for kind in base.kinds if kind.slug not in changes.out]
    changed = [_changed(kind, changes.cards.get(kind.slug, CardChange())) for kind in kept]
    kinds = with_starters([*changed, *_new(changes.new, len(base.box))])
    parameters: dict[str, Any] = dict(changes.parameters)
    return replace(
        base, slug=slug, summary=f"A draft that changes edition {base.slug}.", kinds=kinds, **parameters
    )


def _changed(kind: Kind, change: CardChange) -> Kind:
    figures: dict[str, Any] = dict(change.figures)
    kind = replace(kind, name=change.name or kind.name, **figures)
    if change.does is None:
        return kind
    effects = _effects(change.does)
    return replace(kind, effects=effects, printed=printed(effects))


def _new(cards: Iterable[NewCard], junk: int) -> Iterable[Kind]:
    """Yield the new kinds. *junk:* how many kinds of junk there are already."""
    for card in cards:
        defaults: dict[str, Value] = {field.key: field.default for field in CARD_TYPES[card.type].figures}
        figures: dict[str, Any] = {"starter": 0, "recommended": False, **defaults, **card.figures}
        is_junk, effects = card.type == JUNK, _effects(card.does)
        yield Kind(
            slug=card.slug,
            name=card.name,
            type=card.type,
            initiative=junk_initiative(junk) if is_junk else 0,
            quantity=COPIES if is_junk else 0,
            icon=card.icon,
            effects=effects,
            printed=printed(effects),
            **figures,
        )
        junk += is_junk


def _effects(does: tuple[Ability, ...]) -> tuple[Any, ...]:
    """Return the effects of checked abilities."""
    return tuple(VOCABULARY.read(effect, "", Problems()) for ability in does for effect in ability.effects)
