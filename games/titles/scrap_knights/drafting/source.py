"""An edition of Scrap Knights as the source that publishes it."""

from collections.abc import Mapping

from games.engine.cards import Card
from games.engine.drafting.source import EditionSource, expression_of, fields_of
from games.titles.scrap_knights.box import BOT, ULT
from games.titles.scrap_knights.cards.effects import Deal, Steps
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.cards.parts import CardEffect, Part
from games.titles.scrap_knights.edition import Edition

_PLACES = ("first", "second", "third", "fourth")
_COLUMNS = (
    *("edition", "slug", "name", "type", "heat", "range", "overcharge", "icon"),
    *(f"{place}_{cell}" for place in _PLACES for cell in ("label", "text")),
)
_MARKS = (
    "Keep `is_draft` for this edition if a card other than those of the base copies itself or is played in "
    "coming turns: only then does the table know which card it was."
)
_TOO_LONG = "Cards with more than {most} lines don’t fit into `cards.csv`: {names}."


def source_of(before: Edition, edition: Edition, cards: Mapping[str, Card], slug: str) -> EditionSource:
    """Return *edition*, made of *before*, as the edition *slug*. *cards:* of the catalogue, by slug."""
    old = {kind.slug: kind for kind in before.kinds}
    behaviours, links = {}, {}
    for kind in edition.kinds:
        was = old.get(kind.slug)
        if was is None or (was.parts, was.trigger) != (kind.parts, kind.trigger):
            behaviours[kind.slug] = _behaviour(kind)
        if kind.link and (was is None or was.link != kind.link):
            links[kind.slug] = expression_of(kind.link)
    tables = {name: table for name, table in (("BEHAVIOURS", behaviours), ("LINKS", links)) if table}
    long = [card.name for card in cards.values() if len(card.printed) > len(_PLACES)]
    too_long = (_TOO_LONG.format(most=len(_PLACES), names=", ".join(long)),) if long else ()
    return EditionSource(
        columns=_COLUMNS,
        rows=tuple(_row(kind, cards[kind.slug], slug) for kind in edition.kinds),
        tables=tables,
        fields={
            "kinds": f"kinds({expression_of(slug)})",
            **fields_of(edition, ("slug", "summary", "kinds", "is_draft")),
        },
        notes=(*too_long, _MARKS) if behaviours else too_long,
    )


def _row(kind: Kind, card: Card, slug: str) -> dict[str, str]:
    cells = {
        "edition": slug,
        "slug": kind.slug,
        "name": kind.name,
        "type": kind.type_name,
        "heat": str(kind.heat) if kind.is_act else "",
        "range": "" if kind.range is None else str(kind.range),
        "overcharge": str(kind.overcharge or ""),
        "icon": kind.icon,
    }
    for place, line in zip(_PLACES, card.printed, strict=False):
        cells |= {f"{place}_label": line.cost, f"{place}_text": line.text}
    return cells


def _behaviour(kind: Kind) -> str:
    parts = kind.parts
    if kind.kind == BOT:
        return f"bot({', '.join([expression_of(kind.trigger), *map(_part, parts)])})"
    if kind.kind == ULT:
        return f"ult({', '.join(map(_part, parts))})"
    if len(parts) == 1 and parts[0].priority == 0 and not parts[0].overcharged:
        return f"does({', '.join(_effects(parts[0]))})"
    return f"act({', '.join(map(_part, parts))})"


def _part(part: Part) -> str:
    last = ("overcharged=True",) if part.overcharged else ()
    return f"at({', '.join([expression_of(part.priority), *_effects(part), *last])})"


def _effects(part: Part) -> list[str]:
    effects = part.effect.steps if isinstance(part.effect, Steps) else (part.effect,)
    return [_effect(effect) for effect in effects]


def _effect(effect: CardEffect) -> str:
    return expression_of(effect, {Deal: _damage})


def _damage(effect: Deal) -> str:
    then = f", {_effect(effect.on_hit)}" if effect.on_hit else ""
    return f"damage({effect.amount}{then})"
