"""Who may come by, and what they find: matches in every state, talk about a rule, proposals."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from cards.decks.public.moderation import MODERATORS as DECK_MODERATORS
from cards.models import PublicDeck, SavedDeck
from games import catalog
from games.clocks.models import Vacation
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import create_draft
from games.drafts.actions.sharing import share_draft
from games.drafts.editing import with_parameters
from games.drafts.models import DraftRevision
from games.matches.actions.create import create_match
from games.matches.actions.invitations import invite
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match, join_match
from games.matches.models import Match, Mute
from games.talk.models import ChatMessage, ChatReport
from games.talk.readers import MODERATORS as TABLE_MODERATORS
from rules.talk.models import Comment, Report, Thread, ThreadKind
from rules.wiki.models import Edition, Proposal, ProposalStatus
from rules.wiki.permissions import EDITORS, MODERATORS
from scrapsite.accounts.tokens import issue_token
from scrapsite.common.players import give_profile, new_guest
from scrapsite.notifications.channels.feed_keys import renew_key
from scrapsite.notifications.preferences.stopping import stop_path
from tests.playing import ME, OPEN, match_of

# Somebody whose seat a bot took over, and somebody of the staff: at a table they are like spectators.
OTHERS = ("former", "staff")
STAFF = ("editor", "moderator")
STATES = ("open", "running", "finished", "cancelled")


@dataclass(frozen=True)
class World:
    """*people:* by role; the player has an account, the opponent is a guest. *matches:* by state.

    *left:* by state, the matches whose seat the former player left.
    *talk:* keys of what the player wrote about rules: thread, comment, report, proposal, draft; and of decks
    the player made: deck, gone, which was thrown away, whole, which breaks no rule, and public; what is
    secret in addresses: feed, stop; and
    the player's time off: off; drafts of editions by the player: private, listed; and, to the open match,
    for the spectator: invitation; what the player said at the running match, reported by the opponent: said;
    and that the player muted them: muted.
    """

    people: dict[str, User | None]
    matches: dict[str, Match]
    talk: dict[str, Any]
    left: dict[str, Match]
    _cookies: dict[str, SimpleCookie] = field(default_factory=dict)
    _headers: dict[str, dict[str, str]] = field(default_factory=dict)

    def client(self, role: str, **options: Any) -> Client:
        """Return a browser of that role, signed in once and for all."""
        client, user = Client(**options), self.people[role]
        if role not in self._cookies:
            if user is not None:
                client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            self._cookies[role] = client.cookies
        client.cookies = SimpleCookie(self._cookies[role].output(header="", sep=";"))
        return client

    def headers(self, role: str) -> dict[str, str]:
        """Return the headers with which a program of that role calls the API."""
        user = self.people[role]
        if role not in self._headers:
            self._headers[role] = {"Authorization": f"Bearer {issue_token(user)}"} if user else {}
        return self._headers[role]


def make_world() -> World:
    """Return everybody, with a match in every state; the guest elsewhere sits in one of their own."""
    player, spectator = account("rivet"), account("gasket")
    opponent, elsewhere = new_guest(), new_guest()
    create_match(elsewhere, "scrapbots", "3.6", {}, [ME, OPEN])
    matches = {
        "open": create_match(player, "scrapbots", "3.6", {}, [ME, OPEN]),
        "running": _match_begun_by(player, opponent),
        "finished": match_of(player, opponent),
        "cancelled": create_match(player, "scrapbots", "3.6", {}, [ME, OPEN]),
    }
    resign(matches["finished"].pk, opponent)
    cancel_match(matches["cancelled"].pk, player)
    people = {
        "visitor": None,
        "guest": new_guest(),
        "player": player,
        "opponent": opponent,
        "spectator": spectator,
        "elsewhere": elsewhere,
        "editor": account("anvil", EDITORS),
        "moderator": account("damper", MODERATORS, TABLE_MODERATORS, DECK_MODERATORS),
        "former": account("flywheel"),
        "staff": account("foreman"),
    }
    User.objects.filter(username="foreman").update(is_staff=True)
    for match in matches.values():
        match.refresh_from_db()
    invitation = invite(matches["open"].pk, player, "gasket")
    talk = _talk_of(player) | _decks_of(player) | _addresses_of(player) | _time_off_of(player)
    talk |= _said_at(matches["running"], player, opponent) | _drafts_of(player)
    left = _left_by(people["former"], player, opponent)
    return World(people, matches, talk | {"invitation": invitation.pk}, left)


def _left_by(former: User | None, player: User, opponent: User) -> dict[str, Match]:
    """Return a running and a finished match of three, whose third seat a bot has taken over."""
    left = {}
    for state in ("running", "finished"):
        match = create_match(player, "junkyard", "0.1", {}, [ME, OPEN, OPEN])
        join_match(match.pk, opponent)
        join_match(match.pk, former)
        resign(match.pk, former)
        if state == "finished":
            resign(match.pk, opponent)
            resign(match.pk, player)
        match.refresh_from_db()
        left[state] = match
    return left


def _match_begun_by(first: User, second: User) -> Match:
    """Return a running match in which *first* has the first turn."""
    while True:
        match = match_of(first, second)
        if match.to_act == [0]:
            return match


def _talk_of(player: User) -> dict[str, int]:
    """Return the keys of a thread, what belongs to it, and two proposals, all of them the player's."""
    edition = Edition.objects.select_related("head").get(slug="3.6", rulebook__game="scrapbots")
    head = edition.head
    assert head is not None
    thread = Thread.objects.create(
        edition=edition, anchor="attack-1", revision=head, kind=ThreadKind.QUESTION, author=player
    )
    said = "May it strike twice?"
    comment = Comment.objects.create(thread=thread, author=player, source=said, html=f"<p>{said}</p>")
    report = Report.objects.create(comment=comment, reporter=player, reason="It was said in anger.")
    changed = [list(block) for block in head.blocks]
    changed[0][:3] = ["Scraps that fight.", "p", "<p>Scraps that fight.</p>"]
    proposal, draft = (
        Proposal.objects.create(
            edition=edition,
            base=head,
            author=player,
            status=status,
            summary="A shorter beginning",
            blocks=changed,
            submitted_at=at,
        )
        for status, at in ((ProposalStatus.OPEN, timezone.now()), (ProposalStatus.DRAFT, None))
    )
    return {
        "thread": thread.pk,
        "comment": comment.pk,
        "report": report.pk,
        "proposal": proposal.pk,
        "draft": draft.pk,
    }


