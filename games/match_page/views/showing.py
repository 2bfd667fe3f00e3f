"""How the pages of a match are shown: whole, or as a fragment for htmx, with a notice after a refusal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.boards.drawing import CLOCKS, MOVE_ID, draw, filled, pointed_at
from games.coaching.asking import shown_hint
from games.drafts.questions import questions_for
from games.engine.viewers import Viewer
from games.match_page import fold
from games.match_page.film import film
from games.match_page.kept import Drawn, kept, key_of
from games.match_page.views.around import BOARD, page_around
from games.matches import access
from games.matches.models import Match, Seat, Status, Watch
from games.matches.queries.fold import Folding, given_orders, seats_of, shown_number
from games.matches.refusals import Notice
from games.replay.story import story
from games.talk.queries import beside
from scrapsite.common.requests import is_fragment, whole_number

_LONGEST_PICK = 40


def show_match(
    request: HttpRequest,
    match: Match,
    people: Sequence[Seat] = (),
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the match as the visitor sees it: a fragment for htmx, else the page.

    *people:* the match's seats as `reading.read_match` returns them, if they have been read.
    """
    if is_fragment(request):
        return show_board(request, match, people, notice=notice, status=status)
    people = people or seats_of(match)
    drawn = _drawn(request, match, people, notice)
    said = beside(match, request.user, people, whole=request.GET.get("talk") == "all")
    page = page_around(request, drawn.board, said, notice).replace(BOARD, drawn.html)
    return HttpResponse(filled(page, request), status=status)


