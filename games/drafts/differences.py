"""What is different between two editions of a title, in words: a draft and its base, or two revisions."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from games.engine.cards import Card
from games.engine.drafting import CardType, CardValues, Choice, Flag, Value, rules_of
from games.engine.drafting.fields import PlainField
from games.engine.protocol import Drafting, EditionInfo

NONE = "–"


class Difference(Struct, frozen=True):
    """One thing that is different. *what:* of the card or the rules; *old*, *new:* in words, may be empty."""

    what: str
    old: str = ""
    new: str = ""


class Group(Struct, frozen=True):
    """What is different about the thing called *name*. *at:* its place, as `editing.without` takes it.

    *sort:* `rule`, `changed`, `new` or `out`. *card:* its slug, *rule:* anchor of the rule; or empty.
    *rules:* anchors of all paragraphs that a figure of the rules concerns.
    """

    at: str
    name: str
    sort: str
    lines: tuple[Difference, ...] = ()
    card: str = ""
    rule: str = ""
    rules: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Where people talk about it: new cards and those taken out are places like others."""
        return f"cards/{self.card}" if self.card else self.at


def differences(drafting: Drafting, old: EditionInfo, new: EditionInfo) -> tuple[Group, ...]:
    """Return what is different in *new*: rules first, then the cards in the order of the box."""
    before, after = drafting.values(old), drafting.values(new)
    groups = list(_rules(drafting, before.parameters, after.parameters))
    for slug, card in after.cards.items():
        kind = drafting.card_types[card.type]
        if slug not in before.cards:
            groups.append(_new(kind, card, new.by_slug[slug]))
            continue
        lines = tuple(_card(kind, before.cards[slug], card, old.by_slug[slug], new.by_slug[slug]))
        if lines:
            groups.append(Group(f"cards/{slug}", card.name, "changed", lines, slug))
    groups += [
        Group(f"out/{slug}", card.name, "out", (), slug)
        for slug, card in before.cards.items()
        if slug not in after.cards
    ]
    return tuple(groups)


def text_of(card: Card) -> str:
    """Return the text of *card* in one line."""
    return " ".join(f"{line.cost}: {line.text}" if line.cost else line.text for line in card.lines)


def shown(field: PlainField, value: Value | None) -> str:
    """Return a value of *field* as people read it."""
    if value is None:
        return NONE
    if isinstance(field, Flag):
        return "yes" if value else "no"
    if isinstance(field, Choice):
        return dict(field.choices).get(str(value), str(value))
    return str(value).replace("-", "−")


def _rules(drafting: Drafting, old: Mapping[str, Value], new: Mapping[str, Value]) -> Iterator[Group]:
    for parameter in drafting.parameters:
        field = parameter.field
        if old.get(field.key) != new.get(field.key):
            line = Difference("", shown(field, old.get(field.key)), shown(field, new.get(field.key)))
            yield Group(
                f"parameters/{field.key}", field.label, "rule", (line,), "", field.rule, rules_of(field)
            )


def _card(
    kind: CardType, before: CardValues, after: CardValues, old: Card, new: Card
) -> Iterator[Difference]:
    if before.name != after.name:
        yield Difference("Name", before.name, after.name)
    for field in kind.figures:
        was, now = before.figures.get(field.key), after.figures.get(field.key)
        if was != now:
            yield Difference(field.label, shown(field, was), shown(field, now))
    if text_of(old) != text_of(new):
        yield Difference("Text", text_of(old) or NONE, text_of(new) or NONE)


def _new(kind: CardType, values: CardValues, card: Card) -> Group:
    figures = [
        Difference(field.label, "", shown(field, values.figures.get(field.key))) for field in kind.figures
    ]
    lines: Sequence[Difference] = (Difference("Type", "", kind.name), *figures)
    if text_of(card):
        lines = (*lines, Difference("Text", "", text_of(card)))
    return Group(f"new/{values.slug}", values.name, "new", tuple(lines), values.slug)
