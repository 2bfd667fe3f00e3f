"""What the form for a new match asks for."""

from typing import Any

from django import template
from django.utils.datastructures import MultiValueDict

from games.engine.protocol import OptionInfo, Title
from games.lobby.forms import Data, NewMatchForm

register = template.Library()


@register.inclusion_tag("games/match_page/_seats.html")
def seat_fields(title: Title, form: NewMatchForm | str | None = None) -> dict[str, Any]:
    """Return a field for each seat but one's own, as the form was sent."""
    kinds = (("greedy", "The greedy bot"), ("random", "The random bot"), ("link", "A person"))
    fewest, most = min(title.seats), max(title.seats)
    sent = _sent(form)
    seats = []
    for number in range(2, most + 1):
        name = f"seat-{number}"
        nobody = (("", "Nobody"),) if number > fewest else ()
        default = "greedy" if number <= fewest else ""
        seats.append({"number": number, "kinds": (*nobody, *kinds), "wanted": sent.get(name, default)})
    return {"seats": seats, "is_listed": bool(sent.get("is_listed"))}


@register.inclusion_tag("games/lobby/_option.html")
def option_field(option: OptionInfo, form: NewMatchForm | str | None = None) -> dict[str, Any]:
    """Return the field of a match option, as the form was sent or with its default."""
    sent = _sent(form)
    chosen = sent.getlist(option.name) if option.picks else []
    return {
        "option": option,
        "chosen": chosen,
        "wanted": str(sent.get(option.name, option.default)),
        "choices": [(str(number), name) for number, name in enumerate(option.choices, option.low)],
    }


def _sent(form: NewMatchForm | str | None) -> Data:
    """Return what was sent; templates give an empty string where there is no form."""
    return form.data if isinstance(form, NewMatchForm) else MultiValueDict()
