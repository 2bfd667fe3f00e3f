"""Words of a game are explained where a board says them: each leads to the rule that says what it means."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import boards, catalog
from games.boards.terms import explained
from rules.wiki import shipped
from tests.games.duel import Duel

MECH = "threshing-floor"
TERMS = {"blitz": "token-blitz", "miss": "trigger-miss", "frame advantage": "token-frame"}


def linked(text: str) -> str:
    """Return *text* with each link as its words and anchor in brackets."""
    html = explained(text, TERMS, "scrap-knights", "b.0.0")
    return re.sub(r'<a class="term tip" href="/rules/[^"]+/([^"/]+)/"[^>]*>([^<]*)</a>', r"[\2|\1]", html)


def test_every_word_leads_to_a_paragraph_of_each_edition() -> None:
    explaining = [title for title in catalog.titles() if boards.terms(title.slug)]
    assert explaining
    for title in explaining:
        for edition in title.editions:
            assert set(boards.terms(title.slug).values()) <= set(shipped.anchors(title.slug, edition))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Gain Frame Advantage.", "Gain [Frame Advantage|token-frame]."),
        ("The opponent misses.", "The opponent [misses|trigger-miss]."),
        ("Blitz, then Blitz again.", "[Blitz|token-blitz], then Blitz again."),
        ("A missile isn’t a miss.", "A missile isn’t a [miss|trigger-miss]."),
        ("<b>Blitz</b>", "&lt;b&gt;[Blitz|token-blitz]&lt;/b&gt;"),
        ("Nothing to explain.", "Nothing to explain."),
        ("", ""),
    ],
)
def test_a_word_is_linked_where_it_comes_first(text: str, html: str) -> None:
    assert linked(text) == html


@pytest.mark.django_db
def test_an_act_explains_its_words_and_says_which_distance_counts_where_one_chooses(
    user: User, other_user: User, client: Client
) -> None:
    duel = Duel.begin(user, other_user, "scrap-knights", "b.0.0")
    moves: list[dict[str, Any]] = [{"type": "bring", "mech": MECH}, {"type": "set-ready", "to": "ready"}]
    for who in (user, other_user):
        for move in moves:
            duel.play(move, by=who, seen=duel.board(who).seq)
    client.force_login(user)
    page = client.get(f"/matches/{duel.id}/").content.decode()
    texts = " ".join(re.findall(r'<p class="act__text">(.*?)</p>', page))
    assert '/rules/scrap-knights/b.0.0/token-frame/"' in texts
    reminders = re.findall(r'<p class="act__reminder">(.*?)</p>', page)
    assert reminders
    assert "The distance before the move counts." in reminders[0]
    assert "/rules/scrap-knights/b.0.0/distance-2/" in reminders[0]
