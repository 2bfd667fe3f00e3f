"""Presses in the form of a card: effects are added, removed and moved, as plain data. Pure."""

from typing import Any

from games.engine.drafting import Ability, CardType, EffectField, Field, Verb, Vocabulary
from games.engine.drafting.changes import MOST_ABILITIES
from games.engine.drafting.vocabulary import MOST_DEPTH, MOST_NODES, TAG
from scrapsite.common.requests import whole_number

ADD, REMOVE, UP, DOWN = "add", "remove", "up", "down"


def fitting(vocabulary: Vocabulary, group: str, card_type: str) -> list[Verb]:
    """Return the verbs of *group* that a card of the type may have."""
    return [
        verb
        for verb in vocabulary.verbs
        if verb.group == group and (not verb.types or card_type in verb.types)
    ]


def default_effect(vocabulary: Vocabulary, tag: str, card_type: str, depth: int = 1) -> dict[str, Any]:
    """Return an effect of the verb *tag* with everything as it is by default.

    Effects that it needs inside are the simplest that fit. *Raises:* `KeyError`.
    """
    effect: dict[str, Any] = {TAG: tag}
    for field in vocabulary[tag].fields:
        if not isinstance(field, EffectField):
            effect[field.key] = field.default
        elif not field.optional and depth < MOST_DEPTH:
            simplest = _simplest(vocabulary, field.group, card_type)
            if simplest is not None:
                inner = default_effect(vocabulary, simplest.tag, card_type, depth + 1)
                effect[field.key] = [inner] if field.many else inner
    return effect


def pressed(
    does: tuple[Ability, ...], press: str, chosen: str, card_type: CardType, vocabulary: Vocabulary
) -> tuple[Ability, ...]:
    """Return *does* after a press such as `add:does/0/effects` or `up:does/0/effects/1`.

    *chosen:* the verb of an effect that is added; a new ability begins with the simplest one. What can't be
    done changes nothing.
    """
    what, _, at = press.partition(":")
    plain: list[dict[str, Any]] = [
        {"values": dict(each.values), "effects": list(each.effects)} for each in does
    ]
    root: dict[str, Any] = {"does": plain}
    if at == "does" and what == ADD:
        if len(plain) < min(MOST_ABILITIES, card_type.abilities[1]):
            values = {field.key: field.default for field in card_type.ability_fields}
            first = _simplest(vocabulary, "effect", card_type.name)
            effects = [default_effect(vocabulary, first.tag, card_type.name)] if first else []
            plain.append({"values": values, "effects": effects})
    elif at.startswith("does/"):
        _change(root, at.split("/"), what, chosen, card_type, vocabulary)
    return tuple(Ability(values=each["values"], effects=tuple(each["effects"])) for each in plain)


def place_after(does: tuple[Ability, ...], press: str) -> str:
    """Return where one goes on after *press*, which led to *does*: the effect, or the place it was in."""
    what, _, at = press.partition(":")
    holder, _, last = at.rpartition("/")
    place = whole_number(last, high=MOST_NODES)
    if what == ADD and at == "does":
        return f"does/{len(does) - 1}/effects/0"
    if what == ADD:
        plain = {"does": [{"effects": each.effects} for each in does]}
        among = _walk(plain, at.split("/"))
        return f"{at}/{len(among) - 1}" if isinstance(among, (list, tuple)) else at
    if what == REMOVE:
        return at if place is None else holder
    if place is not None and what in (UP, DOWN):
        return f"{holder}/{place - 1 if what == UP else place + 1}"
    return ""


def _change(
    root: Any, path: list[str], what: str, chosen: str, card_type: CardType, vocabulary: Vocabulary
) -> None:
    holder, key = _walk(root, path[:-1]), path[-1]
    if holder is None:
        return
    if what == ADD:
        tags = {verb.tag for verb in vocabulary.verbs}
        if chosen in tags and isinstance(holder, dict):
            made = default_effect(vocabulary, chosen, card_type.name)
            _add(holder, key, made, _is_many(holder, key, vocabulary))
    elif isinstance(holder, dict) and what == REMOVE and TAG in holder:
        holder.pop(key, None)
    elif isinstance(holder, list) and (place := _place(holder, key)) is not None:
        _move(holder, place, what)


def _add(holder: dict[str, Any], key: str, made: dict[str, Any], is_many: bool) -> None:
    if not is_many:
        holder[key] = made
    elif len(holder.setdefault(key, [])) < MOST_NODES:
        holder[key].append(made)


def _move(holder: list[Any], place: int, what: str) -> None:
    if what == REMOVE:
        holder.pop(place)
    elif what == UP and place:
        holder[place - 1 : place + 1] = holder[place], holder[place - 1]
    elif what == DOWN and place + 1 < len(holder):
        holder[place : place + 2] = holder[place + 1], holder[place]


def _is_many(holder: dict[str, Any], key: str, vocabulary: Vocabulary) -> bool:
    if TAG not in holder:
        return key == "effects"
    fields: tuple[Field, ...] = next((v.fields for v in vocabulary.verbs if v.tag == holder[TAG]), ())
    return any(isinstance(field, EffectField) and field.key == key and field.many for field in fields)


def _walk(root: Any, path: list[str]) -> Any:
    """Return what lies at *path*, or None."""
    for key in path:
        if isinstance(root, dict):
            root = root.get(key)
        elif isinstance(root, list) and (place := _place(root, key)) is not None:
            root = root[place]
        else:
            return None
    return root


def _place(among: list[Any], key: str) -> int | None:
    return whole_number(key, high=len(among) - 1) if among else None


def _simplest(vocabulary: Vocabulary, group: str, card_type: str) -> Verb | None:
    """Return the first verb that needs no other inside, or the first that fits."""
    found = fitting(vocabulary, group, card_type)
    plain = (verb for verb in found if not any(_needs(field) for field in verb.fields))
    return next(plain, found[0] if found else None)


def _needs(field: Field) -> bool:
    return isinstance(field, EffectField) and not field.optional
