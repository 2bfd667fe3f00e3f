"""The audit trail: who sees it, what it says, how it is paged and filtered."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from rules.wiki.audit import note
from rules.wiki.models import Appointment, Rulebook
from rules.wiki.permissions import EDITORS, MODERATORS
from rules.wiki.queries.audits import PER_PAGE, audit_page, in_words
from scrapsite.common.players import give_profile

pytestmark = pytest.mark.django_db

ADDRESS = "/rules/scrapbots/audit/"


@pytest.fixture
def rulebook() -> Rulebook:
    return Rulebook.objects.get(game="scrapbots")


@pytest.fixture
def editor(rulebook: Rulebook) -> User:
    user = User.objects.create_user("anvil")
    give_profile(user)
    Appointment.objects.create(rulebook=rulebook, user=user, group=Group.objects.get(name=EDITORS))
    return user


@pytest.fixture
def page(client: Client, editor: User):
    client.force_login(editor)
    return lambda query="": client.get(ADDRESS + query).content.decode()


def test_to_strangers_and_plain_accounts_it_is_not_there(client: Client) -> None:
    assert client.get(ADDRESS).status_code == 404
    client.force_login(User.objects.create_user("rivet"))
    assert client.get(ADDRESS).status_code == 404


@pytest.mark.parametrize("group", [EDITORS, MODERATORS])
def test_editors_and_moderators_of_this_rulebook_see_it(client: Client, rulebook, group: str) -> None:
    user = User.objects.create_user("damper")
    Appointment.objects.create(rulebook=rulebook, user=user, group=Group.objects.get(name=group))
    client.force_login(user)
    assert client.get(ADDRESS).status_code == 200


def test_an_editor_of_another_rulebook_does_not(client: Client) -> None:
    other = Rulebook.objects.create(game="other", title="Other")
    user = User.objects.create_user("stray")
    Appointment.objects.create(rulebook=other, user=user, group=Group.objects.get(name=EDITORS))
    client.force_login(user)
    assert client.get(ADDRESS).status_code == 404
    assert client.get("/rules/other/audit/").status_code == 200


def test_the_book_leads_to_it_those_who_may_see_it_and_nobody_else(client: Client, editor: User) -> None:
    assert ADDRESS not in client.get("/rules/scrapbots/3.6/").content.decode()
    client.force_login(User.objects.create_user("rivet"))
    assert ADDRESS not in client.get("/rules/scrapbots/3.6/").content.decode()
    client.force_login(editor)
    assert ADDRESS in client.get("/rules/scrapbots/3.6/").content.decode()


def test_the_first_revisions_are_in_it_and_link_to_themselves(page) -> None:
    found = page()
    assert "Revision published" in found
    assert "the site itself, or a former member" in found


def test_newest_first_with_who_and_a_link(page, editor: User, rulebook: Rulebook) -> None:
    note(editor, "comment/hidden", rulebook, "Comment 7", "/rules/threads/3/")
    found = page()
    assert found.index("Comment hidden") < found.index("Revision published</strong>")
    assert 'href="/rules/threads/3/"' in found
    assert "anvil" in found


def test_it_can_be_narrowed_to_one_kind_of_deed(page, editor: User, rulebook: Rulebook) -> None:
    note(editor, "comment/hidden", rulebook, "Comment 7")
    found = page("?what=comment/hidden")
    assert "1 entry, newest first" in found
    assert "<strong>Revision published</strong>" not in found
    assert "<strong>Revision published</strong>" in page("?what=nothing/known")


def test_it_is_paged_and_a_wild_page_is_mended(page, editor: User, rulebook: Rulebook) -> None:
    for number in range(PER_PAGE):
        note(editor, "comment/hidden", rulebook, f"Comment {number}")
    assert "Page 1 of 2" in page()
    assert "Page 2 of 2" in page("?page=2")
    assert "Page 2 of 2" in page("?page=99999999999999999999")
    assert "Page 1 of 2" in page("?page=x")


def test_nothing_in_it_can_lead_off_the_site_or_break_out(page, editor: User, rulebook: Rulebook) -> None:
    note(editor, "comment/hidden", rulebook, "<b>loud</b>", "https://elsewhere.example/")
    note(editor, "comment/hidden", rulebook, "sly", "javascript:alert(1)")
    found = page()
    assert "elsewhere.example" not in found
    assert "javascript:" not in found
    assert "&lt;b&gt;loud" in found


def test_another_rulebooks_deeds_are_not_in_it(editor: User, rulebook: Rulebook) -> None:
    other = Rulebook.objects.create(game="other", title="Other")
    note(editor, "comment/hidden", other, "Elsewhere")
    assert not [
        one for one in audit_page(rulebook, "", None, for_moderator=True).lines if one.about == "Elsewhere"
    ]


def test_who_reported_a_comment_is_told_to_moderators_only(
    client: Client, page, editor: User, rulebook: Rulebook
) -> None:
    note(User.objects.create_user("rivet"), "comment/reported", rulebook, "Comment 7")
    for found in (page(), page("?what=comment/reported")):
        assert "rivet" not in found
        assert "Comment reported" not in found
    moderator = User.objects.create_user("damper")
    moderator.groups.add(Group.objects.get(name=MODERATORS))
    client.force_login(moderator)
    found = client.get(f"{ADDRESS}?what=comment/reported").content.decode()
    assert "rivet" in found
    assert "Comment reported" in found


def test_it_costs_few_queries(page, editor: User, rulebook: Rulebook, django_assert_max_num_queries) -> None:
    for number in range(30):
        note(editor, "comment/hidden", rulebook, f"Comment {number}")
    with django_assert_max_num_queries(14):
        page()


def test_deeds_are_said_in_words() -> None:
    assert in_words("thread/marked-ruling") == "Thread marked ruling"
