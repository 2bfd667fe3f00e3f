"""The API for draft editions: reading those that may be seen, and changing one's own."""

from typing import Annotated, Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from msgspec.structs import replace
from ninja import Path, Router, Schema
from pydantic import Field

from games import catalog
from games.api.schemas import GameSlug
from games.api.tools import LARGEST, OF_A_MATCH, IdempotencyKey, moment
from games.drafts import access
from games.drafts.actions.changing import LONGEST_NOTE, change_draft, save_revision
from games.drafts.actions.making import LONGEST_NAME, create_draft
from games.drafts.actions.rewording import write_texts
from games.drafts.differences import Group, differences
from games.drafts.editions import changes_of, drafting_of, edition_of
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import slug_of
from games.engine import codec
from games.engine.cards import Card
from games.engine.drafting import LONGEST_TEXT, DraftRefused, read_changes
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.common import limits
from scrapsite.common.api import SIGNED_IN, Error, Incoming, player, to_json
from scrapsite.common.players import display_name
from scrapsite.common.rulebook import connected
from scrapsite.server.work.once import once, what_of

router = Router(tags=["drafts"], auth=TokenOrSession())

MOST_LISTED = 200

Number = Annotated[int, Path(ge=1, le=LARGEST)]


class NewDraft(Incoming):
    """*edition:* the published edition of the game that the draft changes."""

    game: GameSlug
    edition: Annotated[str, Field(max_length=40, examples=["3.6"])]
    name: Annotated[str, Field(max_length=LONGEST_NAME, examples=["Cheap drones"])]


class ChangesIn(Incoming):
    """All changes of a draft; what is left out is as in its base.

    *cards:* by slug, `figures`, `does` and `name`, only what changes. *out:* slugs of cards taken out.
    *new:* cards with `slug`, `name`, `type`, `icon`, `figures` and `does`. *parameters:* figures of rules.
    *texts:* Markdown of paragraphs of the rulebook, by anchor.
    """

    cards: dict[str, Any] = Field(
        default_factory=dict, examples=[{"drone": {"figures": {"scrap": 3}, "name": "Cheap Drone"}}]
    )
    out: list[str] = Field(default_factory=list, examples=[["golem"]])
    new: list[dict[str, Any]] = Field(default_factory=list, examples=[[]])
    parameters: dict[str, Any] = Field(default_factory=dict, examples=[{"hand_size": 6}])
    texts: dict[str, Annotated[str, Field(max_length=LONGEST_TEXT)]] = Field(
        default_factory=dict, examples=[{}]
    )


class Saving(Incoming):
    """*note:* what the revision is about."""

    note: Annotated[str, Field(max_length=LONGEST_NOTE)] = ""


class ProblemOut(Schema):
    """*at:* the place, such as `cards/drone/figures/scrap`. *reason:* a sentence."""

    at: str
    reason: str


class DraftErrorOut(Error):
    """A refusal. *problems:* everything that is wrong with the changes, if they are refused."""

    problems: list[ProblemOut] = []


class RevisionLineOut(Schema):
    """*stage:* `checking`, `playable` or `refused`, and then a *reason*. *edition:* its slug for matches."""

    number: int
    edition: str
    stage: str
    reason: str
    note: str
    made: str


class DraftLineOut(Schema):
    """A draft in a list. *edition:* the one it changes. *owner:* a name. *mine:* you may change it."""

    id: str
    game: str
    edition: str
    name: str
    summary: str
    owner: str
    mine: bool
    visibility: str


class DraftOut(DraftLineOut):
    """A draft. *changes:* its working copy, null for others than its owner. *revisions:* the newest first."""

    changes: dict[str, Any] | None
    revisions: list[RevisionLineOut]


class DifferenceOut(Schema):
    """What is different about a card or a rule, in words. *what:* of it, such as `Health`."""

    what: str
    old: str
    new: str


class GroupOut(Schema):
    """*sort:* `rule`, `changed`, `new` or `out`. *card:* a slug, *rule:* an anchor, or empty."""

    sort: str
    name: str
    card: str
    rule: str
    lines: list[DifferenceOut]


class DraftCardOut(Schema):
    """A card of a revision. *figures:* by search name. *text:* its lines, with what each costs."""

    slug: str
    name: str
    type: str
    quantity: int
    figures: dict[str, int]
    text: list[str]


class RevisionOut(RevisionLineOut):
    """A revision. *differences:* from the base. *cards:* all of them, in the order of the box."""

    changes: dict[str, Any]
    differences: list[GroupOut]
    cards: list[DraftCardOut]


OF_CHANGES: dict[Any, Any] = {**OF_A_MATCH, 422: DraftErrorOut}


@router.get("/drafts", response={200: list[DraftLineOut], **SIGNED_IN})
def list_drafts(request: HttpRequest) -> HttpResponse:
    """List your drafts and those that everybody sees, 200 at most, those changed last first."""
    user = player(request)
    limits.check("searches", request, user)
    shown = access.drafts_for(user).filter(Q(owner=user) | Q(visibility=Draft.Visibility.LISTED))
    found = shown.select_related("owner__profile")[:MOST_LISTED]
    return to_json([_line(draft, user) for draft in found])


