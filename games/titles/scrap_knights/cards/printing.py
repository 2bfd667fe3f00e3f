"""A card as the catalogue shows it: its text, facets and reminders, made from what it does."""

from collections.abc import Mapping

from games.engine.cards import Card, Figure, Reminder, TextLine
from games.engine.effects import sentence
from games.titles.scrap_knights.box import TAS_CUSTOM
from games.titles.scrap_knights.cards.kind import Kind, priority_word
from games.titles.scrap_knights.cards.parts import PARRY_NUMBERS, USE, Part, X

TRIGGERS: Mapping[tuple[str, str], str] = {
    ("you", "threatened"): "You are threatened.",
    ("you", "uninterrupted"): "You are uninterrupted.",
    ("you", "miss"): "You miss.",
    ("you", "overheat"): "You overheat.",
    ("you", "move"): "You move.",
    ("opp", "threatened"): "The opponent is threatened.",
    ("opp", "uninterrupted"): "The opponent is uninterrupted.",
    ("opp", "miss"): "The opponent misses.",
    ("opp", "overheat"): "The opponent overheats.",
    ("opp", "move"): "The opponent moves.",
}

_TYPE_RULES: Mapping[str, str] = {
    "attack": "type-attack",
    "defend": "type-defend",
    "movement": "type-movement",
    "special": "type-special",
    "ult": "type-ult",
    "bot": "type-bot",
}


def card_of(
    edition: str, kind: Kind, prep_sizes: Mapping[str, int], printed: tuple[TextLine, ...] | None = None
) -> Card:
    """Return the card of *kind*. *printed:* its text as the card data has it, None if there is none."""
    made = lines(kind, prep_sizes)
    return Card(
        game="scrap-knights",
        edition=edition,
        slug=kind.slug,
        name=kind.name,
        type=kind.type_name,
        figures=_figures(kind),
        lines=made,
        printed=made if printed is None else printed,
        facets=facets(kind),
        quantity=1,
        icon=kind.icon,
        rule=_TYPE_RULES[kind.kind],
        reminders=_reminders(kind),
    )


def lines(kind: Kind, prep_sizes: Mapping[str, int]) -> tuple[TextLine, ...]:
    """Return the text of a card made from what it does, in the shape of its printed lines."""
    found: list[TextLine] = []
    if kind.link:
        found.append(TextLine("Link", kind.link.text()))
    if kind.trigger:
        found.append(TextLine("Trigger", TRIGGERS[kind.trigger.whose, kind.trigger.what]))
    if kind.slug in prep_sizes:
        found.append(TextLine("Prep", _prep_text(kind.slug, prep_sizes[kind.slug])))
    found += [TextLine("Secret", said) for said in _secrets(kind)]
    return (*found, *(TextLine(_label(kind, part), sentence(part.effect)) for part in kind.parts))


def facets(kind: Kind) -> tuple[str, ...]:
    """Return the words that search finds the card by, sorted."""
    found = {facet for part in kind.parts for facet in part.effect.facets()}
    if _secrets(kind) or kind.directions:
        found.add("secret")
    if kind.overcharge:
        found.add("overcharge")
    return tuple(sorted(found))


def _figures(kind: Kind) -> tuple[Figure, ...]:
    figures = (("heat", "Heat", kind.heat if kind.is_act else None), ("range", "Range", kind.range))
    made = [Figure(key, label, value) for key, label, value in figures if value is not None]
    plain = [part.priority for part in kind.parts if not part.overcharged]
    numbers = [priority for priority in plain if isinstance(priority, int)]
    if numbers:
        said = "First" if "First" in kind.priorities else ""
        made.append(Figure("priority", "Priority", max(numbers), said=said))
    return tuple(made)


def _reminders(kind: Kind) -> tuple[Reminder, ...]:
    """Return what the card repeats from the rules, each sentence once."""
    return tuple(dict.fromkeys(found for part in kind.parts for found in part.effect.reminders()))


def _secrets(kind: Kind) -> list[str]:
    """Return what is settled in secret, besides directions and overcharge."""
    found: dict[str, None] = {}
    for part in kind.parts:
        numbers = PARRY_NUMBERS if part.priority == X else part.effect.numbers()
        if numbers:
            found[f"Choose X, {' or '.join(_spans(numbers))}."] = None
        if part.effect.names_card():
            found["Name an ACT."] = None
    return list(found)


def _spans(numbers: tuple[int, ...]) -> list[str]:
    """Return the numbers below and above 0 as spans in words."""
    signs = ([number for number in numbers if number < 0], [number for number in numbers if number > 0])
    return [f"from {span[0]} to {span[-1]}".replace("-", "−") for span in signs if span]


def _prep_text(slug: str, size: int) -> str:
    things = "Attack" if slug == TAS_CUSTOM else "ACT"
    return f"A deck of {size} {things}{'' if size == 1 else 's'}."


def _label(kind: Kind, part: Part) -> str:
    priority = _priority(part)
    if not part.overcharged:
        return priority
    overcharge = f"Overcharge {kind.overcharge}"
    return f"{overcharge}, {priority}" if priority else overcharge


def _priority(part: Part) -> str:
    if part.priority == USE:
        return "When used"
    return f"Priority {priority_word(part.priority)}" if part.priority else ""
