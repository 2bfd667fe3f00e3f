"""The page around a board, kept: most of it is the same from move to move."""

import sys
from collections.abc import Hashable

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.boards.drawing import MOVE_ID, TOKEN
from games.boards.keeping import Keeper
from games.catalog import edition_name
from games.lobby.lists import turns_of
from games.match_page.fold import MatchPage
from games.match_page.kept import row_of
from games.matches.refusals import Notice
from games.talk.queries import Beside
from scrapsite.common.players import is_guest
from scrapsite.notifications.kinds import can_push
from scrapsite.notifications.news import unread_count

BOARD = SafeString("<board>")
MOST_BYTES = 16 * 2**20

kept_pages: Keeper[str] = Keeper(MOST_BYTES, sys.getsizeof)


def page_around(request: HttpRequest, board: MatchPage, beside: Beside, notice: Notice | None = None) -> str:
    """Return the page of *board*, with the mark `BOARD` in its place and marks for the visitor's token.

    It is kept under all that it is drawn from, whole rows of the visitor among it, so nobody gets another's.
    A page with a notice or messages is drawn for once.
    """
    is_lasting = notice is None and not len(get_messages(request))
    waiting, unread = turns_of(request.user), _unread(request)
    key = _key(request, board, beside, (waiting, unread)) if is_lasting else None
    page = kept_pages.get(key) if key else None
    if page is None:
        shown = {"board": board, "notice": notice, "talk": beside.talk, "note": beside.note}
        shown["push_key"] = _push_key(board)
        marks = {"board_html": BOARD, "csrf_token": SafeString(TOKEN), "fresh_id": MOVE_ID}
        context = {**shown, **marks, "waiting": waiting, "unread": unread}
        page = render_to_string("games/match_page/match_detail.html", context, request)
        if key:
            kept_pages.put(key, page)
    return page


def _push_key(board: MatchPage) -> str:
    """Return the key for push messages if the page may ask for them: somebody else plays, or will."""
    others = any(seat.kind != "bot" and not seat.is_me for seat in board.seats)
    may_ask = board.me is not None and others and can_push()
    return settings.VAPID_PUBLIC_KEY if may_ask else ""


def _unread(request: HttpRequest) -> int:
    """Return how much unread news the header shows; guests have none."""
    has_news = request.user.is_authenticated and not is_guest(request.user)
    return unread_count(request.user) if has_news else 0


def _key(request: HttpRequest, board: MatchPage, beside: Beside, counted: Hashable) -> Hashable:
    user = request.user
    profile = getattr(user, "profile", None)
    return (
        request.get_full_path(),
        row_of(user) if user.is_authenticated else None,
        row_of(profile) if profile else None,
        counted,
        edition_name(board.edition),
        (board.match, board.title, board.edition, board.status, board.viewer),
        tuple((seat.name, seat.kind) for seat in board.seats),
        board.has_hints,
        board.awaits_bots,
        beside,
    )