def _decks_of(player: User) -> dict[str, int]:
    """Return the keys of decks of the player: one that is kept, one thrown away, one that could be published,
    and one that is public.
    """
    lists = {"acts": ["slash", "stab"], "ult": [], "bots": [], "prep": []}
    deck, gone = (
        SavedDeck.objects.create(
            user=player, game="scrap-knights", name="Riveter", lists=lists, deleted_at=deleted_at
        )
        for deleted_at in (None, timezone.now())
    )
    first, second = (
        {key: list(slugs) for key, slugs in made.lists.items()}
        for made in catalog.title("scrap-knights").newest.decks.ready_made[:2]  # type: ignore[union-attr]
    )
    whole = SavedDeck.objects.create(user=player, game="scrap-knights", name="Riveter", lists=first)
    public = PublicDeck.objects.create(
        owner=player,
        game="scrap-knights",
        edition="b.0.0",
        name="Hammerer",
        lists=second,
        fingerprint="of-the-second",
        description="Hit first.",
    )
    return {"deck": deck.pk, "gone": gone.pk, "whole": whole.pk, "public": public.pk}


def _drafts_of(player: User) -> dict[str, str]:
    """Return the ids of two drafts of editions by the player that can be played, private and listed."""
    drafts = {name: create_draft(player, "scrapbots", "3.6", name) for name in ("private", "listed")}
    for draft in drafts.values():
        change_draft(player, draft.pk, lambda now: with_parameters(now, {"market_size": 6}), "parameters")
        save_revision(player, draft.pk)
    DraftRevision.objects.update(stage=DraftRevision.Stage.PLAYABLE)
    share_draft(player, drafts["listed"].pk, "listed")
    return {name: draft.pk for name, draft in drafts.items()}


def _addresses_of(player: User) -> dict[str, str]:
    """Return the key of the player's feeds, and what ends letters to them."""
    return {"feed": renew_key(player), "stop": stop_path(player, ["your-turn"]).split("/")[-2]}


def _time_off_of(player: User) -> dict[str, int]:
    """Return the key of the player's time off, a week from now."""
    starts = timezone.now() + timedelta(days=7)
    return {"off": Vacation.objects.create(user=player, starts=starts, ends=starts + timedelta(days=2)).pk}


def _said_at(match: Match, player: User, opponent: User) -> dict[str, int]:
    """Return the keys of what the player said at the match, and of whom they muted."""
    said = ChatMessage.objects.create(match=match, user=player, seat=0, text="Your lanes are rusty.")
    ChatReport.objects.create(message=said, user=opponent, reason="They aren’t.")
    return {"said": said.pk, "muted": Mute.objects.create(user=player, muted=opponent).pk}


def account(name: str, *groups: str) -> User:
    """Return an account that can sign in, with the rights of *groups*."""
    user = User.objects.create_user(name, password="a-rusty-old-gearbox")
    give_profile(user)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user