def show_board(
    request: HttpRequest,
    match: Match,
    people: Sequence[Seat] = (),
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the board as a fragment with which open pages replace theirs.

    It includes the tab's title and the header's count, which change with the board.
    """
    drawn = _drawn(request, match, people or seats_of(match), notice)
    html = SafeString(filled(drawn.html, request))
    names = tuple(seat.name for seat in drawn.board.seats)
    title = _title(drawn.board.title_name, names)
    shown = {"board": drawn.board, "board_html": html, "notice": notice, "title": title}
    return render(request, "games/match_page/_board_answer.html", shown, status=status)


def show_log(match: Match, viewer: Viewer, people: Sequence[Seat]) -> HttpResponse:
    """Return the whole log as *viewer* sees it, as a fragment."""
    board = Folding(match, viewer, None, people).board(None)
    return HttpResponse(draw("games/match_page/_panel_log.jinja", {"board": board}))


def show_film(match: Match, viewer: Viewer, after: int) -> HttpResponse:
    """Return what happened after a step as scenes, as a fragment; see `games.match_page.film`."""
    shown = {"scenes": film(match, viewer, after), "seat": viewer.seat}
    return HttpResponse(draw("games/match_page/_film.jinja", shown))


@lru_cache(maxsize=1024)
def _title(title_name: str, names: tuple[str, ...]) -> SafeString:
    """Return the title of the tab."""
    seats = [{"name": name} for name in names]
    shown = {"board": {"title_name": title_name, "seats": seats}}
    return render_to_string("games/match_page/_match_title.html", shown)


def is_shown(request: HttpRequest, match: Match, people: Sequence[Seat]) -> bool:
    """Return whether the page shows the board already, as `shown` of the address says.

    It names the three marks by which js/match.js knows a board: number, status, and whose it is with what
    has changed besides.
    """
    viewer = access.viewer_of(request.user, people)
    until = access.visible_until(viewer, match)
    number = until.tick if until.is_late else shown_number(match, viewer, people)
    return request.GET.get("shown") == f"{number} {match.status} {_changed_at(match, viewer)}"


def _changed_at(match: Match, viewer: Viewer) -> str:
    """Return a mark by which pages notice changes that make no step. It begins with the viewer's seat.

    While a match runs it tells nothing of steps: who watches with a delay would see when they are made.
    """
    return " ".join([str(viewer.seat), *_changes(match, viewer)])


def _changes(match: Match, viewer: Viewer) -> list[str]:
    if match.status != Status.RUNNING:
        return [match.updated_at.isoformat(), *(["rated"] if match.ratings_done else [])]
    held = [match.stopped_at.isoformat(), *map(str, match.agreed)] if match.stopped_at else []
    watched = [match.watch, str(match.watch_delay)] if match.watch != Watch.ALL or match.watch_delay else []
    return [*held, *watched, *_timed(match, viewer)]


def _timed(match: Match, viewer: Viewer) -> list[str]:
    """Return a mark of when time runs out: time off that begins or ends moves it, and makes no step."""
    if match.deadline is None or not match.clocks or access.is_late(viewer, match):
        return []
    own = None if viewer.is_spectator else match.clocks[viewer.seat]
    return [f"{crc32(f'{match.deadline.isoformat()} {own}'.encode()):x}"]


def _drawn(request: HttpRequest, match: Match, people: Sequence[Seat], notice: Notice | None) -> Drawn:
    """Return the board as the visitor sees it, with marks for what belongs to one answer."""
    viewer = access.viewer_of(request.user, people)
    _introduce(request, people)
    orders = given_orders(match, viewer, people)
    asked = _Asked.of(request)
    origin = (request.scheme, request.get_host(), request.user.is_authenticated)
    hint = shown_hint(match, viewer, people)
    questions = questions_for(request.user, match)
    key = None
    if notice is None and asked.told is None:
        key = key_of(match, viewer, people, orders, (asked, origin, hint, questions))
    drawn = kept.get(key) if key else None
    if drawn is None:
        folding = Folding(match, viewer, asked.since, people, orders)
        page = replace(fold.page(folding, whole_log=asked.whole_log), hint=hint, questions=questions)
        board = asked.add_to(page, match, viewer)
        shown = {
            "board": board,
            "notice": notice,
            "changed_at": _changed_at(match, viewer),
            "user": request.user,
        }
        html = draw("games/match_page/_board.jinja", {**shown, "request": request})
        drawn = Drawn(board, pointed_at(html, board.lesson.at) if board.lesson else html)
        if key:
            kept.put(key, Drawn(fold.in_short(board), drawn.html))
    html = drawn.html
    if CLOCKS in html:
        clock = fold.clock_of(match, viewer, people)
        html = html.replace(CLOCKS, draw("games/clocks/_panel_clock.jinja", {"board": {"clock": clock}}))
    return Drawn(drawn.board, html)


def _introduce(request: HttpRequest, people: Sequence[Seat]) -> None:
    """Give the visitor the profile that has been read with the seats; the header shows the name."""
    own = next((seat.user for seat in people if seat.user and seat.user_id == request.user.pk), None)
    profile = getattr(own, "profile", None)
    if profile is not None:
        request.user.profile = profile  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the address asks for: the whole log, marks *since* a step, a thing picked up, or a narration."""

    whole_log: bool
    since: int | None
    picked: str
    told: int | None

    @classmethod
    def of(cls, request: HttpRequest) -> "_Asked":
        """Return what the address of *request* asks for."""
        asked = request.GET
        return cls(
            whole_log=asked.get("log") == "all",
            since=whole_number(asked.get("since", "")),
            picked=asked.get("pick", "")[:_LONGEST_PICK],
            told=whole_number(asked.get("tell", ""), high=99_999),
        )

    def add_to(self, board: fold.MatchPage, match: Match, viewer: Viewer) -> fold.MatchPage:
        """Return *board* with what is picked up and told, and a mark for the move's id."""
        narrated = story(match, viewer) if self.told is not None else None
        told = self.told if narrated and self.told else 0
        return replace(board, picked=self.picked, story=narrated, narrated=told, client_move_id=MOVE_ID)


def show_after(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the answer to a successful change: a fresh fragment for htmx, else a redirect to the page."""
    if is_fragment(request):
        return show_match(request, *access.match_and_people(request.user, match_id))
    response = redirect("games:match_detail", match_id)
    response.status_code = 303
    return response
