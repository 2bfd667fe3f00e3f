"""What is read out of long work: its end, once, and not each step of it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory

from scrapsite.server.work.progress import Progress


def test_progress_that_comes_every_two_seconds_is_no_status() -> None:
    progress = Progress("making", "/lab/1/progress/", "3 of 9 games.", "Games", 3, 9)
    html = render_to_string("_progress.html", {"progress": progress})
    assert 'aria-label="Games"' in html
    assert "role=" not in html


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("waiting", ""),
        ("drawing", ""),
        ("done", "cards.pdf is ready."),
        ("failed", "The file could not be made."),
    ],
)
def test_the_end_of_a_file_is_said_once(stage: str, said: str) -> None:
    request = RequestFactory().get("/cards/file/")
    request.user = AnonymousUser()
    shown = {"stage": stage, "file_name": "cards.pdf", "file_url": "/cards.pdf", "until": "the cards change"}
    part = render_to_string("_file_progress.html", shown, request)
    whole = render_to_string("_file_progress.html", shown | {"is_whole": True}, request)
    assert "role=" not in part + whole
    # What was said of another file goes.
    assert f'<p id="work-said" hx-swap-oob="innerHTML">{said}</p>' in part
    assert "work-said" not in whole
