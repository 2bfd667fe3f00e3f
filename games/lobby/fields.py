"""The fields of the forms that make a match, with what was sent or their defaults."""

from typing import Any

from django.utils.datastructures import MultiValueDict

from games.clocks.words import exact_duration
from games.engine.decks import LEVELS
from games.engine.protocol import OptionInfo, Title
from games.lobby.forms import NOBODY, READY_MADE, WATCHERS, Data, NewMatchForm, may_count
from games.matches.models import Watch
from games.matches.queries.board import Board
from games.matches.queries.people import bot_choices

# Templates pass an empty text if there is no form.
MaybeForm = NewMatchForm | str | None


def seat_fields(title: Title, form: MaybeForm) -> dict[str, Any]:
    """Return a field for each seat but the first, which is the maker's own."""
    fewest, most = min(title.seats), max(title.seats)
    sent = _sent(form)
    kinds = *bot_choices(title.bots), ("link", "A person")
    seats = []
    for number in range(2, most + 1):
        nobody = (("", "Nobody"),) if number > fewest else ()
        default = title.quick_bots[0] if number <= fewest else ""
        wanted = sent.get(f"seat-{number}", default)
        seats.append({"number": number, "kinds": (*nobody, *kinds), "wanted": wanted})
    return {"seats": seats, "is_listed": bool(sent.get("is_listed"))}


def option_field(option: OptionInfo, form: MaybeForm) -> dict[str, Any]:
    """Return the field of a match option."""
    sent = _sent(form)
    return {
        "option": option,
        "chosen": sent.getlist(option.name) if option.picks else [],
        "wanted": str(sent.get(option.name, option.default)),
        "choices": [(str(number), name) for number, name in enumerate(option.choices, option.low)],
    }


def ready_made_field(title: Title, form: MaybeForm) -> dict[str, Any]:
    """Return the decks that come with *title* by level, the easiest first, which is chosen unless told.

    *groups:* a level with its decks. *noun:* the game's word for a deck, empty if players bring none.
    """
    rules, sent = title.newest.decks, _sent(form)
    made = rules.ready_made if rules else ()
    groups = [(level, [one for one in made if one.level == level]) for level in LEVELS]
    first = rules.easiest.slug if rules and rules.easiest else ""
    return {
        "noun": rules.noun if rules and made else "",
        "groups": [(level, some) for level, some in groups if some],
        "wanted": sent.get(READY_MADE, first),
    }


def terms_fields(user: Any, form: MaybeForm) -> dict[str, Any]:
    """Return the fields for name, invitations, rating and watchers of a match that *user* makes."""
    sent = _sent(form)
    return {
        "name": sent.get("name", ""),
        "invite": sent.get("invite", ""),
        "wrong_invite": form.wrong_invite if isinstance(form, NewMatchForm) else "",
        "may_count": may_count(user),
        "is_rated": bool(sent.get("is_rated")) if sent.get("terms") else True,
        "is_private": bool(sent.get("is_private")),
        "watchers": _watchers(sent.get("watchers", WATCHERS[0][0])),
    }


def watcher_choices(board: Board) -> list[tuple[str, str, bool]]:
    """Return the choices of who may watch from now on: value, words, and whether it is the current one.

    The maker of an open match may choose anything; everybody else only something stricter.
    """
    terms = board.terms
    now = NOBODY if terms.watch == Watch.NOBODY else str(terms.watch_delay)
    choices = _watchers(now)
    if not any(is_chosen for _, _, is_chosen in choices):  # a program chose another delay
        words = f"Everybody, with a delay of {exact_duration(terms.watch_delay)}"
        places_before = sum(value != NOBODY and int(value) < terms.watch_delay for value, _, _ in choices)
        choices.insert(places_before, (now, words, True))
    if board.status == "open" and board.can_cancel:
        return choices
    places = [value for value, _, _ in choices]
    return choices[places.index(now) :]


def _watchers(chosen: str) -> list[tuple[str, str, bool]]:
    return [(value, words, value == chosen) for value, words in WATCHERS]


def _sent(form: MaybeForm) -> Data:
    return form.data if isinstance(form, NewMatchForm) else MultiValueDict()
