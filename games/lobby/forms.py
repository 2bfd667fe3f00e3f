"""Reads what the forms that make a match send, as plain values. The actions check everything again."""

from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict

from games import bots, catalog
from games.clocks.fields import read_clock
from games.clocks.rules import DEFAULT_PRESET, PRESETS
from games.drafts.access import edition_for
from games.engine.decks import Lists
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo, OptionInfo, Title
from games.matches.actions.terms import LONGEST_DELAY, Terms, tidy_name
from games.matches.models import Watch
from scrapsite.common.players import is_guest
from scrapsite.common.requests import whole_number

Data = MultiValueDict[str, Any]

BY_LINK, IN_LOBBY, BY_SEAT = "link", "lobby", "seats"
NOBODY = "nobody"
SHORT = "short"
DECK, MOST_IN_SLOT = "deck-", 40  # begins the names of the fields for a deck
READY_MADE = "ready-made"
WATCHERS = (
    ("0", "Everybody with the link"),
    ("600", "Everybody, with a 10-minute delay"),
    ("3600", "Everybody, with a one-hour delay"),
    ("86400", "Everybody, with a one-day delay"),
    (NOBODY, "Nobody"),
)


class NewMatchForm(forms.Form):
    """The form for a new match. *title:* slug. *edition:* the newest if missing.

    *opponent:* a bot's name, `link`, `lobby`, or `seats` if each seat has its own field. If it is missing,
    the seats are open for the invited players or, if none are invited, the title's first bot takes them.

    The title's options are fields with the options' names; missing or empty ones mean the defaults, or what
    makes a short match if *length* is `short`.
    *deck-acts* and so on: the deck that the maker brings, by slot. *ready-made:* or the slug of one that
    comes with the game.
    *terms:* sent by a form that has the fields *name*, *is_rated*, *is_private* and *watchers*.
    *invite:* names separated by commas.

    *wrong_invite:* why they can’t be invited, for the page that shows the form again.
    """

    data: Data
    wrong_invite = ""

    title = forms.CharField(max_length=40)
    edition = forms.CharField(max_length=40, required=False)
    opponent = forms.CharField(max_length=20, required=False)

    def setup(self, user: Any, *, may_count: bool = True) -> dict[str, Any]:
        """Return the arguments for `create_match`, except *user*. *Raises:* `BadOptions`.

        *may_count:* pass False for guests, whose matches never count for the ratings.
        """
        if not self.is_valid():
            raise BadOptions("Choose a game.")
        title = catalog.title(self.cleaned_data["title"])
        edition = self.cleaned_data["edition"] or title.newest.slug
        may_count = may_count and not catalog.is_draft(edition)
        names = read_names(self.data)
        opponent = self.cleaned_data["opponent"] or (BY_LINK if names else title.usual_bot)
        return {
            "title": title.slug,
            "edition": edition,
            "options": self._options(title, edition_for(user, title.slug, edition)),
            "seats": self._seats(title, opponent),
            "is_listed": opponent == IN_LOBBY or bool(self.data.get("is_listed")),
            "clock": read_clock(self.data) or PRESETS[DEFAULT_PRESET][1],
            "terms": self._terms(opponent, may_count),
            "invited": names,
        }

    def deck(self, title: Title) -> Lists:
        """Return the deck to bring into a match that begins at once, by slot; empty if none was sent."""
        rules = title.newest.decks
        slots = rules.slots({}) if rules else ()
        sent = {slot.key: tuple(self.data.getlist(f"{DECK}{slot.key}")[:MOST_IN_SLOT]) for slot in slots}
        own = {key: slugs for key, slugs in sent.items() if slugs}
        return own or self._ready_made(title)

    @property
    def names_ready_made(self) -> bool:
        """Whether the deck is one that comes with the game; the form has one chosen from the beginning."""
        return bool(self.data.get(READY_MADE)) and not any(name.startswith(DECK) for name in self.data)

    def _ready_made(self, title: Title) -> Lists:
        rules = title.newest.decks
        made = rules.ready_made if rules else ()
        return next((one.lists for one in made if one.slug == self.data.get(READY_MADE)), {})

    def whole_title(self) -> Title | None:
        """Return the title if its whole form was sent, with its options; None for the lobby's short form."""
        title = next((title for title in catalog.titles() if title.slug == self.data.get("title")), None)
        if title is None or not any(option.name in self.data for option in title.options):
            return None
        return title

    def _terms(self, opponent: str, may_count: bool) -> Terms:
        data = self.data
        if not data.get("terms"):
            return Terms(is_rated=may_count and opponent == IN_LOBBY)
        is_private = bool(data.get("is_private"))
        if is_private and (opponent == IN_LOBBY or data.get("is_listed")):
            raise BadOptions("The lobby can’t list a private match.")
        return Terms(
            name=tidy_name(str(data.get("name", ""))),
            is_private=is_private,
            is_rated=may_count and bool(data.get("is_rated")) and not is_private,
            **read_watching(data),
        )

    def _options(self, title: Title, edition: EditionInfo) -> dict[str, Any]:
        given: dict[str, Any] = {}
        is_short = self.data.get("length") == SHORT
        for option in title.options_of(edition):
            text = str(self.data.get(option.name, "")).strip()
            if option.picks:
                given[option.name] = _picked(self.data, option)
            elif text:
                given[option.name] = _whole_number(text)
            elif is_short and option.short is not None:
                given[option.name] = option.short
        return given

    def _seats(self, title: Title, opponent: str) -> list[dict[str, str]]:
        """Return the seats: the maker's first, then those of `seat-2`, `seat-3` …, or all like *opponent*."""
        wanted = [str(self.data.get(f"seat-{number}", "")) for number in range(2, max(title.seats) + 1)]
        if opponent == BY_SEAT:
            return [{"kind": "me"}, *(_seat(kind) for kind in wanted if kind)]
        return [{"kind": "me"}, *[_seat(opponent)] * (title.seats[0] - 1)]


