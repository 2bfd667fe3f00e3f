"""The form of a card of a draft: what is filled in, what is wrong with it, and the change that it makes."""

import re
from collections.abc import Sequence
from typing import Any

from games import catalog
from games.drafts.actions.changing import is_at
from games.drafts.differences import shown, text_of
from games.drafts.editing import mark_at, with_card, with_new
from games.drafts.editions import changes_of, drafting_of, working_edition
from games.drafts.models import Draft
from games.engine.cards import Card
from games.engine.drafting import (
    Ability,
    CardChange,
    CardType,
    CardValues,
    Changes,
    DraftRefused,
    NewCard,
    Problem,
    Value,
)
from games.workshop.boxes import Composer, boxes, by_place, id_of
from games.workshop.composing import pressed
from games.workshop.reading import Sent, canonical, read_does, read_name, read_values

LONGEST_SLUG = 40


class CardForm:
    """A card that is worked on. *base:* as the published edition has it, None for a new card.

    *slug:* empty for a card that isn't stored yet. *fixed:* why *does* can't be changed, or empty.
    """

    def __init__(self, draft: Draft, card_type: CardType, base: CardValues | None) -> None:
        self.draft, self.type, self.base = draft, card_type, base
        self.title = catalog.title(draft.title)
        self.drafting = drafting_of(self.title)
        self.changes = changes_of(draft.working)
        self.slug = base.slug if base else ""
        self.name, self.icon = (base.name, base.icon) if base else ("", self._first_icon())
        self.fixed = base.fixed if base else ""
        self.figures: dict[str, Value] = {field.key: field.default for field in card_type.figures}
        self.figures |= dict(base.figures) if base else {}
        self.does: tuple[Ability, ...] = base.does if base else self._first_does()
        self.problems: dict[str, str] = {}
        self.is_sent = False
        self.elsewhere = ""

    @classmethod
    def of(cls, draft: Draft, slug: str) -> "CardForm | None":
        """Return the form of the card *slug* as it is in the working copy; None if there is no such card."""
        title = catalog.title(draft.title)
        drafting, changes = drafting_of(title), changes_of(draft.working)
        base = drafting.values(catalog.published(draft.title, draft.base)).cards.get(slug)
        new = next((card for card in changes.new if card.slug == slug), None)
        if new is not None:
            form = cls(draft, drafting.card_types[new.type], None)
            form.slug, form.name, form.icon, form.does = slug, new.name, new.icon, new.does
            form.figures |= new.figures
            return form
        if base is None:
            return None
        form, change = cls(draft, drafting.card_types[base.type], base), changes.cards.get(slug)
        if change is not None:
            form.name = change.name or form.name
            form.figures |= change.figures
            form.does = form.does if change.does is None else change.does
        return form

    @classmethod
    def new(cls, draft: Draft, type_name: str) -> "CardForm | None":
        """Return the empty form of a new card; None if no card of that type can be added."""
        kind = drafting_of(catalog.title(draft.title)).card_types.get(type_name)
        return cls(draft, kind, None) if kind is not None and kind.can_add else None

    @property
    def is_out(self) -> bool:
        """Whether the card has been taken out."""
        return self.slug in self.changes.out

    @property
    def is_changed(self) -> bool:
        """Whether the working copy changes this card of the base."""
        return self.base is not None and self.slug in self.changes.cards

    @property
    def at(self) -> str:
        """The place of this card, as problems name it."""
        if self.base is not None:
            return f"cards/{self.slug}"
        slugs = [card.slug for card in self.changes.new]
        return f"new/{slugs.index(self.slug) if self.slug in slugs else len(slugs)}"

    def read(self, sent: Sent) -> None:
        """Take what was filled in."""
        self.is_sent = True
        self.name = read_name(sent)
        self.icon = sent.get("icon", self.icon)[:60]
        self.figures |= read_values(sent, "figures", self.type.figures)
        if not self.fixed:
            self.does = read_does(sent, self.type, self.drafting.vocabulary)

    def press(self, press: str, chosen: str) -> None:
        """Compose further, as `composing.pressed` says."""
        if not self.fixed:
            self.does = pressed(self.does, press, chosen, self.type, self.drafting.vocabulary)

    def edit(self, changes: Changes) -> Changes:
        """Return *changes* with this card as it is filled in.

        *Raises:* `DraftRefused` for a bad name, or if the card has been taken out.
        """
        if not self.name or len(self.name) > LONGEST_SLUG:
            self._refuse("name", f"Give the card a name of at most {LONGEST_SLUG} characters.")
        if self.base is None:
            card = NewCard(
                slug=self.slug or _slug_of(self.name, changes, self._taken()),
                name=self.name,
                type=self.type.name,
                icon=self.icon,
                figures=dict(self.figures),
                does=self.does,
            )
            return with_new(changes, card, self.slug)
        if self.slug in changes.out:
            self._refuse("name", f"{self.base.name} has been removed. Put it back first.")
        return with_card(changes, self.slug, self._change(self.base))

    def add_problems(self, problems: Sequence[Problem]) -> None:
        """Note what is wrong, at the places of this card."""
        self.problems |= by_place(problems, self.at)

    def context(self) -> dict[str, Any]:
        """Return what the templates need; a card that was sent is checked for it."""
        face = self._face()
        composer = Composer(self.type, self.drafting.vocabulary, self.problems)
        differing = {} if self.base is None else self._differing(self.base)
        return {
            "figures": boxes(self.type.figures, self.figures, "figures", self.problems, differing),
            "abilities": composer.abilities(self.does),
            "can_add_ability": not self.fixed and len(self.does) < self.type.abilities[1],
            "icons": self.drafting.icons if self.base is None else (),
            "face": face,
            "elsewhere": self.elsewhere,
            "problems": [(id_of(at), reason) for at, reason in self.problems.items()],
        }

    @property
    def mark(self) -> str:
        """The mark of the card in the working copy, for `change_draft`."""
        return mark_at(self.changes, self.place)

    @property
    def place(self) -> str:
        """The place of the card as marks and comments name it, new or not."""
        return f"cards/{self.slug}"

    def lines(self) -> dict[str, str]:
        """Return everything that the form says, in words."""
        face = self._face()
        figures = {field.label: shown(field, self.figures.get(field.key)) for field in self.type.figures}
        picture = {"Picture": self.icon.replace("-", " ")} if self.base is None else {}
        return {"Name": self.name, **figures, **picture, **({"Text": text_of(face)} if face else {})}

    def _face(self) -> Card | None:
        """Return the card as it will be; None if it can't be made. What is wrong is noted."""
        try:
            changes = self.edit(self.changes)
            slug = self.slug or changes.new[-1].slug
            return working_edition(self.draft, changes).by_slug.get(slug)
        except DraftRefused as refused:
            own = [one for one in refused.problems if is_at(one, self.at)]
            if not own:
                self.elsewhere = refused.problems[0].reason
            elif self.is_sent:
                self.add_problems(own)
            return None

    def _change(self, base: CardValues) -> CardChange:
        figures = {key: value for key, value in self.figures.items() if base.figures.get(key) != value}
        vocabulary = self.drafting.vocabulary
        is_same = canonical(self.does, vocabulary, self.type) == canonical(base.does, vocabulary, self.type)
        return CardChange(
            figures=figures,
            does=None if is_same or self.fixed else self.does,
            name=None if self.name == base.name else self.name,
        )

    def _differing(self, base: CardValues) -> dict[str, str]:
        return {
            field.key: shown(field, base.figures[field.key])
            for field in self.type.figures
            if field.key in base.figures and base.figures[field.key] != self.figures.get(field.key)
        }

    def _first_does(self) -> tuple[Ability, ...]:
        least, _ = self.type.abilities
        values = {field.key: field.default for field in self.type.ability_fields}
        return tuple(Ability(values=values) for _ in range(least))

    def _first_icon(self) -> str:
        """Return a picture that no card has yet, or the first one if all have been used."""
        published = self.drafting.values(catalog.published(self.draft.title, self.draft.base)).cards
        used = {card.icon for card in published.values()} | {card.icon for card in self.changes.new}
        return next((icon for icon in self.drafting.icons if icon not in used), self.drafting.icons[0])

    def _taken(self) -> set[str]:
        base = catalog.published(self.draft.title, self.draft.base)
        return set(base.by_slug) | {card.slug for card in self.changes.new}

    def _refuse(self, at: str, reason: str) -> None:
        raise DraftRefused((Problem(f"{self.at}/{at}", reason),))


def _slug_of(name: str, changes: Changes, taken: set[str]) -> str:
    """Return a slug for a new card called *name* that no other card has."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    slug = "-".join(words)[: LONGEST_SLUG - 4].strip("-") or "card"
    number, found = 2, slug
    while found in taken or any(card.slug == found for card in changes.new):
        found, number = f"{slug}-{number}", number + 1
    return found
