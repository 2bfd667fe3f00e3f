"""The picture that goes with a shared link: of what everybody could see, whoever asks."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from games import catalog
from games.boards.keeping import Keeper
from games.boards.thumbnails import thumbnail
from games.engine.viewers import SPECTATOR, seat_viewer
from games.matches.actions.create import create_match
from games.matches.actions.seats import join_match
from games.matches.models import Match, Step
from games.replay import picture as drawing
from games.replay.picture import picture
from scrapsite.common.limits import LIMITS
from tests.playing import bot_match, play_on

pytestmark = pytest.mark.django_db

ME, OPEN = {"kind": "me"}, {"kind": "open"}


@pytest.fixture
def running(user):
    return play_on(bot_match(user), [user, None], 12)


@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
def test_every_game_has_a_picture(title, user, other_user):
    info = catalog.title(title)
    places = [ME, *[OPEN] * (info.seats[0] - 1)]
    match = join_match(create_match(user, title, info.newest.slug, {}, places).pk, other_user)
    drawn = Image.open(BytesIO(picture(match, None)))
    assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
    assert len(drawn.getcolors(1 << 20)) > 5


def test_a_player_gets_the_picture_that_everybody_gets(running, user, client_of):
    """It is made of the public view, so it shows no card that only one seat knows."""
    address = f"/matches/{running.pk}/replay/picture.png?step=3&seat=0"
    mine, public = client_of(user).get(address), Client().get(address)
    assert mine["Content-Type"] == "image/png"
    assert mine.content == public.content


@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
def test_a_thumbnail_is_drawn_of_the_public_view_only(title, user, other_user, monkeypatch):
    info = catalog.title(title)
    places = [ME, *[OPEN] * (info.seats[0] - 1)]
    match = join_match(create_match(user, title, info.newest.slug, {}, places).pk, other_user)
    seen = []
    monkeypatch.setattr(drawing, "thumbnail", lambda match, view: seen.append(view) or ())
    picture(match, None)
    game = catalog.game_of(*match.rules)
    state = game.decode(bytes(Step.objects.get(match=match, seq=match.seq).state))
    assert seen == [game.view(state, SPECTATOR)]
    # Who knows more sees the same: the shapes depend on nothing that is hidden.
    assert thumbnail(match, game.view(state, SPECTATOR)) == thumbnail(match, game.view(state, seat_viewer(1)))


def test_a_spectator_with_a_delay_gets_no_newer_picture(running):
    Match.objects.filter(pk=running.pk).update(watch_delay=3600)
    late = Match.objects.get(pk=running.pk)
    assert picture(late, running.seq) == picture(late, 0)


def test_the_page_names_the_picture_of_its_moment_by_its_whole_address(running, user, client_of):
    page = client_of(user).get(f"/matches/{running.pk}/replay/?step=3").content.decode()
    found = re.search(
        rf'property="og:image"\s+content="{re.escape(settings.SITE_URL)}(/matches/[^"]+)"', page
    )
    assert found is not None
    assert Client().get(found[1]).status_code == 200
    assert 'name="twitter:card"' in page
    assert "greedy" in re.search(r'property="og:title"\s+content="([^"]+)"', page)[1].lower()


def test_too_many_pictures_are_refused(running, monkeypatch):
    monkeypatch.setitem(LIMITS, "pictures", (2, 2))
    client = Client()
    address = f"/matches/{running.pk}/replay/picture.png"
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]


def test_kept_pictures_take_a_bounded_room(running, monkeypatch):
    """Each step has a picture of its own: whoever asks for all of them must fill no memory."""
    one = len(picture(running, 0))
    monkeypatch.setattr(drawing, "_kept", Keeper(3 * one, len))
    for step in range(8):
        picture(running, step)
    assert 0 < drawing._kept.weight <= 3 * one
