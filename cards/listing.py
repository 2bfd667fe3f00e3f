"""The card list: which cards a choice of game, edition and type shows, and what one may choose."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.safestring import SafeString

from cards.faces import face_html
from cards.links import card_url, list_url
from games import catalog
from games.engine.cards import Card
from games.engine.protocol import EditionInfo, Title

NEWEST, ALL = "", "all"


@dataclass(frozen=True, slots=True)
class Choice:
    """What the visitor asked for; empty means any game, the newest editions, any type."""

    game: str = ""
    edition: str = NEWEST
    type: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Choice":
        """Return the choice that an address makes. Unknown values are kept: they fit no card."""
        return cls(query.get("game", ""), query.get("edition", NEWEST), query.get("type", ""))


@dataclass(frozen=True, slots=True)
class Option:
    """An entry of a select."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TypeCount:
    """A type among the cards of the chosen editions. *copies:* cards in the box. *url:* narrows to it."""

    type: str
    kinds: int
    copies: int
    url: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Shelf:
    """The cards of one edition. *faces:* finished HTML in the order of the box."""

    title: Title
    edition: EditionInfo
    faces: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """All that the list page shows."""

    choice: Choice
    games: tuple[Option, ...]
    editions: tuple[Option, ...]
    types: tuple[TypeCount, ...]
    shelves: tuple[Shelf, ...]
    any_type_url: str

    @property
    def count(self) -> int:
        return sum(len(shelf.faces) for shelf in self.shelves)


def listing(choice: Choice) -> Listing:
    """Return what *choice* shows."""
    titles = [title for title in catalog.titles() if choice.game in ("", title.slug)]
    pairs = [(title, edition) for title in titles for edition in _editions(title, choice.edition)]
    shelves = (_shelf(title, edition, choice.type) for title, edition in pairs)
    return Listing(
        choice=choice,
        games=_game_options(choice),
        editions=_edition_options(titles, choice),
        types=_type_counts([card for _, edition in pairs for card in edition.cards], choice),
        shelves=tuple(shelf for shelf in shelves if shelf.faces),
        any_type_url=list_url(game=choice.game, edition=choice.edition),
    )


def _editions(title: Title, wanted: str) -> Iterable[EditionInfo]:
    if wanted == NEWEST:
        return (title.newest,)
    return (edition for edition in title.editions.values() if wanted in (ALL, edition.slug))


def _shelf(title: Title, edition: EditionInfo, type_: str) -> Shelf:
    fitting = (card for card in edition.cards if type_ in ("", card.type))
    return Shelf(title, edition, tuple(face_html(card, href=card_url(card)) for card in fitting))


def _game_options(choice: Choice) -> tuple[Option, ...]:
    found = (Option(title.slug, title.name, title.slug == choice.game) for title in catalog.titles())
    return (Option("", "Every game", not choice.game), *found)


def _edition_options(titles: list[Title], choice: Choice) -> tuple[Option, ...]:
    found = (
        Option(edition.slug, _edition_label(title, edition), edition.slug == choice.edition)
        for title in titles
        for edition in title.editions.values()
    )
    newest = Option(NEWEST, "The newest", choice.edition == NEWEST)
    return (newest, *found, Option(ALL, "All editions", choice.edition == ALL))


def _edition_label(title: Title, edition: EditionInfo) -> str:
    return f"{title.name} {edition.slug} ({date_format(edition.date, 'j M Y')})"


def _type_counts(cards: list[Card], choice: Choice) -> tuple[TypeCount, ...]:
    """Count the cards by type, in the order in which the box has the types."""
    kinds = Counter(card.type for card in cards)
    copies: Counter[str] = Counter()
    for card in cards:
        copies[card.type] += card.quantity
    return tuple(
        TypeCount(
            type=type_,
            kinds=kinds[type_],
            copies=copies[type_],
            url=list_url(game=choice.game, edition=choice.edition, type=type_),
            is_chosen=type_ == choice.type,
        )
        for type_ in kinds
    )
