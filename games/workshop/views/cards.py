"""The cards of a draft as its owner works on them: all of them, the form of one, a new one, and the rules."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from games.drafts import access
from games.drafts.actions.changing import change_draft
from games.drafts.differences import shown as shown_as
from games.drafts.editing import mark_at, with_in, with_out, with_parameters, without
from games.drafts.editions import changes_of
from games.drafts.errors import Overtaken
from games.drafts.models import Draft
from games.drafts.texts import paragraphs
from games.engine import codec
from games.engine.drafting import Changes, DraftRefused, rules_of
from games.engine.drafting.fields import PlainField
from games.workshop.boxes import boxes, by_place
from games.workshop.card_form import CardForm
from games.workshop.composing import place_after
from games.workshop.page import Shown, working
from games.workshop.reading import read_values
from games.workshop.views.tools import see, tell_saved
from scrapsite.common import limits
from scrapsite.common.errors import TooMany, http_status
from scrapsite.common.requests import is_fragment
from scrapsite.server.work.once import key_of_form, once

_PARAMETERS = "parameters"
_FACES = "games/workshop/draft_cards.html"
_FORM, _PART, _PREVIEW = (
    "games/workshop/card_edit.html",
    "games/workshop/_card_form.html",
    "games/workshop/_preview.html",
)


@require_safe
def card_list(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Show all cards of the working copy, changed ones marked, with those that were taken out."""
    draft = access.own_draft(request.user, draft_id)
    shown = working(draft)
    marks = {group.card: group.sort for group in shown.groups if group.card}
    cards = shown.edition.cards if shown.edition else shown.base.cards
    context = {
        "draft": draft,
        "shown": shown,
        "cards": [(card, marks.get(card.slug, "")) for card in cards],
        "out": [card for card in shown.base.cards if card.slug in shown.changes.out],
        "types": [kind for kind in _types(shown) if kind.can_add],
    }
    return render(request, _FACES, context)


@require_http_methods(["GET", "HEAD", "POST"])
def card_edit(request: HttpRequest, draft_id: str, slug: str) -> HttpResponse:
    """Show the form of a card. A POST composes it further, shows a preview, stores it or takes it out."""
    draft = access.own_draft(request.user, draft_id)
    form, press = CardForm.of(draft, slug), request.POST.get("press", "save")
    if form is None:
        states = codec.from_json(list[str], draft.before)
        if request.method == "POST" and press != "look" and any(_has_new(state, slug) for state in states):
            undo = " “Undo the last change” brings it back." if _has_new(states[-1], slug) else ""
            messages.warning(request, f"This card has been removed, so nothing was saved.{undo}")
            return see(request, "games:draft_detail", draft_id, after="#changes")
        raise Http404("No such card.")
    if request.method != "POST":
        return _show(request, draft, form)
    if (answer := _limited(request)) is not None:
        return answer
    if press == "reset":
        return _reset(request, draft, form)
    if press in ("out", "in"):
        return _out_or_in(request, draft, form, press)
    return _filled(request, draft, form)


