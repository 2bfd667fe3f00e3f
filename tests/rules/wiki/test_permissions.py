"""Who may do what to a rulebook: every right, asked for everybody; and how people come by rights."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.core.management import CommandError, call_command

from rules.document.errors import Refused
from rules.wiki.actions.appointing import appoint, dismiss
from rules.wiki.models import Appointment, AuditEntry, Rulebook
from rules.wiki.permissions import EDITORS, GROUPS, MODERATORS, READERS, ensure_groups, may, require
from scrapsite.common.players import give_profile, new_guest

pytestmark = pytest.mark.django_db


@pytest.fixture
def rulebook() -> Rulebook:
    return Rulebook.objects.get(game="scrapbots")


@pytest.fixture
def other() -> Rulebook:
    return Rulebook.objects.create(game="other", title="Other")


def account(name: str = "rivet", **more: bool) -> User:
    user = User.objects.create_user(name, **more)
    give_profile(user)
    return user


def everybody(here: Rulebook, elsewhere: Rulebook) -> dict[str, User | AnonymousUser]:
    """Return one of each kind of people there is."""
    people: dict[str, User | AnonymousUser] = {
        "visitor": AnonymousUser(),
        "guest": new_guest(),
        "account": account("account"),
        "editor of all": account("all-editor"),
        "moderator of all": account("all-moderator"),
        "editor here": account("editor"),
        "moderator here": account("moderator"),
        "editor elsewhere": account("stray"),
        "staff": account("staff", is_staff=True),
        "superuser": account("boss", is_staff=True, is_superuser=True),
        "barred editor": account("barred"),
        "barred superuser": account("fallen", is_superuser=True, is_active=False),
    }
    groups = {name: Group.objects.get(name=name) for name in GROUPS}
    people["editor of all"].groups.add(groups[EDITORS])
    people["moderator of all"].groups.add(groups[MODERATORS])
    appoint(None, people["editor here"], groups[EDITORS], here)
    appoint(None, people["moderator here"], groups[MODERATORS], here)
    appoint(None, people["editor elsewhere"], groups[EDITORS], elsewhere)
    appoint(None, people["barred editor"], groups[EDITORS], here)
    people["barred editor"].groups.add(groups[EDITORS])
    User.objects.filter(username="barred").update(is_active=False)
    return {
        name: user if isinstance(user, AnonymousUser) else User.objects.get(pk=user.pk)
        for name, user in people.items()
    }


RIGHTS = {
    "discuss": {
        *("account", "editor of all", "moderator of all", "editor here", "moderator here"),
        *("editor elsewhere", "staff", "superuser"),
    },
    "edit": {"editor of all", "editor here", "superuser"},
    "moderate": {"moderator of all", "moderator here", "superuser"},
}


@pytest.mark.parametrize("right", RIGHTS)
def test_each_right_is_had_by_exactly_these_people(rulebook, other, right: str) -> None:
    people = everybody(rulebook, other)
    assert {name for name, user in people.items() if may(user, right, rulebook)} == RIGHTS[right]


@pytest.mark.parametrize("right", RIGHTS)
@pytest.mark.soak(seconds=0.2, one_in=3)
def test_whoever_has_it_not_is_refused_with_words_that_help(rulebook, other, right: str) -> None:
    for name, user in everybody(rulebook, other).items():
        if name in RIGHTS[right]:
            require(user, right, rulebook)
        else:
            with pytest.raises(Refused) as refused:
                require(user, right, rulebook)
            assert refused.value.code == f"rules/needs-{right}"
            assert refused.value.reason.endswith(".")


def test_an_appointment_elsewhere_counts_there(rulebook, other) -> None:
    stray = everybody(rulebook, other)["editor elsewhere"]
    assert may(stray, "edit", other)
    assert not may(stray, "edit", rulebook)


def test_being_staff_is_no_right_by_itself(rulebook) -> None:
    staff = account(is_staff=True)
    assert not may(staff, "edit", rulebook)
    assert not may(staff, "moderate", rulebook)


def test_a_right_may_be_given_to_a_user_directly(rulebook) -> None:
    user = account()
    user.user_permissions.add(Permission.objects.get(codename="edit_rulebook"))
    assert may(User.objects.get(pk=user.pk), "edit", rulebook)


def test_a_guest_with_an_old_appointment_has_what_it_gives_and_no_more(rulebook) -> None:
    """Appointing guests is refused; somebody who was appointed by hand keeps to the appointment."""
    guest = new_guest()
    with pytest.raises(Refused):
        appoint(None, guest, Group.objects.get(name=EDITORS), rulebook)
    Appointment.objects.create(rulebook=rulebook, user=guest, group=Group.objects.get(name=MODERATORS))
    assert not may(guest, "edit", rulebook)


def test_discussing_can_be_closed_to_all_by_emptying_the_readers_group(rulebook) -> None:
    user = account()
    Group.objects.get(name=READERS).permissions.clear()
    assert not may(user, "discuss", rulebook)


class TestGroups:
    def test_a_fresh_site_has_them(self) -> None:
        assert set(GROUPS) <= set(Group.objects.values_list("name", flat=True))

    @pytest.mark.parametrize("name", GROUPS)
    def test_each_has_its_rights(self, name: str) -> None:
        codenames = set(Group.objects.get(name=name).permissions.values_list("codename", flat=True))
        assert codenames == {f"{right}_rulebook" for right in GROUPS[name]}

    def test_what_an_admin_made_of_them_stays(self) -> None:
        Group.objects.get(name=EDITORS).permissions.clear()
        ensure_groups()
        assert not Group.objects.get(name=EDITORS).permissions.exists()


class TestAppointing:
    def test_it_gives_the_rights_and_ending_it_takes_them(self, rulebook) -> None:
        user, group = account(), Group.objects.get(name=EDITORS)
        assert appoint(None, user, group, rulebook)
        assert may(user, "edit", rulebook)
        assert dismiss(None, user, group, rulebook)
        assert not may(user, "edit", rulebook)

    def test_both_are_in_the_audit_trail_once(self, rulebook) -> None:
        boss, user, group = account("boss"), account(), Group.objects.get(name=EDITORS)
        assert [appoint(boss, user, group, rulebook) for _ in (0, 1)] == [True, False]
        assert [dismiss(boss, user, group, rulebook) for _ in (0, 1)] == [True, False]
        deeds = AuditEntry.objects.filter(what__startswith="appointment/", rulebook=rulebook)
        assert list(deeds.values_list("what", "actor__username", "about")) == [
            ("appointment/ended", "boss", "rivet: Rules editors"),
            ("appointment/made", "boss", "rivet: Rules editors"),
        ]

    def test_guests_and_barred_accounts_are_refused(self, rulebook) -> None:
        group = Group.objects.get(name=EDITORS)
        for user, code in ((new_guest(), "rules/guest"), (account(is_active=False), "rules/barred")):
            with pytest.raises(Refused) as refused:
                appoint(None, user, group, rulebook)
            assert refused.value.code == code
        assert not Appointment.objects.exists()


class TestTheCommand:
    @pytest.mark.parametrize(
        "role, right", [("reader", "discuss"), ("editor", "edit"), ("moderator", "moderate")]
    )
    def test_it_makes_somebody_what_it_says(self, rulebook, capsys, role: str, right: str) -> None:
        user = account()
        call_command("appoint", "rivet", role, "scrapbots")
        assert capsys.readouterr().out == f"rivet is {role} of Scrapbots now.\n"
        assert may(user, right, rulebook)

    def test_twice_is_once(self, capsys) -> None:
        account()
        call_command("appoint", "rivet", "editor", "scrapbots")
        call_command("appoint", "rivet", "editor", "scrapbots")
        assert "was already editor of Scrapbots" in capsys.readouterr().out

    def test_it_ends_appointments_too(self, rulebook, capsys) -> None:
        user = account()
        call_command("appoint", "rivet", "editor", "scrapbots")
        call_command("appoint", "rivet", "editor", "scrapbots", "--end")
        assert not may(user, "edit", rulebook)
        call_command("appoint", "rivet", "editor", "scrapbots", "--end")
        assert "rivet was not editor of Scrapbots." in capsys.readouterr().out

    @pytest.mark.parametrize(
        "arguments, told",
        [
            (("nobody", "editor", "scrapbots"), "There is no account “nobody”"),
            (("rivet", "editor", "chess"), "There is no rulebook for “chess”. There are: "),
            (("rivet", "king", "scrapbots"), "invalid choice: 'king'"),
        ],
    )
    def test_what_is_wrong_is_said(self, arguments: tuple[str, ...], told: str) -> None:
        account()
        with pytest.raises(CommandError, match=re.escape(told)):
            call_command("appoint", *arguments)

    def test_a_guest_is_told_to_make_an_account(self) -> None:
        guest = new_guest()
        with pytest.raises(CommandError, match="is a guest"):
            call_command("appoint", guest.username, "editor", "scrapbots")

    def test_it_brings_the_groups_along_where_they_are_missing(self, rulebook) -> None:
        user = account()
        Group.objects.all().delete()
        call_command("appoint", "rivet", "editor", "scrapbots", verbosity=0)
        assert may(user, "edit", rulebook)
