"""What is exported: a named list of cards, with their credits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.text import slugify
from msgspec import structs

from cards.search import read
from games import catalog
from games.engine.cards import Card, Figure
from games.engine.errors import BadOptions
from games.engine.kit import Kit
from scrapsite.common.look import dated

# More kinds or copies than this would keep the worker, which also plays for bots, busy too long.
MOST_KINDS = 210
MOST_COPIES = 600
LONGEST_NAME, LONGEST_SLUG = 90, 50


class TooLong(ValueError):
    """The list holds more cards than one file should. The message says how many may be."""


@dataclass(frozen=True)
class CardList:
    """Cards under a name. *name:* for people; *slug:* for file names; *credits:* sentences, in order.

    *piles:* name and size of the piles in which single cards lie on a table, one pile if empty. *part_of:*
    the edition that has all of them, if its pictures for tables are to be used for them.
    """

    name: str
    slug: str
    cards: tuple[Card, ...]
    credits: tuple[str, ...]
    piles: tuple[tuple[str, int], ...] = ()
    part_of: "CardList | None" = None

    @property
    def copies(self) -> int:
        """The number of cards, with every copy."""
        return sum(card.quantity for card in self.cards)

    @property
    def has_numbered_copies(self) -> bool:
        """Whether the copies of some card differ by a number."""
        return any(figure.last is not None for card in self.cards for figure in card.figures)

    @property
    def has_drafts(self) -> bool:
        """Whether some of these cards are of drafts, which not everybody may see."""
        return any(catalog.is_draft(card.edition) for card in self.cards)

    @property
    def games(self) -> tuple[str, ...]:
        """Slugs of the games of these cards, in the order in which they appear."""
        return tuple(dict.fromkeys(card.game for card in self.cards))


def card_list(name: str, slug: str, cards: Sequence[Card]) -> CardList:
    """Return *cards* as a list to export. *Raises:* `TooLong`."""
    found = CardList(name, slug, tuple(cards), _credits(cards))
    if len(found.cards) > MOST_KINDS or found.copies > MOST_COPIES:
        raise TooLong(f"A file holds at most {MOST_KINDS} different cards and {MOST_COPIES} copies.")
    return found


def spread(cards: CardList) -> CardList:
    """Return *cards* with a card for each copy that has its own number, as players need them."""
    found = tuple(copy for card in cards.cards for copy in _copies(card))
    return replace(cards, cards=found)


def edition_list(game: str, edition: str, viewer: object = None) -> CardList | None:
    """Return all cards of an edition, None if there is no such game or edition.

    *viewer:* who asks, to whom a draft that they may not see is none; None sees no drafts. *Raises:*
    `TooLong` if a draft has too many cards.
    """
    try:
        if catalog.is_draft(edition):
            title, info = catalog.draft_for(viewer, edition)
            return draft_list(game, info.slug) if title.slug == game else None
        title, info = catalog.title(game), catalog.published(game, edition)
    except BadOptions:
        return None
    name = f"{title.name} {edition} ({dated(info.date)})"
    return card_list(name, f"{game}-{edition}", info.cards)


def draft_list(game: str, edition: str) -> CardList:
    """Return all cards of a draft edition, whoever may see it. *Raises:* `BadOptions`, `TooLong`."""
    cards, called = catalog.cards(game, edition), catalog.edition_name(edition)
    name = shortened(f"{catalog.title(game).name}, draft “{called}”", LONGEST_NAME)
    return card_list(name, slugify(f"{game} draft {called}")[:LONGEST_SLUG].strip("-"), cards)


def kit_of(cards: CardList) -> Kit | None:
    """Return what people need to play with *cards*; None if they aren't a whole edition."""
    if not cards.cards:
        return None
    game, edition = cards.cards[0].game, cards.cards[0].edition
    return catalog.kit(game, edition) if cards.cards == catalog.cards(game, edition) else None


def found_list(text: str, viewer: object = None) -> CardList:
    """Return what the question *text* of *viewer* finds, in its order. *Raises:* `SearchError`, `TooLong`."""
    question = read(text, viewer)
    found = question.cards(0, MOST_KINDS + 1)
    slug = slugify(text.replace(".", "-"))[:LONGEST_SLUG].strip("-")
    name = shortened(" ".join(question.english.split()), LONGEST_NAME)
    return card_list(name, slug or "cards", found)


def shortened(words: str, most: int) -> str:
    """Return *words*; if they have more than *most* characters, cut at a space and with an ellipsis."""
    if len(words) <= most:
        return words
    return words[: most - 1].rpartition(" ")[0].rstrip(" ,;") + "…"


def references(cards: Sequence[Card]) -> list[str]:
    """Return *cards* as strings for the arguments of a task: `scrapbots/3.6/scout`."""
    return [f"{card.game}/{card.edition}/{card.slug}" for card in cards]


def referred(words: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards that *words* made by `references` mean. *Raises:* `BadOptions`, `KeyError`."""
    return tuple(catalog.card(*word.split("/", 2)) for word in words)


def _copies(card: Card) -> Iterator[Card]:
    """Yield *card*, or a card for each copy where copies differ."""
    if all(figure.last is None for figure in card.figures):
        yield card
        return
    for copy in range(card.quantity):
        figures = tuple(
            figure if figure.last is None else Figure(figure.key, figure.label, figure.value + copy)
            for figure in card.figures
        )
        yield structs.replace(card, slug=f"{card.slug}-{copy + 1}", figures=figures, quantity=1)


def _credits(cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the credits of every game in *cards*, each once."""
    games = dict.fromkeys(card.game for card in cards)
    said = (sentence for game in games for sentence in catalog.title(game).credits)
    return tuple(dict.fromkeys(said))
