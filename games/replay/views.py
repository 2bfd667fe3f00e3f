"""The replay of a match, and practice from it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from games import catalog
from games.engine import codec
from games.engine.errors import BadMove
from games.matches import access
from games.matches.queries.people import bot_choices
from games.matches.refusals import player_of, shows_refusals
from games.positions.data import find
from games.replay.kept_pictures import draw_picture, is_drawn, picture_of
from games.replay.marks import moments, timeline
from games.replay.moments import PUBLIC, Place, Replay, knowledge_of, replay
from games.replay.plain import plain_replay
from games.replay.practise import check_practise, practise, practise_position
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.origins import same_origin_post
from scrapsite.common.requests import whole_number
from scrapsite.common.typesetting.answers import attachment


@require_safe
@shows_refusals
def match_replay(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a moment of a match: `?seat=`, `?step=` and `?event=`. `?end=hidden` leaves out spoilers.

    Without spoilers `?seen=` is the furthest step that the visitor has looked at. A step beyond the end
    redirects to the end.
    """
    match = access.match_for(request.user, match_id)
    step, event = (whole_number(request.GET.get(name, "")) for name in ("step", "event"))
    wanted, is_calm = request.GET.get("seat", ""), _is_calm(request)
    if step is None and is_calm:
        step = 0
    own = access.seat_of(request.user, match)
    shown = replay(match, own, wanted, step, event)
    furthest = _furthest(request, shown) if is_calm else shown.whose.newest
    ways = _ways(shown, is_calm, furthest)
    if step is not None and step > shown.place.step:
        return redirect(ways["here"])
    names, title = [seat.name for seat in shown.board.seats], catalog.title(match.title)
    public_step = _public_place(shown).step
    context = {
        "replay": shown,
        "board": shown.board,
        "is_calm": is_calm,
        "timeline": timeline(match, shown.whose, furthest),
        "picture": f"{reverse('games:match_picture', args=[match.pk])}?step={public_step}",
        "public_step": public_step,
        "is_drawn": is_drawn(match, public_step),
        "share_title": f"{' · '.join(names)}: {shown.board.title_name}, step {shown.place.step}",
        "own": own.seat,
        "is_for_all": access.is_for_all(match),
        "bots": bot_choices(title.bots),
        "usual_bot": title.usual_bot,
        **ways,
    }
    return render(request, "games/replay/match_replay.html", context)


