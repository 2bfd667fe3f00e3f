"""Random drafts of a title, made from what it lets designers change, and the invariants that hold of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.engine import codec
from games.engine.drafting import (
    Ability,
    CardChange,
    CardType,
    CardValues,
    Changes,
    Choice,
    DraftRefused,
    EffectField,
    Flag,
    NewCard,
    Number,
    Problems,
    Value,
    Verb,
    Vocabulary,
    read_changes,
)
from games.engine.drafting.vocabulary import TAG
from games.engine.protocol import Drafting, EditionInfo, Title
from tests.conformance.cases import Case
from tests.conformance.playouts import Tally, play_many

SLUG = "draft:1@1"
PLACES = ("cards", "out", "new", "parameters", "changes")
CARDS, OUT, NEW, PARAMETERS = 4, 3, 3, 4  # changes of each sort in one draft, at most
EFFECTS = 3  # in one ability
DEPTH = 3  # of effects in effects
NEAR = 2  # steps by which a figure mostly changes


def read(title: Title, base: str, changes: Changes) -> EditionInfo | None:
    """Return the draft edition, or None for one that is refused at its places, each with a sentence."""
    assert title.drafting is not None
    try:
        return title.drafting.edition_from(title.editions[base], changes, SLUG)
    except DraftRefused as refused:
        assert refused.problems, "a draft is refused without a problem"  # noqa: PT017
        for problem in refused.problems:
            assert problem.at.split("/")[0] in PLACES, f"{problem} is nowhere"
            assert problem.reason.endswith("."), f"{problem} is no sentence"
        return None


def case_of(title: Title, info: EditionInfo) -> Case:
    """Return the draft edition *info* as a case of the suite, all options left alone."""
    drafted = replace(title, editions={**title.editions, info.slug: info})
    return Case(drafted, info.slug, title.seats[0], ())


def check_draft(title: Title, base: str, changes: Changes, seed: int) -> Tally | None:
    """Check a draft: it is refused at a place (None), or a random game of it keeps every invariant."""
    plain = codec.to_plain(changes)
    assert read_changes(plain) == changes, "changes don't go round through data"
    info = read(title, base, changes)
    if info is None:
        return None
    check_edition(title, base, changes, info)
    return play_many(case_of(title, info), [seed])


def check_edition(title: Title, base: str, changes: Changes, info: EditionInfo) -> None:
    """Check what a draft edition says of itself: slugs, figures, texts and decks are those of the changes."""
    assert title.drafting is not None
    assert (info.slug, info.base, info.book) == (SLUG, base, base)
    assert (info.game.slug, info.game.edition) == (title.slug, SLUG)
    slugs = [card.slug for card in info.cards]
    before = [card.slug for card in title.editions[base].cards if card.slug not in changes.out]
    assert slugs == [*before, *(card.slug for card in changes.new)]
    values = title.drafting.values(info)
    assert list(values.cards) == slugs
    for card in info.cards:
        assert (card.game, card.edition) == (title.slug, SLUG)
        assert card.lines == card.printed, f"{card.slug} prints what it doesn't do"
        assert values.cards[card.slug].name == card.name
    for slug, change in changes.cards.items():
        if slug not in changes.out:
            _check_values(title.drafting, values.cards[slug], change.name, change.figures, change.does)
    for new in changes.new:
        _check_values(title.drafting, values.cards[new.slug], new.name, new.figures, new.does)
        assert values.cards[new.slug].type == new.type
    for key, value in changes.parameters.items():
        assert values.parameters[key] == value
    again = title.drafting.edition_from(title.editions[base], changes, "draft:2@7")
    assert again.cards_hash == info.cards_hash, "equal rules have different digests"
    boxes = info.kit.seats if info.kit.picks else 1
    shared = Counter[str]()
    for deck in info.kit.decks:
        for share in deck.shares:
            shared[share.card] += share.copies
    assert +shared == +Counter({card.slug: card.quantity * boxes for card in info.cards})


def _check_values(
    drafting: Drafting,
    card: CardValues,
    name: str | None,
    figures: Mapping[str, Value],
    does: tuple[Ability, ...] | None,
) -> None:
    assert name is None or card.name == name
    for key, value in figures.items():
        assert card.figures[key] == value, f"{card.slug} has {card.figures[key]} as {key}"
    if does is not None:
        assert [_effects_of(drafting, ability) for ability in card.does] == [
            _effects_of(drafting, ability) for ability in does
        ], f"{card.slug} does something else"
        for is_done, wanted in zip(card.does, does, strict=True):
            assert dict(is_done.values) == {**is_done.values, **wanted.values}


def _effects_of(drafting: Drafting, ability: Ability) -> list[Any]:
    return [drafting.vocabulary.read(effect, "", Problems()) for effect in ability.effects]


@st.composite
def drafts(draw: st.DrawFn, drafting: Drafting, base: EditionInfo) -> Changes:
    """Random changes of *base*, each within its field's bounds; together they may still be refused."""
    now = drafting.values(base)
    cards: dict[str, CardChange] = {}
    for slug in draw(st.lists(st.sampled_from(list(now.cards)), max_size=CARDS, unique=True)):
        cards[slug] = draw(_card_changes(drafting, now.cards[slug]))
    loose = [
        slug
        for slug, card in now.cards.items()
        if drafting.card_types[card.type].can_remove and slug not in cards
    ]
    out = draw(st.lists(st.sampled_from(loose), max_size=OUT, unique=True)) if loose else []
    kinds = [kind for kind in drafting.card_types.values() if kind.can_add]
    count = draw(st.integers(0, NEW)) if kinds else 0
    return Changes(
        cards=cards,
        out=tuple(out),
        new=tuple(draw(_new_cards(drafting, kinds, number)) for number in range(count)),
        parameters=draw(
            _values(tuple(each.field for each in drafting.parameters), now.parameters, PARAMETERS)
        ),
    )


