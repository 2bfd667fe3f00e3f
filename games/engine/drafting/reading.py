"""Changes out of plain data, and the checks that are alike for every title."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from games.engine import codec
from games.engine.drafting.changes import (
    MOST_ABILITIES,
    MOST_CHANGES,
    MOST_NEW_CARDS,
    Ability,
    CardType,
    Changes,
    EditionValues,
    RuleParameter,
)
from games.engine.drafting.fields import DraftRefused, Problem, Problems, check_values
from games.engine.drafting.vocabulary import Vocabulary


def read_changes(data: object) -> Changes:
    """Return plain *data* as changes, in form only. *Raises:* `DraftRefused`."""
    try:
        return cast(Changes, msgspec.convert(data, type=codec.known(Changes), strict=True))
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at ")
        raise DraftRefused((Problem(place.strip("`$.") or "changes", f"{reason}."),)) from error


def checked_changes(
    changes: Changes,
    base: EditionValues,
    card_types: Mapping[str, CardType],
    parameters: tuple[RuleParameter, ...],
    vocabulary: Vocabulary,
    icons: tuple[str, ...],
) -> Changes:
    """Return *changes* without those that change nothing, after all checks that need no rules of the title.

    *icons:* the names of pictures that a new card may have. *Raises:* `DraftRefused` with every problem.
    """
    problems = Problems()
    if changes.count() > MOST_CHANGES:
        problems.add("changes", f"A draft holds at most {MOST_CHANGES} changes; these are {changes.count()}.")
    _check_parameters(changes, parameters, problems)
    for slug, change in changes.cards.items():
        at = f"cards/{slug}"
        if slug not in base.cards:
            problems.add(at, "The edition has no such card.")
            continue
        card = base.cards[slug]
        check_values(card_types[card.type].figures, change.figures, f"{at}/figures", problems)
        if change.name is not None:
            _check_name(change.name, f"{at}/name", problems)
        if change.does is not None and card.fixed:
            problems.add(f"{at}/does", card.fixed)
        elif change.does is not None:
            _check_does(change.does, card_types[card.type], f"{at}/does", vocabulary, problems)
    _check_out(changes, base, card_types, problems)
    _check_new(changes, base, card_types, vocabulary, icons, problems)
    problems.refuse()
    return _without_idle(changes, base)


def _check_parameters(changes: Changes, parameters: tuple[RuleParameter, ...], problems: Problems) -> None:
    fields = tuple(parameter.field for parameter in parameters)
    check_values(fields, changes.parameters, "parameters", problems)


def _check_out(
    changes: Changes, base: EditionValues, card_types: Mapping[str, CardType], problems: Problems
) -> None:
    for slug in changes.out:
        at = f"out/{slug}"
        if slug not in base.cards:
            problems.add(at, "The edition has no such card.")
        elif not card_types[base.cards[slug].type].can_remove:
            problems.add(at, f"{base.cards[slug].name} can’t be taken out: the rules need it.")
        elif slug in changes.cards:
            problems.add(at, f"{base.cards[slug].name} is both changed and taken out.")


def _check_new(
    changes: Changes,
    base: EditionValues,
    card_types: Mapping[str, CardType],
    vocabulary: Vocabulary,
    icons: tuple[str, ...],
    problems: Problems,
) -> None:
    if len(changes.new) > MOST_NEW_CARDS:
        problems.add(
            "new", f"A draft holds at most {MOST_NEW_CARDS} new cards; these are {len(changes.new)}."
        )
        return
    slugs = set(base.cards)
    for place, card in enumerate(changes.new):
        at = f"new/{place}"
        if card.slug in slugs:
            problems.add(f"{at}/slug", f"There is already a card “{card.slug}”.")
        slugs.add(card.slug)
        _check_name(card.name, f"{at}/name", problems)
        if card.icon not in icons:
            problems.add(f"{at}/icon", "Choose one of the pictures.")
        found = card_types.get(card.type)
        if found is None or not found.can_add:
            addable = [kind.name for kind in card_types.values() if kind.can_add]
            problems.add(f"{at}/type", f"Choose a type: {', '.join(addable)}.")
            continue
        check_values(found.figures, card.figures, f"{at}/figures", problems)
        _check_does(card.does, found, f"{at}/does", vocabulary, problems)


def _check_does(
    does: tuple[Ability, ...], card_type: CardType, at: str, vocabulary: Vocabulary, problems: Problems
) -> None:
    least, most = card_type.abilities
    if not least <= len(does) <= most:
        many = str(least) if least == most else f"{least} to {most}"
        problems.add(at, f"A {card_type.name} has {many} of these: {card_type.ability_label}.")
    for place, ability in enumerate(does[:MOST_ABILITIES]):
        here = f"{at}/{place}"
        check_values(card_type.ability_fields, ability.values, f"{here}/values", problems)
        if not ability.effects:
            problems.add(f"{here}/effects", "Say what it does: add an effect.")
        if len(ability.effects) > MOST_ABILITIES * 2:
            problems.add(f"{here}/effects", f"At most {MOST_ABILITIES * 2} effects one after the other.")
            continue
        for number, effect in enumerate(ability.effects):
            vocabulary.read(effect, f"{here}/effects/{number}", problems, card_type=card_type.name)


def _check_name(name: str, at: str, problems: Problems) -> None:
    if not name.strip() or not name.isprintable():
        problems.add(at, "Give the card a name of printable letters.")


def _without_idle(changes: Changes, base: EditionValues) -> Changes:
    cards: dict[str, Any] = {}
    for slug, change in changes.cards.items():
        card = base.cards[slug]
        figures = {key: value for key, value in change.figures.items() if card.figures.get(key) != value}
        does = None if change.does == card.does else change.does
        name = None if change.name == card.name else change.name
        if figures or does is not None or name is not None:
            cards[slug] = msgspec.structs.replace(change, figures=figures, does=does, name=name)
    parameters = {
        key: value for key, value in changes.parameters.items() if base.parameters.get(key) != value
    }
    return msgspec.structs.replace(changes, cards=cards, parameters=parameters)
