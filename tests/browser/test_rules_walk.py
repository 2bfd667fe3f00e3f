"""The life of a paragraph in a real Chromium: read, asked about, changed, compared, found and ruled on.

The site is shared with other tests of the browser: what is changed here are paragraphs of Scrapbots 3.4 that
no other test goes by, each by one test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.wiki_people import BOOK, Person, Visit, appoint, member, visitor

HISTORY = "/rules/scrapbots/history/?edition=3.4"


@pytest.fixture
def var(site: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the running site."""
    return next(tmp_path_factory.getbasetemp().glob("site*"))


@pytest.fixture
def editor(visit: Visit, site: str, var: Path) -> Person:
    """An editor of Scrapbots."""
    return appoint(member(visit, site), "editor", var)


@pytest.fixture
def author(visit: Visit, site: str) -> Person:
    """Somebody with an account and nothing more."""
    return member(visit, site)


@pytest.fixture
def reader(visit: Visit, site: str) -> Person:
    """Somebody who isn't signed in."""
    return visitor(visit, site)


@pytest.mark.soak(seconds=20)
def test_a_paragraph_is_read_asked_about_changed_and_ruled_on(
    reader: Person, author: Person, editor: Person
) -> None:
    old, new = "off one of your", "never more than it has suffered"
    wish, first = f"Repair takes that much damage off one Scrapbot, {new}.", "Repair mends one Scrapbot."

    # A visitor reads, and is told how to take part.
    reader.go("/rules/")
    reader.page.locator(f'main a[href="{BOOK}"]').first.click()
    expect(reader.page.locator("#effect-repair")).to_contain_text(old)
    reader.read("effect-repair")
    expect(reader.page.get_by_role("link", name="Sign in to comment")).to_be_visible()
    expect(reader.page.get_by_role("link", name="Sign in to propose a change")).to_be_visible()

    # The editor follows the rulebook; the author asks, quoting the words, and the editor hears of it.
    editor.go("/rules/scrapbots/talk/")
    editor.press("Follow the whole rulebook")
    thread = author.ask("effect-repair", "More than it has, too?", quote=old)
    expect(author.page.locator(".thread__quote")).to_have_text(old)
    expect(editor.news()).to_contain_text("More than it has, too?")

    # The author proposes other words, seeing what they change while writing.
    author.read("effect-repair")
    author.page.get_by_role("button", name=re.compile("^Propose a change")).click()
    author.page.wait_for_load_state()
    author.page.get_by_label("Text", exact=True).press_sequentially(" Indeed.")
    expect(author.page.locator("#preview ins")).to_contain_text("Indeed")
    author.write(first)
    proposal = author.submit("Say what repairing is")
    expect(author.page.get_by_role("region", name="What changes").locator("ins").first).to_be_visible()

    # The editor sees what the game and its tests say to it, and asks for changes.
    editor.go("/rules/proposals/")
    editor.page.get_by_role("link", name="Say what repairing is").first.click()
    expect(editor.page.get_by_role("region", name="Rules that reviewers must check")).to_contain_text(
        "tests/"
    )
    editor.decide(proposal, "Ask for changes", "Say **how much** it mends.")
    expect(editor.page.get_by_text("You asked for changes.")).to_be_visible()

    # The author changes it and submits it again.
    author.go(proposal)
    expect(author.page.get_by_role("region", name="Reviews and comments")).to_contain_text("how much")
    author.page.get_by_role("link", name="Edit and submit again").click()
    author.page.get_by_role("region", name="Your changes so far").get_by_role("link", name="Rule").click()
    author.write(wish)
    author.submit("Say how much is repaired")

    # The editor publishes it; a visitor finds it in the history and sees the difference.
    editor.decide(proposal, "Accept", "Clear now.")
    expect(editor.page.get_by_text("Accepted and published.")).to_be_visible()
    expect(reader.read("effect-repair")).to_contain_text(new)
    reader.go(HISTORY)
    made = reader.page.locator(".annals__one", has_text="Say how much is repaired")
    expect(made).to_contain_text(author.name)
    made.get_by_role("link", name="What changed").click()
    change = reader.page.locator("article#effect-repair")
    expect(change.locator("ins").first).to_contain_text("added")
    expect(change).to_contain_text(new)
    expect(change.locator("del", has_text="of your")).to_be_visible()

    # The thread says that the words have changed, and how.
    reader.go(thread)
    expect(reader.page.locator(".thread__tags")).to_contain_text("Words changed since")
    expect(reader.page.locator(".thread__change ins").last).to_contain_text("suffered")
    expect(reader.page.locator(".thread__quote")).to_have_text(old)

    # The new words are found by the search, and the old ones no longer.
    reader.go("/rules/search/")
    reader.page.get_by_role("searchbox").fill("suffered")
    reader.press("Search")
    hit = reader.page.locator(".found .hit").first
    expect(hit).to_contain_text(new)
    reader.go('/rules/search/?q="off+one+of+your+Scrapbots"&game=scrapbots&edition=3.4')
    expect(reader.page.locator(".found .hit")).to_have_count(0)

    # Feed readers and followers hear of it.
    feed = reader.page.request.get(f"{reader.site}/rules/scrapbots/revisions.atom")
    assert feed.headers["content-type"].startswith("application/atom+xml")
    assert "Say how much is repaired" in feed.text()
    assert "More than it has" in reader.page.request.get(f"{reader.site}{thread}comments.atom").text()
    expect(editor.news()).to_contain_text("Say how much is repaired")

    # An answer is accepted as a ruling, which stands at the paragraph and at the card it names.
    editor.go(thread)
    editor.page.get_by_label("Your comment").fill("Never more, by [[card:repair-kit]] either.")
    editor.press("Comment")
    editor.page.get_by_role("button", name=re.compile("^Accept as ruling")).click()
    expect(editor.page.get_by_text(re.compile("^Ruling of")).first).to_be_visible()
    for path in (f"{BOOK}effect-repair/", BOOK, "/cards/scrapbots/repair-kit/?edition=3.4"):
        reader.go(path)
        ruling = reader.page.locator(".dated-ruling", has_text="Never more, by Repair Kit either.")
        expect(ruling).to_contain_text("Ruling of")
        expect(ruling).to_contain_text(f"Given by {editor.name}")
    expect(author.news()).to_contain_text("Ruling on rule")


