"""Talk about paragraphs: the threads of a game, one thread, and the forms in it."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.document.books import Book, Paragraph
from rules.document.errors import BadText, Outdated, RulesError
from rules.talk.actions import comments, threads
from rules.talk.models import Comment, Thread, ThreadKind
from rules.talk.queries.follows import is_followed
from rules.talk.queries.standing import standing_since
from rules.talk.queries.thread_lists import STATES, Wanted, talk_of
from rules.talk.queries.thread_pages import ThreadPage, paragraph_alone, powers_of, thread_page
from rules.talk.words import address_of
from rules.wiki.linking import name_at, paragraph_address
from rules.wiki.models import Edition
from rules.wiki.permissions import may
from rules.wiki.stored_books import editions_of, stored_book
from rules.wiki.views.access import edition_or_404, members_only, see, shows_refusals, status_of
from rules.wiki.views.previewing import comment_preview, wants_preview
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.limits import limited
from scrapsite.common.public import public_page
from scrapsite.common.requests import is_fragment, plain_lines, whole_number
from scrapsite.server.work.once import key_of_form, once

HIGHEST_KEY = 2**63 - 1


@require_safe
@public_page
@limited("searches")
def thread_list(request: HttpRequest, game: str) -> HttpResponse:
    """The talk of a game, the latest first."""
    editions = editions_of(game)
    if not editions:
        raise Http404("No such rulebook.")
    wanted = Wanted(
        **{name: request.GET.get(name, "")[:80] for name in ("kind", "state", "edition", "anchor")},
        q=request.GET.get("q", "").strip(),
    )
    context = {
        **_about(editions, wanted),
        "talk": talk_of(game, wanted, request.GET.get("page", "1")),
        "wanted": wanted,
        "editions": editions,
        "book": editions[0],
        "kinds": ThreadKind.choices,
        "states": STATES.items(),
        "is_followed": is_followed(request.user, game),
        "powers": powers_of(request.user, game),
    }
    return render(request, "rules/talk/thread_list.html", context)


@require_safe
@public_page
def thread_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One thread with all that is said in it."""
    return render(request, "rules/talk/thread_detail.html", _page(request, pk))


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def thread_create(request: HttpRequest, game: str, edition: str, anchor: str) -> HttpResponse:
    """The form that opens a thread on a paragraph. A POST opens it."""
    row = edition_or_404(game, edition)
    book, paragraph = _paragraph(
        game, edition, anchor, request.POST.get("revision") or request.GET.get("revision")
    )
    said = {name: request.POST.get(name, "") for name in ("kind", "title", "text", "quote", "whole")}
    context = _at(request, row, book, paragraph) | {"said": said}
    if request.method != "POST":
        return render(request, "rules/talk/thread_create.html", context)
    try:
        if wants_preview(request):
            if said["kind"] == ThreadKind.RULING and may(request.user, "edit", row.rulebook):
                threads.require_in_force(row, anchor, book.revision)
            context["preview"] = comment_preview(request, row, plain_lines(said["text"]))
            return render(request, "rules/talk/thread_create.html", context)
        limits.check("comments", request)
        opening = threads.Opening(
            said["kind"],
            plain_lines(said["text"]),
            plain_lines(said["quote"]),
            bool(said["whole"]),
            said["title"],
        )
        author = member(request)
        begun = once(
            author,
            key_of_form(request),
            "thread",
            lambda note: threads.open_thread(author, row, book, anchor, opening, note).pk,
        )
    except (RulesError, TooMany) as error:
        if isinstance(error, Outdated) and anchor in (now := stored_book(game, edition)).by_anchor:
            context |= _at(request, edition_or_404(game, edition), now, now.by_anchor[anchor])
        return render(
            request, "rules/talk/thread_create.html", context | {"error": error}, status=status_of(error)
        )
    thread = Thread.objects.get(pk=begun)
    return see(request, address_of(thread), "Your thread has been started, and you are following it.")