def may_count(user: Any) -> bool:
    """Return whether a match that *user* makes may count for the ratings: a guest's can't."""
    return bool(user and user.is_authenticated and not is_guest(user))


def read_names(data: Data) -> list[str]:
    """Return the names of the players to invite, each once."""
    names = (name.strip() for name in str(data.get("invite", "")).split(","))
    return list(dict.fromkeys(name for name in names if name))


def read_watching(data: Data) -> dict[str, Any]:
    """Return *watch* and *watch_delay* (seconds) as a form sent them. *Raises:* `BadOptions`."""
    watchers = str(data.get("watchers", "0"))
    if watchers == NOBODY:
        return {"watch": Watch.NOBODY.value, "watch_delay": 0}
    delay = whole_number(watchers, high=LONGEST_DELAY)
    if delay is None:
        raise BadOptions(f"There is no choice “{watchers[:40]}” of who may watch.")
    return {"watch": Watch.ALL.value, "watch_delay": delay}


def _seat(kind: str) -> dict[str, str]:
    if kind in (BY_LINK, IN_LOBBY):
        return {"kind": "open"}
    if kind not in bots.BOTS:
        raise BadOptions(f"There is no opponent “{kind[:40]}”.")
    return {"kind": "bot", "bot": kind}


def _picked(data: Data, option: OptionInfo) -> list[str]:
    """Return the ticked slugs, in the box's order. Unknown slugs are kept, to be refused later."""
    ticked = data.getlist(option.name)
    order = [slug for slug, _ in option.picks]
    return sorted(ticked, key=lambda slug: order.index(slug) if slug in order else len(order))


def _whole_number(text: str) -> int:
    number = whole_number(text, high=999_999_999)
    if number is None:
        raise BadOptions(f"“{text[:20]}” is not a whole number.")
    return number
