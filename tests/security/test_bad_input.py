"""Whatever is sent: a clear refusal, never a crash, and nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match, Step
from tests.security.matrix import ROWS
from tests.security.roles import World
from tests.security.test_matrix import address_of, everything
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

ODD_METHODS = ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "BREW")
DEEP = 100_000
HUGE = 10**400
NASTY_TEXTS = [
    "\x00",
    "a\x00b",
    "\ud800",
    "\u202eevil",
    "x" * 50_000,
    "%00",
    "../../etc/passwd",
    "' OR 1=1 --",
    "<script>",
    "{{ 7*7 }}",
    "\r\nSet-Cookie: a=b",
    "-1",
    "1e999",
    "9" * 400,
    "٣",
    "1.5",
    "nan",
    "Infinity",
    "0x10",
    " 1 ",
    "",
]


@pytest.fixture
def match(world: World) -> Match:
    return world.matches["running"]


@pytest.fixture
def program(world: World) -> Client:
    return Client(headers=world.headers("player"))


def stored() -> Any:
    return list(Match.objects.order_by("pk").values()), Step.objects.count()


def moves(match: Match) -> str:
    return f"/api/v1/matches/{match.pk}/moves"


def body_of(match: Match, **changes: Any) -> dict[str, Any]:
    return {"seen": match.seq, "client_move_id": "x", "move": {"type": "end-turn"}} | changes


class TestBodiesOfTheApi:
    """JSON that is too deep, too large, broken, or of the wrong kind."""

    BOMBS = (
        b"[" * DEEP,
        b"[" * DEEP + b"]" * DEEP,
        b'{"a":' * 30_000 + b"1" + b"}" * 30_000,
        b'{"move":' + b"[" * 5000 + b"]" * 5000 + b"}",
    )
    BROKEN = (
        b"",
        b"{",
        b"nul",
        b"\x00",
        b"\xff\xfe",
        b'{"seen": \xff}',
        b'{"a": "\\ud800"}',
        b"NaN",
        b'{"seen": NaN}',
        b'{"seen": 1,}',
        b"'x'",
        b'\xef\xbb\xbf{"seen": 1}',
        b'{"seen": Infinity}',
        b"1e999999",
        b"9" * 5000,
    )
    KINDS = (b"[]", b"null", b"1", b'"text"', b"true", b"[{}]", b"{}")

    @pytest.mark.parametrize("body", [*BOMBS, *BROKEN, *KINDS], ids=lambda body: repr(body[:12]))
    @pytest.mark.soak(seconds=0.1, one_in=3)
    def test_an_unfit_body_is_refused(self, program: Client, match: Match, body: bytes) -> None:
        before = stored()
        for address in ("/api/v1/matches", moves(match), f"/api/v1/matches/{match.pk}/undo"):
            answer = program.post(address, body, content_type="application/json")
            assert answer.status_code in (400, 422), answer.content[:200]
            assert set(answer.json()) == {"code", "rule", "reason"}
            assert len(answer.content) < 2000
        assert stored() == before

    @pytest.mark.parametrize(
        "change",
        [
            {"seen": HUGE},
            {"seen": -HUGE},
            {"seen": 2**63},
            {"seen": 1.5},
            {"seen": "0"},
            {"seen": True},
            {"seen": None},
            {"seen": []},
            {"client_move_id": ""},
            {"client_move_id": "a\x00b"},
            {"client_move_id": "x" * 65},
            {"client_move_id": 7},
            {"client_move_id": "é"},
            {"client_move_id": "x\n"},
            {"move": None},
            {"move": []},
            {"move": {"type": "end-turn", "seat": 1}},
            {"move": {"type": "\x00"}},
            {"move": {"type": "attack", "lane": HUGE, "attack": 0}},
            {"move": {"type": "attack", "lane": 2**70, "attack": 0}},
            {"move": {"type": "attack", "lane": -1, "attack": 0}},
            {"move": {"type": "buy-card", "card": "\x00"}},
            {"move": {"type": "attack", "lane": 1.0, "attack": True}},
            {"move": {"type": ["attack"]}},
            {"move": {"type": "buy-card", "card": "x" * 100_000}},
            {"seat": 1},
            {"user": "rivet"},
        ],
        ids=lambda change: repr(change)[:40],
    )
    @pytest.mark.soak(seconds=0.05, one_in=3)
    def test_an_unfit_value_is_refused(self, program: Client, match: Match, change: dict[str, Any]) -> None:
        before = stored()
        answer = program.post(
            moves(match), json.dumps(body_of(match, **change)), content_type="application/json"
        )
        assert answer.status_code in (400, 422), answer.content[:200]
        assert len(answer.content) < 2000, "what was sent comes back at full length"
        assert stored() == before

    @pytest.mark.parametrize(
        "kind",
        [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "",
            "image/png",
        ],
    )
    def test_the_wrong_content_type_does_no_harm(self, program: Client, match: Match, kind: str) -> None:
        answer = program.generic("POST", moves(match), "seen=0&move=x", content_type=kind)
        assert answer.status_code in (400, 415, 422)

    @pytest.mark.parametrize(
        "change",
        [
            {"options": {"turn_cap": HUGE}},
            {"options": {"turn_cap": "9"}},
            {"options": {"__class__": 1}},
            {"options": [1]},
            {"options": {"turn_cap": {"a": [[[[[[]]]]]]}}},
            {"seats": [{"kind": "me"}] * 2},
            {"seats": [{"kind": "me"}, {"kind": "me"}]},
            {"seats": [{"kind": "bot", "bot": "greedy"}] * 2},
            {"seats": [{"kind": "me", "user": 1}, {"kind": "open"}]},
            {"seats": [{}] * 1000},
            {"seats": {}},
            {"seats": [{"kind": "me", "nonce": "zz"}, {"kind": "open"}]},
            {"game": "\x00"},
            {"edition": "\x00"},
            {"seats": [{"kind": "me", "nonce": "ab" * 33}, {"kind": "open"}]},
            {"game": "x" * 41},
            {"game": HUGE},
        ],
        ids=lambda change: repr(change)[:40],
    )
    @pytest.mark.soak(seconds=0.1, one_in=3)
    def test_an_unfit_match_is_refused(self, program: Client, change: dict[str, Any]) -> None:
        before = stored()
        good = {"game": "scrapbots", "edition": "3.6", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = program.post("/api/v1/matches", json.dumps(good | change), content_type="application/json")
        assert answer.status_code in (400, 422), answer.content[:200]
        assert stored() == before


class TestForms:
    """The same through the pages."""

    @pytest.mark.parametrize("text", NASTY_TEXTS, ids=lambda text: ascii(text)[:20])
    @pytest.mark.soak(seconds=1, one_in=3)
    def test_no_field_of_a_form_breaks_its_page(self, world: World, match: Match, text: str) -> None:
        client = world.client("player")
        value = text.encode("utf-8", "surrogatepass").decode("latin-1")
        for name in ("seen", "client_move_id", "move"):
            form = {"seen": "0", "client_move_id": "x", "move": '{"type":"x"}'} | {name: value}
            answer = client.post(f"/matches/{match.pk}/moves/", form)
            assert answer.status_code in (409, 422), (name, answer.status_code)
        for name in ("title", "edition", "opponent", "turn_cap"):
            form = {"title": "scrapbots", "opponent": "link"} | {name: value}
            assert client.post("/matches/new/", form).status_code in (303, 422), name
        assert client.post("/me/", {"display_name": value}).status_code in (302, 422)
        login = {"login": value, "password": value}
        assert Client().post("/accounts/login/", login).status_code in (200, 302)
        signup = {"username": value, "password1": value, "password2": value, "email": value}
        assert Client().post("/accounts/signup/", signup).status_code in (200, 302)
        convert = world.client("opponent").post("/accounts/convert/", signup)
        assert convert.status_code in (302, 422)
        assert Client().post("/accounts/password/reset/", {"email": value}).status_code in (200, 302)

    @pytest.mark.parametrize(
        "move", ["[" * 3000, '{"type":' * 400, "9" * 3999, "NaN", "null", '{"type":NaN}', "\x00"]
    )
    def test_a_move_that_is_no_json_is_refused(self, world: World, match: Match, move: str) -> None:
        before = stored()
        form = {"seen": match.seq, "client_move_id": "x", "move": move}
        answer = world.client("player").post(f"/matches/{match.pk}/moves/", form)
        assert answer.status_code == 422
        assert stored() == before

    def test_hundreds_of_fields_are_refused(self, world: World) -> None:
        answer = world.client("player").post("/me/", {f"field{number}": "x" for number in range(700)})
        assert answer.status_code == 400

    @pytest.mark.parametrize(
        "body",
        [b"\xff\xfe=\x00", b"display_name=%ff%fe", b"display_name=%00", b"a" * 200_000, b"&" * 10_000, b"="],
    )
    def test_raw_bytes_as_a_form(self, world: World, body: bytes) -> None:
        answer = world.client("player").generic(
            "POST", "/me/", body, content_type="application/x-www-form-urlencoded; charset=utf-8"
        )
        assert answer.status_code in (302, 400, 422)

    @pytest.mark.parametrize(
        "kind",
        [
            "multipart/form-data",
            "multipart/form-data; boundary=",
            "application/json",
            "x" * 500,
            "text/plain; charset=nope",
        ],
    )
    def test_the_wrong_content_type_does_no_harm(self, world: World, kind: str) -> None:
        answer = world.client("player").generic("POST", "/me/", b"display_name=Old", content_type=kind)
        assert answer.status_code in (400, 422)


class TestAddresses:
    """Paths and queries that nobody types."""

    PATHS = (
        "/matches/%00/",
        "/matches/AAAAAAAAAA/",
        "/matches/aaaaaaaaa0/",
        "/matches/aaaaaaaaaa%0a/",
        "/cards/%00/x/",
        "/matches/" + "a" * 3000 + "/",
        "/rules/scrapbots/%00/",
        "/rules/scrapbots/3.6/%F0%9F%92%A9/",
        "/%ff%fe/",
        "/rules/scrapbots/../../settings/",
        "/cards/scrapbots/..%2f..%2fetc/",
        "/rules/..%2f/3.6/",
        "/games/%00/",
        "/rules/scrapbots/..%2F..%2Fx/",
        "/accounts/confirm-email/%00/",
        "/api/v1/matches/%00",
        "/static/../manage.py",
        "/accounts/password/reset/key/zz-%00/",
        "/static/..%2f..%2fscrapsite/settings.py",
        "/api/v1/%ff",
    )

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:40])
    @pytest.mark.soak(seconds=0.1, one_in=4)
    def test_odd_paths_are_not_found(self, world: World, path: str) -> None:
        for client in (Client(), world.client("player"), Client(headers=world.headers("player"))):
            assert client.get(path).status_code in (200, 302, 400, 401, 404)
        assert b"SECRET_KEY" not in Client().get(path).getvalue()

    @pytest.mark.parametrize(
        "query",
        [
            "%00",
            "=%00",
            "game=%00&edition=%00&type=%00",
            "%ff=%fe",
            "log=%00",
            "log=all&log=x",
            "edition=" + "x" * 4000,
            "&" * 3000,
            "game[]=1",
            "next=%00",
        ],
        ids=lambda query: query[:20],
    )
    @pytest.mark.soak(seconds=0.6, one_in=5)
    def test_odd_queries_do_no_harm(self, world: World, match: Match, query: str) -> None:
        pages = ["/", "/cards/", "/cards/scrapbots/scout/", "/rules/scrapbots/3.6/", f"/matches/{match.pk}/"]
        for path in [*pages, "/matches/", "/me/", "/accounts/login/", "/accounts/signup/"]:
            for client in (Client(), world.client("player")):
                assert client.get(f"{path}?{query}").status_code in (200, 302, 400, 404), path
        program = Client(headers=world.headers("player"))
        assert program.get(f"/api/v1/matches/{match.pk}?{query}").status_code in (200, 400, 422)

    @pytest.mark.parametrize("host", ["evil.example", "", "testserver@evil.example", "a b"])
    def test_foreign_hosts_are_refused(self, db: None, host: str) -> None:
        assert Client().get("/", headers={"Host": host}).status_code == 400

    @pytest.mark.parametrize("is_soak", [False, soaking(True, seconds=2)], ids=["some", "all"])
    @pytest.mark.parametrize("method", ODD_METHODS)
    @pytest.mark.soak(seconds=1, one_in=3)
    def test_odd_methods_change_nothing(self, world: World, method: str, is_soak: bool) -> None:
        """Each address is asked with one of the methods; with all of them in the soak."""
        client, program = world.client("player"), Client(headers=world.headers("player"))
        before, written = everything(), {(row.pattern, row.method) for row in ROWS}
        for number, row in enumerate(ROWS, start=ODD_METHODS.index(method)):
            address = address_of(world, row, "player")
            is_asked = is_soak or number % len(ODD_METHODS) == 0
            is_asked = is_asked and (row.pattern, method) not in written
            if is_asked and "accounts/" not in address and row.state in ("", "running"):
                asking = program if row.is_api else client
                answer = asking.generic(method, address, "{}", content_type="application/json")
                assert answer.status_code in (200, 302, 400, 404, 405), (address, answer.status_code)
        assert everything() == before


class TestCookiesAndTokens:
    """What the browser keeps and programs send can be altered at will."""

    @pytest.mark.parametrize(
        "value", ["", "x", "\x7f", "a" * 5000, "../../etc/passwd", "' OR 1=1 --", "\xff", "1" * 32, "null"]
    )
    def test_an_altered_session_is_a_visitors(self, world: World, match: Match, value: str) -> None:
        cookie = f"sessionid={value}; csrftoken={value}; messages={value}"
        client = Client(headers={"Cookie": cookie})
        assert client.get("/me/").context["user"].is_anonymous
        board = client.get(f"/matches/{match.pk}/").context["board"]
        assert board.viewer.is_spectator
        assert not board.offers

    def test_messages_in_a_cookie_are_not_believed(self, world: World) -> None:
        text = '[["__json_message",1,25,"<b>You won a robot</b>"]]'
        page = Client(headers={"Cookie": f"messages={json.dumps(text)}:forged"}).get("/me/")
        assert "won a robot" not in page.content.decode()

    @pytest.mark.parametrize(
        "value",
        [
            "Bearer",
            "Bearer ",
            "Bearer x",
            "Basic cml2ZXQ6eA==",
            "Bearer scrap_",
            "Bearer scrap_" + "x" * 5000,
            "bearer scrap_x",
            "Bearer \x00",
            "Token x",
            "Bearer scrap_x, Bearer scrap_y",
        ],
        ids=lambda value: ascii(value)[:20],
    )
    def test_a_wrong_token_is_refused_even_with_a_session(
        self, world: World, match: Match, value: str
    ) -> None:
        client = world.client("player", headers={"Authorization": value})
        answer = client.get(f"/api/v1/matches/{match.pk}")
        assert (answer.status_code, answer.json()["code"]) == (401, "auth/required")

    def test_a_token_opens_no_page(self, world: World) -> None:
        client = Client(headers=world.headers("player"))
        assert client.get("/me/").context["user"].is_anonymous

    def test_a_token_in_the_address_is_nobody(self, world: World, match: Match) -> None:
        token = world.headers("player")["Authorization"].removeprefix("Bearer ")
        for name in ("token", "access_token", "Authorization"):
            assert Client().get(f"/api/v1/matches/{match.pk}?{name}={token}").status_code == 401

    def test_the_seat_never_comes_from_the_request(self, world: World, match: Match) -> None:
        """Nothing a spectator sends makes them anybody else."""
        before = stored()
        odd = {"seat": 0, "user": "rivet", "viewer": 0, "player": 0}
        client, program = world.client("spectator"), Client(headers=world.headers("spectator"))
        seated = [world.client("player"), world.client("opponent")]
        form = {"seen": match.seq, "client_move_id": "x", "move": '{"type":"end-turn"}'} | odd
        assert client.post(f"/matches/{match.pk}/moves/?seat=0", form).status_code == 403
        assert (
            program.post(moves(match), body_of(match, **odd), content_type="application/json").status_code
            == 422
        )
        headers = {"X-Seat": "0", "X-User": "rivet", "Remote-User": "rivet", "X-Forwarded-User": "rivet"}
        for path in (f"/matches/{match.pk}/?seat=0&viewer=0", f"/matches/{match.pk}/board/?seat=0"):
            forms = [
                b'name="client_move_id"' in one.get(path, headers=headers).content
                for one in (*seated, client)
            ]
            assert sorted(forms[:2]) == [False, True]
            assert not forms[2]
        assert program.get(f"/api/v1/matches/{match.pk}?seat=0", headers=headers).json()["seat"] is None
        assert stored() == before