@router.post("/drafts", response={200: DraftOut, **OF_A_MATCH})
def make_draft(request: HttpRequest, body: NewDraft, idempotency_key: IdempotencyKey = "") -> HttpResponse:
    """Make a draft without changes. A repeat with the same `Idempotency-Key` shows the one made first."""
    user = player(request)
    limits.check("drafts", request, user)
    made = once(
        user,
        idempotency_key,
        what_of("draft", body.model_dump()),
        lambda note: create_draft(user, body.game, body.edition, body.name, note).pk,
    )
    return _show(access.draft_for(user, made), user)


@router.get("/drafts/{draft_id}", response={200: DraftOut, **OF_A_MATCH})
def read_draft(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Show a draft of yours, one that you opened by its link, or one that everybody sees."""
    user = player(request)
    limits.check("reads", request, user)
    return _show(access.draft_for(user, draft_id), user)


@router.put("/drafts/{draft_id}/changes", response={200: DraftOut, **OF_CHANGES})
def put_changes(request: HttpRequest, draft_id: str, body: ChangesIn) -> HttpResponse:
    """Make these all the changes of your draft; they aren't saved as a revision yet.

    If they make no edition, nothing is changed, and `problems` names everything that is wrong, each at its
    place. The pages of the workshop store unfinished states one change at a time; here all of them come at
    once, so they have to fit together.
    """
    user = player(request)
    limits.check("drafts", request, user)
    draft = access.own_draft(user, draft_id)
    try:
        changes = read_changes(body.model_dump())
        with limits.counting("slow-texts", request, connected().slow_texts, user):
            changes = replace(changes, texts=write_texts(draft, changes))
        draft = change_draft(user, draft.pk, lambda _: changes, "")
    except DraftRefused as refused:
        return _refuse(refused)
    return _show(draft, user)


@router.post("/drafts/{draft_id}/revisions", response={200: RevisionLineOut, **OF_CHANGES})
def make_revision(request: HttpRequest, draft_id: str, body: Saving) -> HttpResponse:
    """Save your draft as a revision, which never changes. It can be played when its `stage` is `playable`.

    If nothing has changed since the newest revision, that is shown.
    """
    user = player(request)
    limits.check("draft-checks", request, user)
    try:
        return to_json(_revision(save_revision(user, draft_id, body.note)))
    except DraftRefused as refused:
        return _refuse(refused)


@router.get("/drafts/{draft_id}/revisions/{number}", response={200: RevisionOut, **OF_A_MATCH})
def read_revision(request: HttpRequest, draft_id: str, number: Number) -> HttpResponse:
    """Show a revision: its changes as data and in words, and all its cards."""
    user = player(request)
    limits.check("heavy-pages", request, user)
    revision = access.revision_for(user, draft_id, number)
    draft = revision.draft
    title, base, edition = (
        catalog.title(draft.title),
        catalog.published(draft.title, draft.base),
        edition_of(revision),
    )
    shown = {
        "changes": codec.to_plain(changes_of(revision.changes)),
        "differences": [_group(group) for group in differences(drafting_of(title), base, edition)],
        "cards": [_card(card) for card in edition.cards],
    }
    return to_json(_revision(revision) | shown)


def _refuse(refused: DraftRefused) -> HttpResponse:
    reason = f"Nothing is stored: {refused.reason}"
    shown = {"code": refused.code, "rule": "", "reason": reason, "problems": refused.problems}
    return to_json(shown, status=422)


def _show(draft: Draft, user: Any) -> HttpResponse:
    is_mine = access.is_owner(user, draft)
    shown = {
        "changes": codec.to_plain(changes_of(draft.working)) if is_mine else None,
        "revisions": [_revision(revision) for revision in draft.revisions.order_by("-number")],
    }
    return to_json(_line(draft, user) | shown)


def _line(draft: Draft, user: Any) -> dict[str, Any]:
    return {
        "id": draft.pk,
        "game": draft.title,
        "edition": draft.base,
        "name": draft.name,
        "summary": draft.summary,
        "owner": display_name(draft.owner) if draft.owner else "",
        "mine": access.is_owner(user, draft),
        "visibility": draft.visibility,
    }


def _revision(revision: DraftRevision) -> dict[str, Any]:
    return {
        "number": revision.number,
        "edition": slug_of(revision.draft_id, revision.number),
        "stage": revision.stage,
        "reason": revision.reason,
        "note": revision.note,
        "made": moment(revision.made_at),
    }


def _group(group: Group) -> dict[str, Any]:
    plain = {"sort": group.sort, "name": group.name, "card": group.card, "rule": group.rule}
    return {**plain, "lines": group.lines}


def _card(card: Card) -> dict[str, Any]:
    return {
        "slug": card.slug,
        "name": card.name,
        "type": card.type,
        "quantity": card.quantity,
        "figures": card.numbers,
        "text": [f"{line.cost}: {line.text}" if line.cost else line.text for line in card.lines],
    }