@require_POST
@members_only
@shows_refusals
def comment_create(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a comment. htmx gets the whole thread again."""
    text = plain_lines(request.POST.get("text", ""))
    page = _page(request, pk)
    try:
        thread = Thread.objects.select_related("edition__rulebook").get(pk=pk)
        if wants_preview(request):
            preview = comment_preview(request, thread.edition, text)
            return _answer(request, page | {"preview": preview, "text": text})
        limits.check("comments", request)
        author = member(request)
        added = once(
            author,
            key_of_form(request),
            "comment",
            lambda note: comments.add_comment(author, thread, text, note).pk,
        )
    except (RulesError, TooMany) as error:
        return _answer(request, page | {"error": error, "text": text}, status_of(error))
    if is_fragment(request):
        return _answer(request, _page(request, pk) | {"added": int(added)})
    return see(request, address_of(thread, Comment.objects.get(pk=added)))


@require_POST
@members_only
@shows_refusals
def thread_resolve(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a comment as the answer, or a rule if one is named."""
    _page(request, pk)
    if "rule" in request.POST:
        return _resolve_by_rule(request, pk)
    chosen = request.POST.get("comment", "")
    comment_id = whole_number(chosen, high=HIGHEST_KEY) or 0
    makes_rulings = request.POST.get("as") != "answer"
    version = request.POST.get("version", "")
    seen = whole_number(request.POST.get("seen", ""))
    thread = threads.resolve(member(request), pk, comment_id, version, makes_rulings=makes_rulings, seen=seen)
    said = "This is now a ruling." if thread.ruled_at else "The thread is resolved."
    return see(request, address_of(thread), said)


@require_POST
@members_only
@shows_refusals
def thread_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the answer back."""
    _page(request, pk)
    return see(request, address_of(threads.reopen(member(request), pk)), "The thread is open again.")


def _resolve_by_rule(request: HttpRequest, pk: int) -> HttpResponse:
    rule, seen = request.POST["rule"], whole_number(request.POST.get("revision", ""))
    try:
        thread = threads.resolve_by_rule(member(request), pk, rule, seen)
    except (BadText, Outdated) as error:
        page = _page(request, pk)
        if not page["page"].may_answer_by_rule:
            raise
        return _answer(request, page | {"rule_error": error, "rule": rule}, status_of(error))
    return see(request, f"{address_of(thread)}#answer", "The question is answered.")


def member(request: HttpRequest) -> User:
    """Return the user of the request. Only for views behind `members_only`."""
    return cast(User, request.user)


def _at(request: HttpRequest, edition: Edition, book: Book, paragraph: Paragraph) -> dict[str, Any]:
    """Return the paragraph of a new thread. A ruling is only offered on words that are in force."""
    is_in_force = standing_since(edition, paragraph.anchor, book.revision) == "current"
    may_rule = is_in_force and may(request.user, "edit", edition.rulebook)
    return {"book": book, "line": paragraph_alone(book, paragraph), "may_rule": may_rule}


def _page(request: HttpRequest, pk: int) -> dict[str, Any]:
    try:
        page: ThreadPage = thread_page(pk, request.user)
    except Thread.DoesNotExist:
        raise Http404("No such thread.") from None
    return {"page": page, "thread": page.thread}


def _answer(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Return the thread: alone for htmx, else its page."""
    template = "rules/talk/_thread.html" if is_fragment(request) else "rules/talk/thread_detail.html"
    return render(request, template, context, status=status)


def _about(editions: Sequence[Book], wanted: Wanted) -> dict[str, str]:
    """Return what people call the paragraph that a list of threads is about, and its page."""
    chosen = [book for book in editions if wanted.edition in ("", book.edition)]
    book = next((book for book in chosen if wanted.anchor in book.by_anchor), None)
    url = paragraph_address(book, wanted.anchor) if book else ""
    return {"paragraph": name_at(book, wanted.anchor), "paragraph_url": url}


def _paragraph(game: str, edition: str, anchor: str, revision: str | None) -> tuple[Book, Paragraph]:
    """Return the paragraph of the revision asked for, else of the one in force. *Raises:* Http404."""
    number = whole_number(revision) if revision else None
    if revision and number is None:
        raise Http404("No such revision.")
    try:
        book = stored_book(game, edition, number)
        return book, book.by_anchor[anchor]
    except KeyError:
        raise Http404("No such paragraph.") from None