@pytest.mark.soak(seconds=11)
def test_two_editors_change_the_same_place_and_neither_loses_a_word(
    reader: Person, editor: Person, visit: Visit, site: str, var: Path
) -> None:
    other = appoint(member(visit, site), "editor", var)
    theirs = other.propose("coin-1", "Heads means: flip a coin.", "Shorter coins")
    other.draft("effect-draw", "**Draw** takes cards one by one.")
    elsewhere = other.submit("Shorter drawing")
    mine = editor.propose("coin-1", "Toss a coin at the word heads.", "Livelier coins")

    # Each accepts the other's: the first is published, the second told of the conflict, and nothing is lost.
    editor.decide(theirs, "Accept")
    expect(editor.page.get_by_text("Accepted and published.")).to_be_visible()
    other.decide(mine, "Accept")
    expect(reader.read("coin-1")).to_contain_text("Heads means: flip a coin.")
    editor.go(mine)
    expect(editor.page.get_by_text("has been changed in the same places in the meantime")).to_be_visible()
    expect(editor.page.get_by_role("region", name="What changes")).to_contain_text("Toss")

    # Elsewhere nothing is in the way: that is merged by itself.
    editor.decide(elsewhere, "Accept")
    expect(editor.page.get_by_text("Accepted and published.")).to_be_visible()
    expect(reader.read("effect-draw")).to_contain_text("takes cards one by one.")
    expect(reader.read("coin-1")).to_contain_text("Heads means: flip a coin.")

    # The three texts stand side by side; words of both are written by hand, reviewed and published.
    editor.go(mine)
    editor.page.get_by_role("link", name="Bring it up to date").click()
    conflict = editor.page.locator(".conflict")
    for words in ("flip a coin now", "means: flip", "Toss"):
        expect(conflict).to_contain_text(words)
    conflict.get_by_label("Write it yourself").check()
    conflict.get_by_label("Your own words").fill("Heads means: toss a coin.")
    editor.press("Save these decisions")
    other.decide(mine, "Accept")
    expect(other.page.get_by_text("Accepted and published.")).to_be_visible()
    expect(reader.read("coin-1")).to_contain_text("Heads means: toss a coin.")

    # All three made revisions, each under its own name.
    reader.go(HISTORY)
    for summary, name in (
        ("Shorter coins", other.name),
        ("Shorter drawing", other.name),
        ("Livelier coins", editor.name),
    ):
        expect(reader.page.locator(".annals__one", has_text=summary)).to_contain_text(name)


@pytest.mark.soak(seconds=6)
def test_the_same_draft_in_two_windows_keeps_the_words_of_both(author: Person) -> None:
    author.draft("draw-5", "Wounds that come up later stay.")
    author.page.get_by_role("region", name="Your changes so far").get_by_role("link", name="Rule").click()
    author.page.get_by_label("Text", exact=True).wait_for()
    second = Person(author.page.context.new_page(), author.site, author.name)
    second.page.goto(author.page.url)
    second.write("Stored by the second window.")
    author.write("Written in the first window.")
    expect(author.page.get_by_label("Saved now")).to_have_value("Stored by the second window.")
    expect(author.page.get_by_label("Text", exact=True)).to_have_value("Written in the first window.")
    author.press("Save mine instead")
    expect(author.page.get_by_role("region", name="Your changes so far")).to_contain_text("the first window")


@pytest.mark.soak(seconds=18)
def test_all_of_it_works_without_scripts(visit: Visit, site: str, var: Path) -> None:
    plain = {"java_script_enabled": False}
    author, reader = member(visit, site, **plain), visitor(visit, site, **plain)
    editor = appoint(member(visit, site, **plain), "editor", var)

    thread = author.ask("effect-ready", "Twice in a turn?")
    editor.go(thread)
    editor.page.get_by_label("Your comment").fill("As often as you like.")
    editor.press("Comment")
    expect(editor.page.locator(".comment")).to_have_count(2)

    author.read("effect-ready")
    author.page.get_by_role("button", name=re.compile("^Propose a change")).click()
    author.page.get_by_label("Text", exact=True).fill("**Ready** wakes one Scrapbot.")
    author.press("Preview")
    expect(author.page.locator("#preview")).to_contain_text("Ready wakes one Scrapbot.")
    author.press("Save to my draft")
    proposal = author.submit("Wake one")
    editor.decide(proposal, "Accept", "Good.")
    expect(editor.page.get_by_text("Accepted and published.")).to_be_visible()

    expect(reader.read("effect-ready")).to_contain_text("wakes one Scrapbot.")
    reader.go(thread)
    expect(reader.page.locator(".thread__tags")).to_contain_text("Words changed since")
    reader.go("/rules/search/")
    reader.page.get_by_role("searchbox").fill("wakes one")
    reader.press("Search")
    expect(reader.page.locator(".found .hit").first).to_contain_text("wakes one Scrapbot.")