@require_http_methods(["GET", "HEAD", "POST"])
def card_add(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Show the form of a new card of the type `?type=`. A POST composes it further, or stores it."""
    draft = access.own_draft(request.user, draft_id)
    form = CardForm.new(draft, request.GET.get("type", ""))
    if form is None:
        raise Http404("No such type of card.")
    if request.method != "POST":
        return _show(request, draft, form)
    return _limited(request) or _filled(request, draft, form)


@require_http_methods(["GET", "HEAD", "POST"])
def rules_edit(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Show the figures of the rules; a POST stores them."""
    draft = access.own_draft(request.user, draft_id)
    shown = working(draft)
    assert shown.title.drafting is not None  # noqa: S101 (`working` has refused)
    parameters = shown.title.drafting.parameters
    fields = tuple(parameter.field for parameter in parameters)
    base = shown.title.drafting.values(shown.base).parameters
    values, problems = {**base, **shown.changes.parameters}, {}
    more: dict[str, Any] = {"seen": mark_at(shown.changes, _PARAMETERS)}
    if request.method == "POST":
        if (answer := _limited(request)) is not None:
            return answer
        values = read_values(request.POST, _PARAMETERS, fields)
        try:
            changed = change_draft(
                request.user,
                draft_id,
                lambda changes: _with_figures(changes, base, values),
                _PARAMETERS,
                (_PARAMETERS, request.POST.get("seen", "")),
            )
        except DraftRefused as refused:
            problems = by_place(refused.problems, "")
            more["seen"] = request.POST.get("seen", "")
        except Overtaken as error:
            now = {**base, **shown.changes.parameters}
            more |= {"notice": error, "overtaken": _overtaking(fields, now, values)}
        else:
            tell_saved(request, draft, changed, "The rules are saved in your draft.")
            return see(request, "games:draft_detail", draft_id)
    made = boxes(fields, values, _PARAMETERS, problems)
    shown_at_boxes = {box.name for box in made}
    words = {line.anchor: line.words for line in paragraphs(draft)}
    context = {
        "draft": draft,
        "title": shown.title,
        "sections": _sections(parameters, made, base, words),
        "reasons": [reason for at, reason in problems.items() if at not in shown_at_boxes],
    }
    status = 422 if problems else 409 if "notice" in more else 200
    return render(request, "games/workshop/rules_edit.html", context | more, status=status)


def _with_figures(changes: Changes, base: Mapping[str, Any], values: Mapping[str, Any]) -> Changes:
    """Return *changes* with those of *values* that it has otherwise; what the base has is no change."""
    now = {**base, **changes.parameters}
    differing = {key: value for key, value in values.items() if now.get(key) != value}
    changes = with_parameters(changes, differing)
    for key, value in differing.items():
        if value == base.get(key):
            changes = without(changes, f"{_PARAMETERS}/{key}")
    return changes


def _overtaking(
    fields: Iterable[PlainField], now: Mapping[str, Any], mine: Mapping[str, Any]
) -> list[tuple[str, str, str]]:
    """Return what is stored and what was filled in, where they aren't the same."""
    return [
        (field.label, shown_as(field, now.get(field.key)), shown_as(field, mine.get(field.key)))
        for field in fields
        if now.get(field.key) != mine.get(field.key)
    ]


def _has_new(state: str, slug: str) -> bool:
    """Return whether a working copy has the new card *slug*."""
    return any(card.slug == slug for card in changes_of(state).new)


def _filled(request: HttpRequest, draft: Draft, form: CardForm) -> HttpResponse:
    """Read what was sent, then do what was pressed."""
    press = request.POST.get("press", "save")
    form.read(request.POST)
    if press != "save":
        form.press(press, request.POST.get(f"verb:{press.partition(':')[2]}", ""))
        return _show(request, draft, form, goes_on_at=place_after(form.does, press))
    words = f"{form.name} is saved in your draft."
    try:
        if form.slug:
            seen = form.place, request.POST.get("seen", "")
            tell_saved(request, draft, change_draft(request.user, draft.pk, form.edit, form.at, seen), words)
        else:
            _add_once(request, draft, form)
            messages.success(request, words)
    except DraftRefused as refused:
        form.add_problems(refused.problems)
        return _show(request, draft, form, status=422)
    except Overtaken as error:
        return _overtaken(request, form, error)
    return see(request, "games:draft_detail", draft.pk)


def _add_once(request: HttpRequest, draft: Draft, form: CardForm) -> None:
    """Store a new card; a second press adds no second one, unless the card was removed meanwhile.

    *Raises:* `DraftRefused`.
    """
    made = once(
        request.user,
        key_of_form(request),
        "card",
        lambda note: change_draft(request.user, draft.pk, form.edit, form.at, note=note).pk,
    )
    stored = access.own_draft(request.user, made)
    if all(card.name != form.name for card in changes_of(stored.working).new):
        change_draft(request.user, draft.pk, form.edit, form.at)


def _overtaken(request: HttpRequest, form: CardForm, error: Overtaken) -> HttpResponse:
    """Return the form as it was filled in, beside what is stored by now."""
    draft = access.own_draft(request.user, form.draft.pk)
    stored = CardForm.of(draft, form.slug)
    now = stored.lines() if stored else {}
    mine = form.lines()
    differing = [(what, now.get(what, "–"), text) for what, text in mine.items() if now.get(what) != text]
    more = {"notice": error, "overtaken": differing, "seen": mark_at(changes_of(draft.working), form.place)}
    return _show(request, draft, form, status=http_status(error), **more)


def _reset(request: HttpRequest, draft: Draft, form: CardForm) -> HttpResponse:
    try:
        change_draft(request.user, draft.pk, lambda changes: without(changes, form.place), form.place)
    except DraftRefused as refused:
        form.add_problems(refused.problems)
        return _show(request, draft, form, status=422)
    return see(request, "games:card_edit", draft.pk, form.slug)


def _out_or_in(request: HttpRequest, draft: Draft, form: CardForm, press: str) -> HttpResponse:
    edit = with_out if press == "out" else with_in
    try:
        change_draft(request.user, draft.pk, lambda changes: edit(changes, form.slug), f"out/{form.slug}")
    except DraftRefused as refused:
        form.add_problems(refused.problems)
        return _show(request, draft, form, status=422)
    messages.success(request, f"{form.name} is {'removed' if press == 'out' else 'back'}.")
    return see(request, "games:card_list", draft.pk)


def _show(request: HttpRequest, draft: Draft, form: CardForm, status: int = 200, **more: Any) -> HttpResponse:
    template, is_refused = _FORM, status == 422
    if is_fragment(request):
        template = _PREVIEW if request.POST.get("press") == "look" else _PART
        status = 200  # htmx shows nothing else
    seen = request.POST.get("seen") or form.mark
    context = {
        "draft": draft,
        "form": form,
        "seen": seen,
        "is_refused": is_refused,
        "is_fragment": template != _FORM,
        **form.context(),
        **more,
    }
    return render(request, template, context, status=status)


def _limited(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of too many requests, or None."""
    is_look = request.POST.get("press") == "look"
    try:
        limits.check("previews" if is_look else "drafts", request)
    except TooMany as error:
        return limits.refused(request, error)
    return None


def _types(shown: Shown) -> list[Any]:
    return list(shown.title.drafting.card_types.values()) if shown.title.drafting else []


def _sections(parameters: Any, made: Any, base: Any, words: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the boxes by section, each with what the base has; those about one rule are in one row.

    A row quotes its rule, unless a row above does, and names the other rules and terms that it concerns.
    *words:* of the paragraphs that there are, by anchor.
    """
    sections: dict[str, dict[str, dict[str, Any]]] = {}
    quoted: set[str] = set()
    ruled = {anchor for anchor in words if "_" not in anchor}
    for parameter, box in zip(parameters, made, strict=True):
        field, rows = parameter.field, sections.setdefault(parameter.section or "Rules", {})
        if field.rule not in rows:
            quote = "" if field.rule in quoted else words.get(field.rule, "")
            rows[field.rule] = {"rule": field.rule, "words": quote, "entries": [], "others": {}}
            quoted.add(field.rule)
        row = rows[field.rule]
        row["entries"].append({"box": box, "base": shown_as(field, base.get(parameter.key))})
        row["others"] |= {anchor: None for anchor in rules_of(field)[1:] if anchor in ruled}
    return [{"name": name, "rows": list(rows.values())} for name, rows in sections.items()]
