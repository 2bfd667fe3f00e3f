"""A card as the catalogue, the board and an export see it: plain values, made by a title."""

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A number on a card. *key:* its search name (`cost`, `energy`); *label:* the rulebook's word.

    *last:* the last copy's number, where each copy has its own; *value* is then the first copy's.
    *said:* what the card prints instead of the number, for a word that comes before all numbers (`First`).
    """

    key: str
    label: str
    value: int
    last: int | None = None
    said: str = ""

    @property
    def words(self) -> str:
        """The number as the card prints it: `3`, `−2`, or `101–109` for all its copies."""
        first = self.said or str(self.value).replace("-", "−")
        return first if self.last is None else f"{first}–{self.last}"


class TextLine(Struct, frozen=True):
    """One ability. *cost:* what it costs, in words (`3 Energy`), or empty; *text:* its rule."""

    cost: str
    text: str


class Reminder(Struct, frozen=True):
    """A sentence that isn't printed on a card but belongs to its text. *rule:* anchor of what it repeats."""

    text: str
    rule: str


class Card(Struct, frozen=True, cache_hash=True):
    """One card of one edition.

    *slug:* the same in every edition. *type:* the rulebook's word. *quantity:* copies in the box.
    *lines:* text made from the effect values. *printed:* the text as the card data has it, in the same shape.
    *facets:* what it does, for search (`splash`, `draw`). *icon:* name in static/icons.
    *rule:* anchor of the paragraph about cards of its type. *sub:* a finer type, where the game has them.
    *reminders:* what readers of the text alone would get wrong.
    """

    game: str
    edition: str
    slug: str
    name: str
    type: str
    figures: tuple[Figure, ...]
    lines: tuple[TextLine, ...]
    printed: tuple[TextLine, ...]
    facets: tuple[str, ...]
    quantity: int
    icon: str
    rule: str
    sub: str = ""
    reminders: tuple[Reminder, ...] = ()

    def figure(self, key: str) -> int | None:
        """Return the number under *key*, or None when the card has none."""
        return next((figure.value for figure in self.figures if figure.key == key), None)

    @property
    def numbers(self) -> dict[str, int]:
        """The figures by search name; where copies differ, `initiative_last` is the last copy's."""
        lasts = {f"{figure.key}_last": figure.last for figure in self.figures if figure.last is not None}
        return {figure.key: figure.value for figure in self.figures} | lasts
