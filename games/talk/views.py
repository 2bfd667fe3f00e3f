"""The views of table talk, private notes, and moderation."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.errors import BadMove, GameError
from games.matches import access
from games.matches.errors import NoteOvertaken
from games.matches.models import Match
from games.matches.refusals import Notice, notice_of, show_refusal, shows_refusals
from games.talk import actions as talk_actions
from games.talk import notes as note_actions
from games.talk.queries import muted, note, reported, talk
from games.talk.readers import may_moderate
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.players import display_name
from scrapsite.common.requests import is_fragment, whole_number
from scrapsite.server.work.once import key_of_form, once

_LONGEST_SENT = 20_000


@require_http_methods(["GET", "HEAD", "POST"])
def talk_list(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the table talk, as the fragment that open pages fetch; a POST sends a message."""
    match = access.match_for(request.user, match_id)
    if request.method != "POST":
        return _lines(request, match)

    def say() -> None:
        limits.check("talk", request)
        words = _words(request, "text")
        once(
            request.user,
            key_of_form(request),
            "talk",
            lambda note: talk_actions.say(match.pk, request.user, words, note).pk,
        )

    return _carry_out(request, match, say)


@require_POST
def talk_mute(request: HttpRequest, match_id: str) -> HttpResponse:
    """Mute or unmute the player at the form's seat."""
    match = access.match_for(request.user, match_id)

    def mute() -> None:
        limits.check("notes", request)
        seat = whole_number(request.POST.get("seat", ""), high=999)
        if seat is None:
            raise BadMove("The form doesn’t say who is meant.")
        talk_actions.mute(match.pk, request.user, seat, on=request.POST.get("on") != "no")

    return _carry_out(request, match, mute)


@require_POST
def talk_report(request: HttpRequest, match_id: str, pk: int) -> HttpResponse:
    """Report a message to the moderators."""
    match = access.match_for(request.user, match_id)

    def report() -> None:
        limits.check("notes", request)
        talk_actions.report(match.pk, request.user, pk, _words(request, "reason"))

    return _carry_out(request, match, report)


@require_http_methods(["GET", "HEAD", "POST"])
@shows_refusals
def match_note(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the visitor's note about the match; a POST stores it, unless it was changed elsewhere."""
    match = access.match_for(request.user, match_id)
    if request.method == "POST":
        words = _words(request, "text")
        try:
            limits.check("notes", request)
            note_actions.keep_note(match.pk, request.user, words, request.POST.get("shown", ""))
        except NoteOvertaken as error:
            return _both_notes(request, match, words, error)
        except (GameError, Refusal) as error:
            if is_fragment(request):
                raise
            return _refused_note(request, match, words, error)
        if not is_fragment(request):
            messages.success(request, "Your note is saved.")
            return _back(match, "notes")
    context = {"match_id": match.pk, "note": note(match, request.user), "is_kept": request.method == "POST"}
    return render(request, "games/talk/_note.html", context)


def _both_notes(request: HttpRequest, match: Match, words: str, error: NoteOvertaken) -> HttpResponse:
    """Return the form with *words*, and the note that is stored above them.

    For htmx it is no error: then the form takes the place of the one that was sent.
    """
    context = {"match_id": match.pk, "note": words, "stored": note(match, request.user), "refused": error}
    if is_fragment(request):
        return render(request, "games/talk/_note.html", context)
    return render(request, "games/talk/match_note.html", context, status=http_status(error))


def _refused_note(request: HttpRequest, match: Match, words: str, error: GameError | Refusal) -> HttpResponse:
    """Return the page of the form with *words*, which no script keeps, and why they aren't stored."""
    context = {"match_id": match.pk, "note": words, "problem": error, "shown": request.POST.get("shown", "")}
    response = render(request, "games/talk/match_note.html", context, status=http_status(error))
    return with_retry_after(response, error)


@require_http_methods(["GET", "HEAD", "POST"])
def muted_list(request: HttpRequest) -> HttpResponse:
    """Show the players whom the visitor has muted; a POST mutes one by their name."""
    context: dict[str, Any] = {"muted": muted(request.user), "name": request.GET.get("name", "")[:100]}
    if request.method != "POST":
        return render(request, "games/talk/muted_list.html", context)
    name = request.POST.get("name", "")
    try:
        limits.check("notes", request)
        other = talk_actions.mute_named(request.user, name)
    except (GameError, Refusal) as error:
        context |= {"name": name[:100], "error": error}
        response = render(request, "games/talk/muted_list.html", context, status=http_status(error))
        return with_retry_after(response, error)
    messages.success(request, f"{display_name(other)} is muted.")
    return _see("games:muted_list")


@require_POST
def mute_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Unmute a player."""
    talk_actions.unmute(request.user, pk)
    return _see("games:muted_list")


@require_safe
def talk_reports(request: HttpRequest) -> HttpResponse:
    """Show moderators the reported messages; everybody else gets a 404."""
    if not may_moderate(request.user):
        raise Http404("No such page.")
    return render(request, "games/talk/talk_reports.html", {"reported": reported()})


@require_POST
def talk_hide(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide a reported message."""
    talk_actions.hide(request.user, pk)
    return _see("games:talk_reports")


@require_POST
def talk_leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a reported message, or show one again that `was` hidden on the page; settle its reports."""
    talk_actions.leave(request.user, pk, was_hidden="was" in request.POST)
    return _see("games:talk_reports")


def _carry_out(request: HttpRequest, match: Match, change: Any) -> HttpResponse:
    """Make *change* and show the talk afterwards: its lines for htmx, else the page."""
    try:
        change()
    except (GameError, Refusal) as error:
        if not is_fragment(request):
            return show_refusal(request, match, error)
        notice = notice_of(error, match.title, match.edition)
        return with_retry_after(_lines(request, match, notice, http_status(error)), error)
    return _lines(request, match, is_sent=True) if is_fragment(request) else _back(match, "talk")


def _lines(
    request: HttpRequest,
    match: Match,
    notice: Notice | None = None,
    status: int = 200,
    *,
    is_sent: bool = False,
) -> HttpResponse:
    said = talk(match, request.user, whole=request.GET.get("talk") == "all")
    context = {"talk": said, "talk_notice": notice, "talk_sent": is_sent}
    return render(request, "games/talk/_talk_lines.html", context, status=status)


def _words(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "")[:_LONGEST_SENT]


def _back(match: Match, place: str = "") -> HttpResponse:
    response = redirect("games:match_detail", match.pk)
    if place:
        response["Location"] += f"#{place}"
    response.status_code = 303
    return response


def _see(name: str) -> HttpResponse:
    response = redirect(name)
    response.status_code = 303
    return response
