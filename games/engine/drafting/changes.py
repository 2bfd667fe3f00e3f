"""The changes of a draft, and what a title lets designers change."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from games.engine.drafting.fields import PlainField, Value

MOST_CHANGES = 200
MOST_NEW_CARDS = 60
MOST_ABILITIES = 4
LONGEST_TEXT = 10_000

Slug = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
CardName = Annotated[str, Meta(min_length=1, max_length=40)]
RuleAnchor = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[a-z][a-z0-9-]*(_[a-z0-9_-]+)?$")]
RuleText = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Values = dict[Annotated[str, Meta(max_length=40)], Value]


class Ability(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An attack, a part or the text of a card. *values:* of the card type's `ability_fields` (`energy`).

    *effects:* plain data, as `Vocabulary.write` makes it, done in this order.
    """

    values: Values = {}
    effects: tuple[dict[str, Any], ...] = ()


class CardChange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is different about a card. *figures:* only those that change. *does:* all of it, or None."""

    figures: Values = {}
    does: tuple[Ability, ...] | None = None
    name: CardName | None = None


class NewCard(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card that the base doesn't have. *figures:* what is missing has its field's default."""

    slug: Slug
    name: CardName
    type: Annotated[str, Meta(max_length=40)]
    icon: Annotated[str, Meta(max_length=60)]
    figures: Values = {}
    does: tuple[Ability, ...] = ()


class Changes(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a draft changes in its base.

    *out:* slugs of cards taken out. *parameters:* only those that change. *texts:* Markdown of paragraphs of
    the rulebook that get other words, by anchor; no rule is played by them.
    """

    cards: dict[Slug, CardChange] = {}
    out: tuple[Slug, ...] = ()
    new: tuple[NewCard, ...] = ()
    parameters: Values = {}
    texts: dict[RuleAnchor, RuleText] = {}

    def count(self) -> int:
        """Return how many single changes these are, for the limit `MOST_CHANGES`."""
        figures = sum(
            len(card.figures) + (card.does is not None) + (card.name is not None)
            for card in self.cards.values()
        )
        return figures + len(self.out) + len(self.new) + len(self.parameters) + len(self.texts)


class RuleParameter(Struct, frozen=True):
    """A figure of the rules that a draft may change. Its field names the rule's anchor."""

    field: PlainField
    section: str = ""

    @property
    def key(self) -> str:
        return self.field.key


class CardType(Struct, frozen=True):
    """A type of card, as designers see it.

    *figures:* all that can be set on it, copies included (`quantity`, `starter`). *abilities:* the least and
    most attacks, parts or texts; (0, 0) if what it does follows from its figures. *ability_fields:* what is
    set for each of them. *can_add:* a draft may have new cards of this type. *can_remove:* its cards may be
    taken out.
    """

    name: str
    figures: tuple[PlainField, ...]
    abilities: tuple[int, int] = (0, 0)
    ability_label: str = "Text"
    ability_fields: tuple[PlainField, ...] = ()
    can_add: bool = True
    can_remove: bool = True


class CardValues(Struct, frozen=True):
    """A card as its form shows it. *fixed:* why what it does can't be edited, or an empty text."""

    slug: str
    name: str
    type: str
    icon: str
    figures: Mapping[str, Value]
    does: tuple[Ability, ...]
    fixed: str = ""


class EditionValues(Struct, frozen=True):
    """All that designers may change in an edition, as it is now; cards by slug in the order of the box."""

    cards: Mapping[str, CardValues]
    parameters: Mapping[str, Value]
