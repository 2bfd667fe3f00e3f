"""The picture that goes with a shared link: of what everybody could see, drawn before anybody fetches it."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django_tasks_db.models import DBTaskResult
from PIL import Image

from games import catalog
from games.boards import thumbnails
from games.boards.thumbnails import thumbnail
from games.engine.viewers import SPECTATOR, seat_viewer
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.models import Match, Step
from games.replay import kept_pictures as keeping
from games.replay import picture as drawing
from games.replay.kept_pictures import draw_picture, picture_of
from games.replay.models import MatchPicture
from scrapsite.common.limits import LIMITS
from scrapsite.common.models import Profile
from tests.playing import bot_match, play_on, state_of

pytestmark = pytest.mark.django_db

ME, OPEN = {"kind": "me"}, {"kind": "open"}


@pytest.fixture
def running(user):
    return play_on(bot_match(user), [user, None], 12)


@pytest.fixture
def finished(running, user):
    resign(running.pk, user)
    return Match.objects.get(pk=running.pk)


def picture(match, step):
    """Draw the moment of *match* at *step* as the public knows it, and return the picture that is kept."""
    draw_picture(match, step)
    return picture_of(match, step)


def post(client, match, step):
    return client.post(f"/matches/{match.pk}/replay/picture/?seat=public&step={step}", {"step": step})


@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
def test_every_game_has_a_picture(title, user, other_user):
    info = catalog.title(title)
    places = [ME, *[OPEN] * (info.seats[0] - 1)]
    match = join_match(create_match(user, title, info.newest.slug, {}, places).pk, other_user)
    drawn = Image.open(BytesIO(picture(match, None)))
    assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
    assert len(drawn.getcolors(1 << 20)) > 5
    # Nothing comes to the right edge or the lower one.
    for box in ((1184, 17, 1200, 630), (0, 622, 1200, 630)):
        assert len(drawn.convert("RGB").crop(box).getcolors()) == 1


@pytest.mark.parametrize(
    ("title", "said", "signs"),
    [
        ("scrapbots", ("0 Wounds", "0 Wounds"), ["Scrapbot", "its Health", "Wound"]),
        ("junkyard", ("0 points", "0 points"), ["pile of cards", "Scrapbot", "points"]),
        (
            "scrapyard",
            ("0 cubes on the field", "0 cubes on the field"),
            ["part face down", "part face up", "cube", "pawn"],
        ),
        ("scrap-knights", ("12 HP, Heat 0", "12 HP, Heat 0"), ["mech", "HP", "Heat", "ACT in hand"]),
    ],
)
def test_a_picture_names_its_figures_and_its_shapes(title, said, signs, user, other_user):
    """A stranger sees it, beside a link."""
    edition = catalog.title(title).newest.slug
    match = join_match(create_match(user, title, edition, {}, [ME, OPEN]).pk, other_user)
    game, state = catalog.game(title, edition), state_of(match)
    view = game.view(state, SPECTATOR)
    assert thumbnails.figures(match, view) == said
    assert [words for _, words in thumbnails.legend(match)] == signs
    assert thumbnails.moment(match, view)
    drawn = {(shape.form, shape.paint) for shape in thumbnails.thumbnail(match, view)}
    explained = {(shape.form, shape.paint) for shape, _ in thumbnails.legend(match)}
    unexplained = {pair for pair in drawn - explained if not pair[1].startswith("seat-")}
    assert unexplained <= {("box", "well"), ("box", "edge")}, "the ground"


def test_a_player_gets_the_picture_that_everybody_gets(running, user, client_of):
    """It is made of the public view, so it shows no card that only one seat knows."""
    picture(running, 3)
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
    assert MatchPicture.objects.values_list("step", flat=True).get() == 0


def test_a_picture_drawn_before_the_delay_is_shown_once_the_public_may_see_its_step(running):
    assert picture(running, running.tick)
    Match.objects.filter(pk=running.pk).update(watch_delay=3600)
    late = Match.objects.get(pk=running.pk)
    assert picture_of(late, running.tick) is None
    Match.objects.filter(pk=running.pk).update(watch_delay=0)
    assert picture_of(Match.objects.get(pk=running.pk), running.tick)


def test_the_page_names_the_picture_of_its_moment_by_its_whole_address(running, user, client_of):
    page = client_of(user).get(f"/matches/{running.pk}/replay/?step=3").content.decode()
    found = re.search(
        rf'property="og:image"\s+content="{re.escape(settings.SITE_URL)}(/matches/[^"]+)"', page
    )
    assert found is not None
    answer = Client().get(found[1], follow=True)
    assert answer.redirect_chain[0] == ("/games/scrapbots/picture.png", 302)
    picture(running, 3)
    assert Client().get(found[1])["Content-Type"] == "image/png"
    assert 'name="twitter:card"' in page
    assert "greedy" in re.search(r'property="og:title"\s+content="([^"]+)"', page)[1].lower()


def test_fetching_draws_nothing(running, user, client_of, monkeypatch):
    monkeypatch.setattr(keeping, "drawn", lambda *args: pytest.fail("drawn by a GET"))
    for path in ("", "replay/", "replay/?step=3", "replay/picture.png", "replay/picture.png?step=3"):
        for client in (Client(), client_of(user)):
            assert client.get(f"/matches/{running.pk}/{path}").status_code in (200, 302)
    assert not MatchPicture.objects.exists()


def test_somebody_who_shares_a_moment_has_it_drawn_once(running, monkeypatch):
    times = []
    monkeypatch.setattr(keeping, "drawn", lambda *args: times.append(args) or b"PNG")
    client = Client()
    page = f"/matches/{running.pk}/replay/?seat=public&step=3"
    before = client.get(page).text
    assert "Make a picture for this link" in before
    assert "replay__preview" not in before
    for _ in range(2):
        answer = post(client, running, 3)
        assert (answer.status_code, answer["Location"]) == (303, f"{page}#share")
    assert len(times) == 1
    shown = client.get(page).text
    assert "Make a picture for this link" not in shown
    assert f'src="/matches/{running.pk}/replay/picture.png?step=3"' in shown
    assert client.get(f"/matches/{running.pk}/replay/picture.png?step=3").content == b"PNG"


def test_a_step_without_a_picture_shows_the_newest_before_it_and_none_after_it(running):
    early = picture(running, 2)
    assert picture_of(running, 5) == early
    assert picture_of(running, None) == early
    assert picture_of(running, 1) is None


def test_the_worker_draws_the_end_of_a_match(finished):
    assert not MatchPicture.objects.exists()
    task = DBTaskResult.objects.get(task_path__endswith="draw_end")
    assert task.args_kwargs["args"] == [finished.pk]
    keeping.draw_end.func(finished.pk)
    assert MatchPicture.objects.get(match=finished).step == finished.tick
    assert Client().get(f"/matches/{finished.pk}/replay/picture.png")["Content-Type"] == "image/png"


def test_a_match_that_goes_on_asks_the_worker_for_no_picture(running):
    assert not DBTaskResult.objects.filter(task_path__endswith="draw_end").exists()


def test_a_picture_with_an_old_name_is_shown_no_more(finished, user):
    assert picture(finished, None)
    Profile.objects.filter(user=user).update(display_name="Somebody New")
    assert picture_of(finished, None) is None
    assert picture(finished, None)
    assert MatchPicture.objects.count() == 1


def test_who_leaves_the_site_leaves_no_picture_with_their_name(finished, user):
    picture(finished, None)
    keeping.forget_pictures(user)
    assert not MatchPicture.objects.exists()


def test_too_many_pictures_are_refused(running, monkeypatch):
    monkeypatch.setitem(LIMITS, "pictures", (2, 2))
    client = Client()
    assert [post(client, running, 0).status_code for _ in range(3)] == [303, 303, 429]


def test_pictures_take_a_bounded_room(running, monkeypatch):
    """Each step has a picture of its own: whoever asks for all of them must fill no disk."""
    monkeypatch.setattr(keeping, "MOST_KEPT", 3)
    for step in range(6):
        picture(running, step)
    assert sorted(MatchPicture.objects.values_list("step", flat=True)) == [3, 4, 5]
