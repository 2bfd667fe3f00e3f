"""What staff change in the admin is checked, shows at once and is recorded in the audit trail."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from games.drafts.actions.making import create_draft
from games.drafts.models import Draft
from games.matches.actions.create import create_match
from games.matches.actions.seats import join_match
from rules.talk.models import Comment, Report, Thread, ThreadKind
from rules.wiki.actions.loading import load_rules
from rules.wiki.models import Appointment, AuditEntry, Edition, Proposal, ProposalStatus, Rulebook
from rules.wiki.permissions import EDITORS, may
from scrapsite.common.players import give_profile, new_guest
from scrapsite.common.versions import data_version

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    user = User.objects.create_superuser("boss")
    give_profile(user)
    return user


@pytest.fixture
def counter(boss: User) -> Client:
    """A client signed in as staff."""
    client = Client()
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def rulebook() -> Rulebook:
    return Rulebook.objects.get(game="scrapbots")


@pytest.fixture
def rivet() -> User:
    user = User.objects.create_user("rivet")
    give_profile(user)
    return user


def trail() -> list[tuple[str, str]]:
    """Return the audit entries of people, newest first."""
    return list(AuditEntry.objects.exclude(actor=None).values_list("what", "about"))


class TestAppointments:
    @staticmethod
    def post(counter: Client, rulebook: Rulebook, **row: object):
        there = rulebook.appointments.count()
        form = {
            "title": rulebook.title,
            "appointments-TOTAL_FORMS": str(there + 1),
            "appointments-INITIAL_FORMS": str(there),
        }
        for number, one in enumerate(rulebook.appointments.all()):
            form |= {f"appointments-{number}-id": one.pk, f"appointments-{number}-rulebook": rulebook.pk}
        form |= {key if "-" in key else f"appointments-{there}-{key}": str(to) for key, to in row.items()}
        return counter.post(f"/admin/rules/rulebook/{rulebook.pk}/change/", form)

    def test_one_is_made_on_the_page_of_the_rulebook(self, counter, rulebook, rivet) -> None:
        group = Group.objects.get(name=EDITORS)
        assert self.post(counter, rulebook, user=rivet.pk, group=group.pk).status_code == 302
        assert may(rivet, "edit", rulebook)
        assert trail() == [("appointment/made", "rivet: Rules editors")]

    def test_and_ended_there(self, counter, rulebook, rivet) -> None:
        made = Appointment.objects.create(
            rulebook=rulebook, user=rivet, group=Group.objects.get(name=EDITORS)
        )
        assert made
        assert self.post(counter, rulebook, **{"appointments-0-DELETE": "on"}).status_code == 302
        assert not may(rivet, "edit", rulebook)
        assert trail() == [("appointment/ended", "rivet: Rules editors")]

    def test_a_new_title_is_told_beside_it(self, counter, rulebook) -> None:
        counter.post(
            f"/admin/rules/rulebook/{rulebook.pk}/change/",
            {"title": "Robots", "appointments-TOTAL_FORMS": "0", "appointments-INITIAL_FORMS": "0"},
        )
        assert trail() == [("rulebook/changed", "Robots: Changed Title.")]

    def test_a_guest_is_refused_with_a_reason(self, counter, rulebook) -> None:
        group = Group.objects.get(name=EDITORS)
        answer = self.post(counter, rulebook, user=new_guest().pk, group=group.pk)
        assert answer.status_code == 200
        assert "is a guest" in answer.content.decode()
        assert not Appointment.objects.exists()

    def test_the_same_one_twice_is_refused(self, counter, rulebook, rivet) -> None:
        group = Group.objects.get(name=EDITORS)
        Appointment.objects.create(rulebook=rulebook, user=rivet, group=group)
        assert self.post(counter, rulebook, user=rivet.pk, group=group.pk).status_code == 200
        assert Appointment.objects.count() == 1

    def test_only_the_groups_of_the_wiki_are_offered(self, counter, rulebook, rivet) -> None:
        tinkers = Group.objects.create(name="Tinkers")
        assert self.post(counter, rulebook, user=rivet.pk, group=tinkers.pk).status_code == 200
        assert not Appointment.objects.exists()


class TestWords:
    @staticmethod
    def save(counter: Client, edition: Edition, **changed: str):
        said = {name: getattr(edition, name) for name in ("summary", "source", "credit", "licence")}
        return counter.post(f"/admin/rules/edition/{edition.pk}/change/", said | changed)

    @pytest.fixture
    def edition(self) -> Edition:
        return Edition.objects.select_related("rulebook").get(slug="3.6")

    @pytest.mark.django_db(transaction=True)
    def test_what_an_edition_says_of_itself_shows_at_once(self, client, counter, edition) -> None:
        assert "Riveting" not in client.get("/rules/scrapbots/3.6/").content.decode()
        before = data_version()
        assert self.save(counter, edition, licence="Riveting Licence 9").status_code == 302
        assert data_version() != before
        assert "Riveting Licence 9" in client.get("/rules/scrapbots/3.6/").content.decode()

    def test_the_next_loading_of_files_leaves_them_alone(self, counter, edition) -> None:
        self.save(counter, edition, licence="Riveting Licence 9")
        load_rules()
        edition.refresh_from_db()
        assert (edition.licence, edition.keeps_words) == ("Riveting Licence 9", True)

    def test_until_somebody_lets_go_of_them(self, counter, edition) -> None:
        was = edition.licence
        self.save(counter, edition, licence="Riveting Licence 9")
        edition.refresh_from_db()
        self.save(counter, edition)  # the box is not ticked
        load_rules()
        edition.refresh_from_db()
        assert (edition.licence, edition.keeps_words) == (was, False)

    def test_the_audit_trail_says_which_field(self, counter, edition) -> None:
        self.save(counter, edition, summary="Another summary.")
        assert trail() == [("edition/changed", "Scrapbots 3.6: Changed Summary.")]
        assert AuditEntry.objects.get(what="edition/changed").rulebook == edition.rulebook

    def test_saving_without_a_change_is_no_deed(self, counter, edition) -> None:
        self.save(counter, edition)
        assert trail() == []

    def test_its_name_and_revision_are_not_to_be_changed(self, counter, edition) -> None:
        self.save(counter, edition, slug="9.9", head="1", date="1999-01-01")
        edition.refresh_from_db()
        assert (edition.slug, str(edition.date)) == ("3.6", "2020-03-26")


class TestComments:
    @pytest.fixture
    def comment(self, rivet) -> Comment:
        edition = Edition.objects.select_related("head").get(slug="3.6")
        thread = Thread.objects.create(
            edition=edition, anchor="attack-1", revision=edition.head, kind=ThreadKind.QUESTION, author=rivet
        )
        return Comment.objects.create(thread=thread, author=rivet, source="Rust!", html="<p>Rust!</p>")

    def act(self, counter: Client, what: str, action: str, key: int) -> None:
        form = {"action": action, "_selected_action": [str(key)]}
        assert counter.post(f"/admin/rules/{what}/", form).status_code == 302

    def test_they_are_hidden_and_shown_by_the_wikis_own_actions(self, counter, comment, boss) -> None:
        self.act(counter, "comment", "hide_comments", comment.pk)
        comment.refresh_from_db()
        assert (comment.hidden_by, comment.source) == (boss, "Rust!")
        self.act(counter, "comment", "show_comments", comment.pk)
        comment.refresh_from_db()
        assert comment.hidden_at is None
        assert [what for what, _ in trail()] == ["comment/shown", "comment/hidden"]

    def test_reports_are_settled(self, counter, comment, boss) -> None:
        report = Report.objects.create(comment=comment, reporter=boss, reason="Rude.")
        self.act(counter, "report", "settle_reports", report.pk)
        report.refresh_from_db()
        assert report.settled_by == boss
        assert [what for what, _ in trail()] == ["report/settled"]


class TestProposals:
    @pytest.mark.parametrize("is_submitted", [True, False])
    def test_what_was_never_submitted_is_seen_by_its_author_alone(self, counter, rivet, is_submitted) -> None:
        """A discarded draft has the same status as a proposal that was withdrawn."""
        edition = Edition.objects.select_related("head").get(slug="3.6")
        made = Proposal.objects.create(
            edition=edition,
            base=edition.head,
            author=rivet,
            blocks=edition.head.blocks,
            status=ProposalStatus.WITHDRAWN,
            summary="Rust!",
            submitted_at=timezone.now() if is_submitted else None,
        )
        assert ("Rust!" in counter.get("/admin/rules/proposal/").content.decode()) == is_submitted
        page = counter.get(f"/admin/rules/proposal/{made.pk}/change/")
        assert page.status_code == (200 if is_submitted else 302)


class TestPeople:
    @staticmethod
    def save(counter: Client, user: User, **changed: str):
        form = {
            "username": user.username,
            "is_active": "on",
            "profile-TOTAL_FORMS": "1",
            "profile-INITIAL_FORMS": "1",
            "profile-0-id": str(user.profile.pk),
            "profile-0-user": str(user.pk),
            "profile-0-display_name": user.profile.display_name,
        }
        form |= {name.replace("__", "-"): value for name, value in changed.items()}
        return counter.post(f"/admin/auth/user/{user.pk}/change/", {k: v for k, v in form.items() if v})

    def test_barring_somebody_is_in_the_trail(self, counter, rivet) -> None:
        assert self.save(counter, rivet, is_active="").status_code == 302
        rivet.refresh_from_db()
        assert not rivet.is_active
        assert trail() == [("user/changed", "rivet: Changed Active.")]

    def test_whoever_is_barred_waits_at_no_table_any_more(
        self, counter, rivet, boss, django_capture_on_commit_callbacks
    ) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        own = create_match(rivet, "junkyard", "0.1", {}, seats)
        others = create_match(boss, "junkyard", "0.1", {}, seats)
        join_match(others.pk, rivet)
        with django_capture_on_commit_callbacks(execute=True):
            assert self.save(counter, rivet, is_active="").status_code == 302
        own.refresh_from_db()
        assert own.status == "cancelled"
        assert others.seats.filter(user=None).count() == 2

    @pytest.mark.soak(seconds=0.5)
    def test_a_name_is_as_strict_as_anywhere(self, counter, rivet, boss) -> None:
        assert self.save(counter, rivet, profile__0__display_name="B\u202eoss").status_code == 200
        taken = self.save(counter, rivet, profile__0__display_name="BOSS")
        assert "Somebody else already has that name." in taken.content.decode()
        assert self.save(counter, rivet, profile__0__display_name="Old  Spanner").status_code == 302
        rivet.profile.refresh_from_db()
        assert (rivet.profile.display_name, rivet.profile.name_key) == ("Old Spanner", "old spanner")

    def test_a_new_account_gets_a_name_to_be_seen_by(self, counter) -> None:
        secret = "a-rusty-old-gearbox"
        form = {"username": "gasket", "usable_password": "true", "password1": secret, "password2": secret}
        assert counter.post("/admin/auth/user/add/", form).status_code == 302
        assert User.objects.get(username="gasket").profile.display_name == "gasket"
        assert trail()[0] == ("user/added", "gasket")

    def test_whom_matches_need_is_not_deleted(self, counter, rivet) -> None:
        from tests.playing import ME, OPEN

        create_match(rivet, "scrapbots", "3.6", {}, [ME, OPEN])
        counter.post(f"/admin/auth/user/{rivet.pk}/delete/", {"post": "yes"})
        assert User.objects.filter(pk=rivet.pk).exists()


class TestGroups:
    def test_the_wikis_groups_are_found_by_name_so_they_stay(self, counter) -> None:
        group = Group.objects.get(name=EDITORS)
        address = f"/admin/auth/group/{group.pk}/"
        assert counter.post(f"{address}delete/", {"post": "yes"}).status_code == 403
        counter.post(
            "/admin/auth/group/", {"action": "delete_selected", "_selected_action": group.pk, "post": "yes"}
        )
        counter.post(f"{address}change/", {"name": "Scribes"})
        group.refresh_from_db()
        assert group.name == EDITORS

    def test_what_they_may_do_is_the_superusers_to_say(self, counter) -> None:
        group = Group.objects.get(name=EDITORS)
        assert counter.post(f"/admin/auth/group/{group.pk}/change/", {}).status_code == 302
        assert not group.permissions.exists()
        assert trail() == [("group/changed", "Rules editors: Changed Permissions.")]

    def test_other_groups_come_and_go(self, counter) -> None:
        assert counter.post("/admin/auth/group/add/", {"name": "Tinkers"}).status_code == 302
        group = Group.objects.get(name="Tinkers")
        assert counter.post(f"/admin/auth/group/{group.pk}/delete/", {"post": "yes"}).status_code == 302
        assert [what for what, _ in trail()] == ["group/deleted", "group/added"]


def test_an_account_that_staff_delete_leaves_no_drafts(counter: Client, rivet: User) -> None:
    """Private drafts stayed for ever, reachable by nobody."""
    draft = create_draft(rivet, "scrapbots", "3.6", "Big hands")
    path = f"/admin/auth/user/{rivet.pk}/delete/"
    assert counter.post(path, {"post": "yes"}).status_code == 302
    assert not User.objects.filter(pk=rivet.pk).exists()
    assert not Draft.objects.filter(pk=draft.pk).exists()