@st.composite
def _card_changes(draw: st.DrawFn, drafting: Drafting, card: CardValues) -> CardChange:
    kind = drafting.card_types[card.type]
    figures = draw(_values(kind.figures, card.figures, 3))
    changes_text = not card.fixed and kind.abilities != (0, 0) and draw(st.booleans())
    does = draw(_does(drafting.vocabulary, kind)) if changes_text else None
    return CardChange(figures, does, draw(st.none() | _names()))


@st.composite
def _new_cards(draw: st.DrawFn, drafting: Drafting, kinds: list[CardType], number: int) -> NewCard:
    kind = draw(st.sampled_from(kinds))
    return NewCard(
        slug=f"new-{number}",
        name=draw(_names()),
        type=kind.name,
        icon=draw(st.sampled_from(drafting.icons)),
        figures=draw(_values(kind.figures, {}, 3)),
        does=draw(_does(drafting.vocabulary, kind)),
    )


def _names() -> st.SearchStrategy[str]:
    return st.sampled_from(("Rust Bucket", "Ünïcode & <Sons>", "W" * 40, "X"))


@st.composite
def _values(draw: st.DrawFn, fields: tuple[Any, ...], now: Any, most: int) -> dict[str, Value]:
    """Values for at most *most* of the *fields*. *now:* those of the base, by key."""
    if not fields:
        return {}
    changed = draw(st.lists(st.sampled_from(fields), max_size=most, unique_by=lambda field: field.key))
    return {field.key: draw(_value(field, now.get(field.key, field.default))) for field in changed}


def _value(field: Number | Choice | Flag, now: Value) -> st.SearchStrategy[Any]:
    match field:
        case Choice():
            return st.sampled_from([value for value, _ in field.choices])
        case Flag():
            return st.booleans()
        case Number():
            most, here = (field.high - field.low) // field.step, (int(now) - field.low) // field.step
            near = st.integers(max(0, min(here, most) - NEAR), min(most, max(here, 0) + NEAR))
            return (near | near | near | st.integers(0, most)).map(lambda step: field.low + step * field.step)


@st.composite
def _does(draw: st.DrawFn, vocabulary: Vocabulary, kind: CardType) -> tuple[Ability, ...]:
    least, most = kind.abilities
    return tuple(draw(_abilities(vocabulary, kind)) for _ in range(draw(st.integers(least, most))))


@st.composite
def _abilities(draw: st.DrawFn, vocabulary: Vocabulary, kind: CardType) -> Ability:
    count = draw(st.integers(1, EFFECTS))
    return Ability(
        draw(_values(kind.ability_fields, {}, len(kind.ability_fields))),
        tuple(draw(_effects(vocabulary, kind.name, "effect", 1)) for _ in range(count)),
    )


@st.composite
def _effects(
    draw: st.DrawFn, vocabulary: Vocabulary, card_type: str, group: str, depth: int
) -> dict[str, Any]:
    """An effect of *group* as plain data; below `DEPTH`, one without others in it if there is any."""
    fitting = [
        verb
        for verb in vocabulary.verbs
        if verb.group == group and (not verb.types or card_type in verb.types)
    ]
    leaves = [verb for verb in fitting if not _inner(verb)]
    verb = draw(st.sampled_from(leaves if depth >= DEPTH and leaves else fitting))
    data: dict[str, Any] = {TAG: verb.tag}
    for field in verb.fields:
        if not isinstance(field, EffectField):
            data[field.key] = draw(_value(field, field.default))
            continue
        if field.optional and (depth >= DEPTH or draw(st.booleans())):
            continue
        inner = _effects(vocabulary, card_type, field.group, depth + 1)
        data[field.key] = [draw(inner) for _ in range(draw(st.integers(1, 2)))] if field.many else draw(inner)
    return data


def _inner(verb: Verb) -> bool:
    return any(isinstance(field, EffectField) and not field.optional for field in verb.fields)
