"""What narrows the card list: links that say how many cards they would leave, and selects."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Min, Sum

from cards.catalogue.links import found_url
from cards.search.address import WAYS, Asked
from cards.search.language.drafts import draft_of
from cards.search.language.editing import chosen, meant, narrowed, without
from cards.search.language.errors import SearchError
from cards.search.language.hints import as_condition
from cards.search.language.question import Question, read
from cards.search.language.readings import NEWEST, any_of
from cards.search.language.spelling import better_spelled
from cards.search.language.vocabulary import Choices, vocabulary
from games import catalog
from games.engine.protocol import EditionInfo, Title
from scrapsite.common.look import dated

ANY = "any"
PLURALS = {"game": "games", "type": "types", "sub": "subtypes"}


@dataclass(frozen=True, slots=True)
class Option:
    """An entry of a select."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class FacetLink:
    """A link that narrows the list or shows it in another way.

    *count*, *copies:* the cards that it would leave, None where nothing is counted.
    """

    id: str
    label: str
    url: str
    is_chosen: bool
    count: int | None = None
    copies: int | None = None

    @property
    def found_url(self) -> str:
        return found_url(self.url)


def type_links(asked: Asked) -> tuple[FacetLink, ...]:
    """Return the links for the types."""
    return _links(asked, "type", vocabulary().type)


def game_links(asked: Asked) -> tuple[FacetLink, ...]:
    """Return the links for the games."""
    return _links(asked, "game", {title.slug: title.name for title in catalog.titles()})


def sub_links(asked: Asked) -> tuple[FacetLink, ...]:
    """Return the links for subtypes, if every card that the list shows has one."""
    question = _readable(without(asked.text, "sub"), asked.viewer)
    if question is None or question.rows().filter(sub="").exists():
        return ()
    return _links(asked, "sub", vocabulary().sub)


def elsewhere_link(asked: Asked) -> FacetLink | None:
    """Return the link to cards of other editions that fit, None if there are none."""
    text = narrowed(asked.text, "edition", ANY)
    question = _readable(text, asked.viewer)
    count = question.rows().count() if question else 0
    return FacetLink("elsewhere", "all editions", asked.url(text), False, count) if count else None


def kinds_known(text: str) -> str:
    """Return a sentence with the types of the game that *text* asks for, if it lacks the types asked for.

    Empty otherwise, and if *text* asks for no type, or not for one game.
    """
    games = meant(vocabulary().game, chosen(text, "game"))
    types = meant(vocabulary().type, chosen(text, "type"))
    question = _readable(f"game:{games[0]}") if types and len(games) == 1 else None
    if question is None:
        return ""
    has = list(dict.fromkeys(card_type for card_type in question.rows().values_list("type", flat=True)))
    if not {*has}.isdisjoint(types):
        return ""
    return f"{catalog.title(games[0]).name} has no such cards. Its types are {_all_of(has)}."


def _all_of(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def better_link(asked: Asked) -> FacetLink | None:
    """Return the link to the question as cards spell its words, None unless that finds cards."""
    text = better_spelled(asked.text, asked.viewer)
    return FacetLink("better", text, asked.url(text), is_chosen=False) if text else None


def meant_link(asked: Asked) -> FacetLink | None:
    """Return the link to the question with conditions that its words could mean, None if there are none."""
    text = as_condition(asked.text, asked.viewer)
    return FacetLink("meant", text, asked.url(text), is_chosen=False) if text else None


def game_options(text: str) -> tuple[Option, ...]:
    """Return the entries of the select for games; several that the question names make one entry."""
    term = chosen(text, "game")
    now = meant(vocabulary().game, term)
    titles = {title.slug: title.name for title in catalog.titles()}
    found = [Option(slug, name, now == [slug]) for slug, name in titles.items()]
    if term and len(now) > 1:
        found.append(Option(term.value, any_of([titles[slug] for slug in now]), True))
    return (Option("", "All games", not now), *found)


def edition_options(asked: Asked) -> tuple[Option, ...]:
    """Return the entries of the select for editions.

    A draft or several editions that the question names make an entry of their own, so that they stay when
    another select is used.
    """
    text = asked.text
    term = chosen(text, "edition")
    said = term.value.lower() if term else ""
    now = meant(vocabulary().edition, term)
    games = meant(vocabulary().game, chosen(text, "game"))
    several = term is not None and (len(term.values) > 1 or len(now) > 1)
    found = tuple(
        Option(edition.slug, _edition_label(title, edition), edition.slug in now and not several)
        for title in catalog.titles()
        for edition in title.editions.values()
        if not games or title.slug in games or edition.slug in now
    )
    newest = Option("", "The newest", said in ("", NEWEST))
    draft = draft_of(term.value, asked.viewer) if term else None
    if term and draft:
        found = (*found, Option(term.value, catalog.edition_name(draft.slug), True))
    elif term and several:
        found = (*found, Option(term.value, any_of([value.text for value in term.values]), True))
    return (newest, *found, Option(ANY, "All editions", said in (ANY, "all")))


def way_links(asked: Asked) -> tuple[FacetLink, ...]:
    """Return the links that show the same cards in each way."""
    return tuple(
        FacetLink(f"as-{way}", label, asked.url(way=way), way == asked.way) for way, label in WAYS.items()
    )


def _links(asked: Asked, key: str, labels: Choices) -> tuple[FacetLink, ...]:
    """Return a link for each choice of *key*, in the order of lobby and box, with its number of cards."""
    open_text = without(asked.text, key)
    question = _readable(open_text, asked.viewer)
    if question is None:
        return ()
    rows = question.rows().order_by().values(key)
    counted = rows.annotate(
        kinds=Count("pk"), copies=Sum("qty"), title=Min("game_rank"), first=Min("place")
    ).order_by("title", "first", key)
    now = meant(labels, chosen(asked.text, key))
    found = tuple(
        FacetLink(
            f"{key}-{number}",
            labels.get(row[key], row[key]),
            asked.url(narrowed(asked.text, key, row[key])),
            row[key] in now,
            row["kinds"],
            row["copies"],
        )
        for number, row in enumerate(counted)
    )
    return (FacetLink(f"{key}-any", f"All {PLURALS[key]}", asked.url(open_text), not now), *found)


def _readable(text: str, viewer: object = None) -> Question | None:
    """Return the question *text*, or None if narrowing made it longer than a question may be."""
    try:
        return read(text, viewer)
    except SearchError:
        return None


def _edition_label(title: Title, edition: EditionInfo) -> str:
    return f"{title.name} {edition.slug} ({dated(edition.date, 'j M Y')})"