@require_safe
@shows_refusals
def match_picture(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the kept picture of `?step=`, as the public counts, or the newest before it, for shared links.

    Without one it leads to the picture of the game.
    """
    match = access.match_for(request.user, match_id)
    if match.seq < 0:
        raise Http404("Nothing has happened yet.")
    png = picture_of(match, whole_number(request.GET.get("step", "")))
    answer = (
        redirect("scrapsite:picture_of_game", match.title)
        if png is None
        else HttpResponse(png, content_type="image/png")
    )
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@require_POST
@shows_refusals
def picture_create(request: HttpRequest, match_id: str) -> HttpResponse:
    """Draw the picture of the form's step, and return to the moment of the replay that the address names."""
    match = access.match_for(request.user, match_id)
    limits.check("pictures", request)
    step = whole_number(request.POST.get("step", ""))
    if step is None:
        raise BadMove("The form doesn’t say of which step to draw a picture.")
    draw_picture(match, step)
    page = reverse("games:match_replay", args=[match.pk])
    response = redirect(f"{page}?{request.GET.urlencode()}#share")
    response.status_code = 303
    return response


@require_safe
@shows_refusals
def match_moments(request: HttpRequest, match_id: str) -> HttpResponse:
    """List the key moments: turns and rounds, knock-outs, changes of the lead.

    `?step=` is the moment the visitor comes from; without spoilers, nothing after it is listed.
    """
    match = access.match_for(request.user, match_id)
    own = access.seat_of(request.user, match)
    whose, _ = knowledge_of(match, own, request.GET.get("seat", ""))
    step = whole_number(request.GET.get("step", ""))
    until = step if _is_calm(request) else None
    context = {
        "match": match,
        "title": catalog.title(match.title),
        "whose": whose,
        "own": own.seat,
        "is_calm": _is_calm(request),
        "step": step or 0,
        "moments": moments(match, whose, until),
    }
    return render(request, "games/replay/match_moments.html", context)


@require_safe
@shows_refusals
def match_replay_data(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return all that `?seat=` may know of a match, as a JSON file."""
    match = access.match_for(request.user, match_id)
    whose, _ = knowledge_of(match, access.seat_of(request.user, match), request.GET.get("seat", ""))
    try:
        limits.check("records", request)
    except TooMany as error:
        return limits.refused(request, error)
    text = codec.to_json(plain_replay(match, whose))
    return attachment(text, "application/json; charset=utf-8", f"scrapsite-{match.pk}-replay.json")


@require_POST
@shows_refusals
def match_practise(request: HttpRequest, match_id: str) -> HttpResponse:
    """Begin a practice match at the form's moment. A visitor who isn't signed in becomes a guest."""
    limits.check("matches", request)
    step, seat = (whole_number(request.POST.get(name, "")) for name in ("step", "seat"))
    if step is None or seat is None:
        raise BadMove("The form doesn’t say from where to practise.")
    bot, whose = request.POST.get("bot", ""), request.POST.get("whose", "")
    check_practise(match_id, request.user, step, seat, bot, whose)
    return _see(practise(match_id, player_of(request), step, seat, bot, whose).pk)


@same_origin_post
@require_POST
def position_practise(request: HttpRequest, slug: str, edition: str, name: str) -> HttpResponse:
    """Begin a practice match with a position of a rulebook. A visitor who isn't signed in becomes a guest."""
    position = find(slug, edition, name)
    if position is None:
        raise Http404("There is no such position.")
    try:
        limits.check("matches", request)
        return _see(practise_position(player_of(request), position, edition).pk)
    except TooMany as error:
        return limits.refused(request, error)


def _see(match_id: str) -> HttpResponse:
    response = redirect("games:match_detail", match_id)
    response.status_code = 303
    return response


def _is_calm(request: HttpRequest) -> bool:
    return request.GET.get("end") == "hidden"


def _public_place(shown: Replay) -> Place:
    """Return the moment as the public counts."""
    places = {one.key: place for one, place in zip(shown.choices, shown.places, strict=True)}
    return places[PUBLIC]


def _furthest(request: HttpRequest, shown: Replay) -> int:
    """Return the furthest step that a visitor without spoilers has seen, and so may know of."""
    seen = whole_number(request.GET.get("seen", "")) or 0
    return min(max(seen, shown.place.step), shown.whose.newest)


def _ways(shown: Replay, is_calm: bool, furthest: int) -> dict[str, Any]:
    """Return the addresses of the links on the page, empty for those that lead nowhere."""
    page = reverse("games:match_replay", args=[shown.match])

    def way(place: Place | None, whose: str = shown.whose.key, *, calm: bool = is_calm) -> str:
        if place is None:
            return ""
        asked: dict[str, Any] = {"seat": whose, "step": place.step}
        if place.event is not None:
            asked["event"] = place.event
        if calm:
            asked["end"] = "hidden"
            if furthest > place.step and whose == shown.whose.key:
                asked["seen"] = furthest
        return f"{page}?{urlencode(asked)}"

    now, newest = shown.place, shown.whose.newest
    here = way(now).partition("&seen=")[0]
    is_shareable = shown.is_over or shown.whose.key == PUBLIC
    is_first, is_last = now == Place(0), now == Place(newest)
    return {
        "ways": {
            "first": "" if is_first else way(Place(0)),
            "last_mark": way(shown.last_mark),
            "before": way(shown.before),
            "after": way(shown.after),
            "next_mark": way(shown.next_mark),
            "last": "" if is_last or is_calm else way(Place(newest)),
        },
        "here": here,
        "query": here.partition("?")[2],
        "shared": here if is_shareable else way(_public_place(shown), PUBLIC),
        "is_other": not is_shareable,
        "other_mode": way(now, calm=not is_calm),
        "whose_ways": [
            (one, way(place, one.key)) for one, place in zip(shown.choices, shown.places, strict=True)
        ],
    }
