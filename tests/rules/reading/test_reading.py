"""Reading a rulebook that has changed: what is in force, what was, who changed it and why."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from rules.document.blocks import split
from rules.document.books import Book, assemble
from rules.reading import text as reading
from rules.reading.bodies import body
from rules.talk.models import Comment, Thread
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import Edition, Revision, RevisionKind
from rules.wiki.permissions import EDITORS
from rules.wiki.rendering import render_blocks
from rules.wiki.stored_books import blocks_from_json, stored_book
from tests.rules.proposing import makes_editor
from tests.rules.text import with_law

pytestmark = pytest.mark.django_db
BOOK = "/rules/scrapbots/3.6/"
OLD = f"{BOOK}revisions/1/"
AIM = "You are a Mechanic: you pile up scrap"
NEW_AIM = "You are a tinkerer: you pile up scrap"


def reword(old: str, new: str, author: User | None = None, summary: str = "Says it better.") -> Revision:
    """Publish a revision of Scrapbots 3.6 that says *new* where it said *old*."""
    edition = Edition.objects.get(rulebook__game="scrapbots", slug="3.6")
    sources = [block.source.replace(old, new) for block in blocks_from_json(edition.head.blocks)]
    origin = Origin(RevisionKind.PROPOSAL, author, summary)
    return publish(edition, edition.head, render_blocks(sources), origin)


def ask(anchor: str, author: User, words: str, **more: Any) -> Thread:
    """Begin a thread on a paragraph of Scrapbots 3.6 as it is in force."""
    edition = Edition.objects.get(rulebook__game="scrapbots", slug="3.6")
    thread = Thread.objects.create(
        edition=edition, anchor=anchor, revision=edition.head, kind="question", author=author, **more
    )
    Comment.objects.create(thread=thread, author=author, source=words, html=f"<p>{words}</p>")
    return thread


def rule(anchor: str, author: User, words: str) -> None:
    """Answer a question on a paragraph with a ruling."""
    thread = ask(anchor, author, "Well?", ruled_at=timezone.now(), resolved_by=author)
    thread.answer = Comment.objects.create(thread=thread, author=author, source=words, html=f"<p>{words}</p>")
    thread.save()


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def book_of(text: str) -> Book:
    """Return the book that *text* makes, under the head of Scrapbots 3.6."""
    return assemble(
        stored_book("scrapbots", "3.6").head, [block.rendered for block in render_blocks(split(text))]
    )


# --- Revisions


def test_the_address_of_a_book_shows_the_revision_in_force(client: Client, user: User) -> None:
    reword(AIM, NEW_AIM, user)
    html = page(client, BOOK)
    assert NEW_AIM in re.sub(r"<[^>]+>", "", html)
    assert "Revision 2, in force" in html
    assert "is not in force" not in html


def test_an_older_revision_says_so_and_who_made_it_and_why(client: Client, user: User) -> None:
    reword(AIM, NEW_AIM, user)
    html = page(client, OLD)
    assert AIM in re.sub(r"<[^>]+>", "", html)
    assert "Revision 1 is not in force." in html
    assert "<p>This site’s original text.</p>" in html
    assert f'<a href="{BOOK}" data-keep-place>Read the revision in force</a>' in html


def test_search_engines_are_told_to_read_the_one_in_force(client: Client) -> None:
    assert 'name="robots"' not in page(client, OLD)
    reword(AIM, NEW_AIM)
    html = page(client, OLD)
    assert '<meta name="robots" content="noindex">' in html
    assert f'<link rel="canonical" href="{settings.SITE_URL}{BOOK}">' in html


def test_a_paragraph_of_an_older_revision_leads_to_the_one_in_force(client: Client) -> None:
    reword(AIM, NEW_AIM)
    html = page(client, f"{OLD}aim-1/")
    assert AIM in re.sub(r"<[^>]+>", "", html)
    assert f'href="{BOOK}aim-1/" data-keep-place>Read the revision in force</a>' in html
    assert f'rel="next" href="{OLD}setup-1/"' in html


def test_links_in_an_older_revision_stay_in_it(client: Client) -> None:
    reword(AIM, NEW_AIM)
    html = page(client, f"{OLD}scrap-1/")
    assert f'class="rule-ref" href="{OLD}resource-2/"' in html
    assert not re.search(rf'class="(rule-ref|term tip)" href="{BOOK}(?!revisions)', html)


def test_a_paragraph_tells_which_revisions_changed_its_words(client: Client, user: User) -> None:
    reword("decided at random: both players", "decided by chance: both players", user, "Shorter.")
    reword(AIM, NEW_AIM, user)
    texts = page(client, f"{BOOK}setup-5/").partition('id="revisions-of-it"')[2]
    assert f'<a href="{BOOK}revisions/2/setup-5/">Revision 2</a>' in texts
    assert f'<a href="{BOOK}revisions/1/setup-5/">Revision 1</a>' in texts
    assert "by rivet: “Shorter.”" in texts
    assert "revisions/3" not in texts


@pytest.mark.parametrize("path", [OLD, f"{OLD}aim-1/", "/rules/scrapbots/history/"])
def test_older_revisions_and_the_history_are_public_pages(client: Client, path: str) -> None:
    reword(AIM, NEW_AIM)
    response = client.get(path)
    assert "public" in response["Cache-Control"]
    assert response["ETag"]
    assert not response.cookies


@pytest.mark.parametrize("revision", [0, 99, 10**30])
def test_a_revision_that_never_was_is_a_404_that_helps(client: Client, revision: int) -> None:
    response = client.get(f"{BOOK}revisions/{revision}/")
    assert response.status_code == 404
    assert BOOK in response.content.decode()


def test_the_address_of_a_paragraph_that_is_gone_leads_to_what_it_was(client: Client) -> None:
    edition = Edition.objects.get(rulebook__game="scrapbots", slug="3.6")
    kept = [block.source for block in blocks_from_json(edition.head.blocks) if block.anchor != "aim-1"]
    publish(edition, edition.head, render_blocks(kept), Origin(RevisionKind.PROPOSAL, None, "Without it."))
    response = client.get(f"{BOOK}aim-1/")
    assert response.status_code == 404
    assert f'href="{OLD}aim-1/">read it as it was' in response.content.decode()


def test_a_paragraph_with_other_numbers_of_rules_has_the_same_words() -> None:
    found = Edition.objects.get(rulebook__game="scrapbots", slug="3.6")
    made = with_law(blocks_from_json(found.head.blocks), "resource-1", "resource-99")
    publish(found, found.head, made, Origin(RevisionKind.PROPOSAL, None, "One more."))
    new, old = stored_book("scrapbots", "3.6"), stored_book("scrapbots", "3.6-2020-07")
    (sibling,) = reading.siblings([new], old, "scrap-1")
    assert new.by_anchor["scrap-1"].text != old.by_anchor["scrap-1"].text
    assert sibling.has_same_words


# --- The introduction


def test_a_remark_and_a_title_in_the_introduction_look_as_in_a_chapter() -> None:
    book = book_of(
        'Welcome.\n\n!!! note "A word before"\n    Read *this*.\n\n### More\n\nSo.\n\n'
        "## Turns {: #turns }\n\nA turn.\n{: #turns-1 }"
    )
    intro = " ".join(body(book).partition("<details")[0].split())
    assert intro.startswith('<div class="rulebook__intro"> <p>Welcome.</p>')
    remark = '<aside class="aside aside--note"> <p class="aside__title">A word before</p>'
    assert f"{remark} <p>Read <em>this</em>.</p>" in intro
    assert re.search(r'<h3 class="chapter__heading" ?>More</h3> <p>So.</p>', intro)


# --- The history


def test_the_history_has_every_revision_of_every_edition(client: Client, user: User) -> None:
    reword(AIM, NEW_AIM, user, "Calls them tinkerers.")
    html = page(client, "/rules/scrapbots/history/")
    titles = re.findall(r"Edition ([^,]+), revision (\d+)</a>", html)
    assert titles[0] == ("3.6", "2")
    assert sorted(titles) == [("3.4", "1"), ("3.6", "1"), ("3.6", "2"), ("3.6-2020-07", "1")]
    assert "by rivet · accepted proposal" in html
    assert "Calls them tinkerers." in html


def test_the_history_of_one_edition_leaves_out_the_others(client: Client) -> None:
    html = page(client, "/rules/scrapbots/history/?edition=3.4")
    assert "Edition 3.4, revision 1" in html
    assert "Edition 3.6, revision 1" not in html


def test_an_author_who_left_is_not_taken_for_the_site(client: Client, user: User) -> None:
    reword(AIM, NEW_AIM, user)
    user.delete()
    assert "by a former member · accepted proposal" in page(client, "/rules/scrapbots/history/")


def test_only_editors_are_offered_a_return(
    client: Client, user: User, client_of: Callable[[User], Client]
) -> None:
    reword(AIM, NEW_AIM)
    history = "/rules/scrapbots/history/"
    assert "Return to this" not in page(client, history)
    assert "Return to this" not in page(client_of(user), history)
    user.groups.add(Group.objects.get(name=EDITORS))
    html = page(client_of(user), history)
    assert html.count("Return to this") == 1
    assert f'href="{OLD}revert/"' in html


def test_the_history_of_no_game_is_a_404(client: Client) -> None:
    assert client.get("/rules/chess/history/").status_code == 404


# --- Contents


def test_contents_lead_to_every_chapter_and_title(client: Client) -> None:
    html = page(client, BOOK)
    contents = html.partition("data-contents")[2].partition("</details>")[0]
    links = re.findall(r'href="#([^"]+)"', contents)
    assert {"aim", "glossary", "attack-1.title", "turn-2.title"} <= set(links)
    for link in links:
        assert f' id="{link}"' in html


def test_a_title_with_no_paragraph_below_it_is_left_out_of_the_contents() -> None:
    book = book_of("## A {: #a }\n\n### Empty\n\n### Full\n\nWords.\n{: #a-1 }\n\n### Last")
    (chapter,) = reading.reading(book).chapters
    assert [line.part.title for line in chapter.titles] == ["Full"]


# --- What is in a paragraph


def test_a_list_and_a_table_belong_to_the_paragraph_above_them() -> None:
    text = "## A {: #a }\n\nWords.\n{: #a-1 }\n\n- one\n- two\n\n| x | y |\n| --- | --- |\n| 1 | 2 |"
    ((line,),) = (chapter.lines for chapter in reading.reading(book_of(text)).chapters)
    assert "<li>one</li>" in line.html
    assert re.search(r'<div class="scroller" tabindex="0"[^>]*><table>.*</table></div>', line.html, re.DOTALL)


def test_every_law_says_whether_the_game_enforces_it(client: Client) -> None:
    book = stored_book("scrapbots", "3.6")
    html = page(client, BOOK)
    laws = [part for part in book.paragraphs if not part.term]
    marks = re.findall(r'<p class="mark mark--(confirmed|tested|people)">', html)
    assert len(marks) >= len(laws)
    assert "Tested</p>" in page(client, f"{BOOK}aim-1/")
    assert re.search(r"Enforced and confirmed</p>.*\d+ tests?", page(client, f"{BOOK}attack-1/"))
    assert "Not enforced" not in html


def test_a_word_of_the_glossary_is_explained_in_the_page_it_stands_in(client: Client) -> None:
    html = page(client, BOOK)
    pointed = set(re.findall(r'aria-describedby="([^"]+)"', html))
    assert "term-damage.says" in pointed
    for described in pointed:
        assert f'id="{described}"' in html
    assert 'title="' not in html.partition("rulebook__text")[2].partition("site-footer")[0]


def test_the_face_of_a_card_can_be_fetched_in_the_edition_of_the_book(client: Client) -> None:
    addresses = set(re.findall(r'data-face="([^"]+)"', page(client, BOOK)))
    assert addresses
    for address in addresses:
        response = client.get(address)
        assert response.status_code == 200
        assert 'class="card card--' in response.content.decode()
        assert "public" in response["Cache-Control"]


# --- What people say


@pytest.mark.parametrize("path", [BOOK, f"{BOOK}aim-1/", "/cards/scrapbots/scout/?edition=3.6"])
def test_a_dated_ruling_is_shown_where_its_paragraph_and_its_card_are(
    client: Client, user: User, path: str
) -> None:
    rule("aim-1", user, 'Yes, says the <a href="card:scout">scout</a>.')
    html = page(client, path)
    assert "Ruling of <time" in html
    assert "Given by rivet." in html


def test_the_panel_of_a_match_shows_the_ruling_too(client: Client, user: User) -> None:
    rule("aim-1", user, "Yes, indeed.")
    html = client.get(f"{BOOK}aim-1/", headers={"HX-Request": "true"}).content.decode()
    assert "Yes, indeed." in html


def test_the_panel_of_a_match_tells_players_in_a_sentence_that_a_rule_is_enforced(
    client: Client, user: User, client_of: Callable[[User], Client]
) -> None:
    """“1 event · 2 refusals · 6 tests” said nothing to players; editors still count."""
    panel = {"HX-Request": "true"}
    html = client.get(f"{BOOK}attack-1/", headers=panel).content.decode()
    assert "The program enforces this rule.</p>" in html
    assert 'class="cited"' not in html
    html = client_of(makes_editor(user)).get(f"{BOOK}attack-1/", headers=panel).content.decode()
    assert 'class="cited"' in html


@pytest.mark.parametrize("path", [BOOK, f"{BOOK}aim-1/", f"{OLD}aim-1/", "/rules/scrapbots/history/"])
def test_members_and_guests_read_the_same_pages(
    user: User, guest: User, client_of: Callable[[User], Client], path: str
) -> None:
    reword(AIM, NEW_AIM, user)
    ask("aim-1", user, "Why?")
    for reader in (user, guest):
        response = client_of(reader).get(path)
        assert response.status_code == 200
        assert response["Cache-Control"] == "private, no-store"


# --- Speed


def test_the_text_of_a_book_is_made_once_until_something_is_said_of_it(user: User) -> None:
    book = stored_book("scrapbots", "3.6")
    before = body(book)
    assert body(book) is before
    ask("aim-1", user, "Why?")
    after = body(book)
    assert after is not before
    assert f'href="{BOOK}aim-1/#talk">1 thread<' in after


def test_a_book_costs_few_queries_once_it_is_kept(client: Client, django_assert_max_num_queries) -> None:
    client.get(BOOK)
    with django_assert_max_num_queries(8):
        client.get(BOOK)
