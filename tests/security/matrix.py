"""What every address answers to everybody: one line for each address, method and state of a match.

The numbers are statuses, in the order of `row.ROLES`; a single one stands for all.
"""

from __future__ import annotations

from dataclasses import replace

from tests.security import (
    matrix_api,
    matrix_decks,
    matrix_fairness,
    matrix_lobby,
    matrix_notifications,
    matrix_replay,
    matrix_rules,
    matrix_table_talk,
    matrix_time,
    matrix_undo,
)
from tests.security.row import ROLES, Row

__all__ = ["ROWS", "Row"]

MOVE = {"seen": 0, "client_move_id": "matrix", "move": {"type": "end-turn"}}
FORM = {"seen": 0, "client_move_id": "matrix", "move": '{"type":"end-turn"}'}
MECH = {"seen": 0, "id": "matrix", "acts": ["slash"], "ult": ["test"]}
ORDER = {"order": {"type": "none"}}
ORDER_FORM = {"order": '{"type":"none"}'}
UNDO = {"seen": 0, "client_move_id": "matrix"}
NEW = {"title": "scrapbots", "opponent": "greedy"}
NEW_JSON = {"game": "scrapbots", "edition": "3.6", "seats": [{"kind": "me"}, {"kind": "open"}]}
GOOD = {"username": "tinker", "password1": "a-rusty-old-gearbox", "password2": "a-rusty-old-gearbox"}
RESET_KEY = "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"
CONFIRM_KEY = r"accounts/^confirm-email/(?P<key>[-:\w]+)/$"

EXPORT = "cards/export/<slug:game>/<str:edition>/<str:file>"
FOUND = "cards/export/found/<str:file>"
PICTURE = "cards/export/pictures/<slug:digest>/<str:file>"
FACE = "cards/<slug:game>/<slug:slug>/face/"
PLAYS = "cards/<slug:game>/<slug:slug>/plays/"

_ROWS = (
    Row("", "GET", "200"),
    Row("matches/", "GET", "200"),
    Row("cards/", "GET", "200"),
    Row(FACE, "GET", "200", path="cards/scrapbots/scout/face/?edition=3.6"),
    Row(FACE, "GET", "404", path="cards/scrapbots/scout/face/?edition=9.9"),
    Row(FACE, "GET", "404", path="cards/scrapbots/toaster/face/?edition=3.6"),
    Row("cards/export/", "GET", "200"),
    Row("cards/export/", "GET", "404", path="cards/export/?box=scrapbots/9.9"),
    Row("cards/export/", "POST", "405"),
    Row(EXPORT, "GET", "200", path="cards/export/scrapbots/3.6/cards.csv"),
    Row(EXPORT, "GET", "303", path="cards/export/scrapbots/3.6/print-a4.pdf"),
    Row(EXPORT, "GET", "404", path="cards/export/scrapbots/3.6/print-a9.pdf"),
    Row(EXPORT, "GET", "404", path="cards/export/scrapbots/9.9/cards.csv"),
    Row(EXPORT, "POST", "405", path="cards/export/scrapbots/3.6/cards.csv"),
    Row(f"{EXPORT}/progress/", "GET", "200", path="cards/export/scrapbots/3.6/print-a4.pdf/progress/"),
    Row(f"{EXPORT}/progress/", "GET", "404", path="cards/export/scrapbots/3.6/cards.csv/progress/"),
    Row(f"{EXPORT}/progress/", "POST", "405", path="cards/export/scrapbots/3.6/print-a4.pdf/progress/"),
    Row(FOUND, "GET", "200", path="cards/export/found/cards.csv?q=scout"),
    Row(FOUND, "GET", "303", path="cards/export/found/print-a4.pdf?q=scout"),
    Row(FOUND, "GET", "400", path="cards/export/found/cards.csv?q=cots:5"),
    Row(FOUND, "GET", "404", path="cards/export/found/cards.csv?q=toaster"),
    Row(FOUND, "POST", "405", path="cards/export/found/cards.csv?q=scout"),
    Row(f"{FOUND}/progress/", "GET", "200", path="cards/export/found/print-a4.pdf/progress/?q=scout"),
    Row(f"{FOUND}/progress/", "POST", "405", path="cards/export/found/print-a4.pdf/progress/?q=scout"),
    Row(PICTURE, "GET", "404", path=f"cards/export/pictures/{'0' * 24}/face-1.png"),
    Row(PICTURE, "POST", "405", path=f"cards/export/pictures/{'0' * 24}/face-1.png"),
    Row("", "POST", "200"),
    Row("matches/", "POST", "405"),
    Row("cards/", "POST", "200"),
    Row("me/", "GET", "200"),
    Row("me/", "POST", "302", data={"display_name": "Old Spanner"}),
    Row("me/keys/", "GET", "302 200 200 200 200 200"),
    Row("me/keys/", "POST", "302 422 302 422 302 422"),
    Row("me/keys/<int:pk>/void/", "GET", "302 405 405 405 405 405", path="me/keys/999999/void/"),
    Row("me/keys/<int:pk>/void/", "POST", "302 404 404 404 404 404", path="me/keys/999999/void/"),
    Row("me/keys/void/", "GET", "302 405 405 405 405 405"),
    Row("me/keys/void/", "POST", "302"),
    Row("me/sessions/", "GET", "302 302 200 302 200 302"),
    Row("me/sessions/", "POST", "302 302 405 302 405 302"),
    Row("me/sessions/end/", "GET", "302 302 405 302 405 302"),
    Row("me/sessions/end/", "POST", "302"),
    Row(".well-known/security.txt", "GET", "404"),
    Row(".well-known/security.txt", "POST", "405"),
    Row("accounts/convert/", "GET", "302 200 302 200 302 200"),
    Row("accounts/convert/", "POST", "302", data=GOOD),
    Row("accounts/login/", "GET", "200 302 302 302 302 302"),
    Row("accounts/login/", "POST", "200 302 302 302 302 302"),
    Row("accounts/signup/", "GET", "200 302 302 302 302 302"),
    Row("accounts/signup/", "POST", "302", data=GOOD),
    Row("accounts/email/", "GET", "302 302 200 302 200 302"),
    Row("accounts/email/", "POST", "302"),
    Row("accounts/password/change/", "GET", "302 302 200 302 200 302"),
    Row("accounts/password/change/", "POST", "302 302 200 302 200 302"),
    Row("accounts/password/set/", "GET", "302"),
    Row("accounts/password/set/", "POST", "302"),
    Row("accounts/logout/", "GET", "302 200 200 200 200 200"),
    Row("accounts/logout/", "POST", "302"),
    *(
        Row(f"accounts/second-factor/{page}", method, "302 302 302 302 302 302")
        for page in ("again/", "app/", "codes/new/", "passkeys/add/")
        for method in ("GET", "POST")
    ),
    Row("accounts/second-factor/", "GET", "302 302 200 302 200 302"),
    Row("accounts/second-factor/", "POST", "302 302 405 302 405 302"),
    Row("accounts/second-factor/passkeys/", "GET", "302 302 200 302 200 302"),
    Row("accounts/second-factor/passkeys/", "POST", "302 302 405 302 405 302"),
    Row("accounts/second-factor/check/", "GET", "302"),
    Row("accounts/second-factor/check/", "POST", "302"),
    Row("accounts/second-factor/app/remove/", "GET", "302 302 404 302 404 302"),
    Row("accounts/second-factor/app/remove/", "POST", "302 302 404 302 404 302"),
    Row("accounts/second-factor/codes/", "GET", "302 302 404 302 404 302"),
    Row("accounts/second-factor/codes/", "POST", "302 302 405 302 405 302"),
    Row("accounts/second-factor/passkeys/again/", "GET", "302"),
    Row("accounts/second-factor/passkeys/again/", "POST", "302"),
    Row("accounts/second-factor/passkeys/sign-in/", "GET", "302"),
    Row("accounts/second-factor/passkeys/sign-in/", "POST", "302"),
    *(
        Row(
            f"accounts/second-factor/passkeys/<int:pk>/{page}/",
            method,
            "302",
            path=f"accounts/second-factor/passkeys/1/{page}/",
        )
        for page in ("remove", "name")
        for method in ("GET", "POST")
    ),
    Row("accounts/inactive/", "GET", "200"),
    Row("accounts/inactive/", "POST", "405"),
    Row("accounts/reauthenticate/", "GET", "302 403 200 403 200 403"),
    Row("accounts/reauthenticate/", "POST", "302 403 200 403 200 403"),
    Row("accounts/confirm-email/", "GET", "200"),
    Row("accounts/confirm-email/", "POST", "405"),
    Row("accounts/password/reset/", "GET", "200"),
    Row("accounts/password/reset/", "POST", "200"),
    Row("accounts/login/code/confirm/", "GET", "302"),
    Row("accounts/login/code/confirm/", "POST", "302"),
    Row("accounts/password/reset/key/done/", "GET", "200"),
    Row("accounts/password/reset/key/done/", "POST", "405"),
    Row("accounts/password/reset/done/", "GET", "200"),
    Row("accounts/password/reset/done/", "POST", "405"),
    Row(CONFIRM_KEY, "GET", "200", path="accounts/confirm-email/abc/"),
    Row(CONFIRM_KEY, "POST", "404", path="accounts/confirm-email/abc/"),
    Row(RESET_KEY, "GET", "200", path="accounts/password/reset/key/1-abc/"),
    Row(RESET_KEY, "POST", "200", path="accounts/password/reset/key/1-abc/"),
    Row("games/<slug:slug>/", "GET", "200", path="games/scrapbots/"),
    Row("games/<slug:slug>/", "GET", "404", path="games/nothing/"),
    Row("matches/new/", "GET", "302"),
    Row("matches/new/", "POST", "303", data=NEW),
    Row("matches/new/", "POST", "422", data={**NEW, "edition": "9.9"}),
    Row("matches/new/", "POST", "422", data={**NEW, "turn_cap": "99999999"}),
    Row("matches/<str:match_id>/", "GET", "200", state="open"),
    Row("matches/<str:match_id>/board/", "GET", "200", state="open"),
    Row("matches/<str:match_id>/join/", "GET", "200 200 302 200 200 200", state="open"),
    Row("matches/<str:match_id>/join/", "POST", "303 303 422 303 303 303", state="open"),
    Row("matches/<str:match_id>/cancel/", "POST", "422 422 302 422 422 422", state="open"),
    Row("matches/<str:match_id>/moves/", "POST", "403 403 422 403 403 403", state="open", data=FORM),
    Row("matches/<str:match_id>/mech/", "POST", "403 403 422 403 403 403", state="open", data=MECH),
    Row("matches/<str:match_id>/undo/", "POST", "403 403 422 403 403 403", state="open", data=UNDO),
    Row("matches/<str:match_id>/orders/", "POST", "403 403 422 403 403 403", state="open", data=ORDER_FORM),
    Row(
        "matches/<str:match_id>/orders/withdraw/",
        "POST",
        "403 403 422 403 403 403",
        state="open",
        data=ORDER_FORM,
    ),
    Row("matches/<str:match_id>/resign/", "GET", "302", state="open"),
    Row("matches/<str:match_id>/resign/", "POST", "403 403 422 403 403 403", state="open"),
    Row("matches/<str:match_id>/", "GET", "200", state="running"),
    Row("matches/<str:match_id>/board/", "GET", "200", state="running"),
    Row("matches/<str:match_id>/join/", "GET", "302", state="running"),
    Row("matches/<str:match_id>/join/", "POST", "422", state="running"),
    Row("matches/<str:match_id>/cancel/", "POST", "422", state="running"),
    Row("matches/<str:match_id>/moves/", "POST", "403 403 303 422 403 403", state="running", data=FORM),
    Row("matches/<str:match_id>/mech/", "POST", "403 403 422 422 403 403", state="running", data=MECH),
    Row("matches/<str:match_id>/undo/", "POST", "403 403 422 422 403 403", state="running", data=UNDO),
    Row(
        "matches/<str:match_id>/orders/", "POST", "403 403 422 422 403 403", state="running", data=ORDER_FORM
    ),
    Row(
        "matches/<str:match_id>/orders/withdraw/",
        "POST",
        "403 403 303 303 403 403",
        state="running",
        data=ORDER_FORM,
    ),
    Row("matches/<str:match_id>/resign/", "GET", "302 302 200 200 302 302", state="running"),
    Row("matches/<str:match_id>/resign/", "POST", "403 403 303 303 403 403", state="running"),
    Row("matches/<str:match_id>/", "GET", "200", state="finished"),
    Row("matches/<str:match_id>/board/", "GET", "200", state="finished"),
    Row("matches/<str:match_id>/join/", "GET", "302", state="finished"),
    Row("matches/<str:match_id>/join/", "POST", "422", state="finished"),
    Row("matches/<str:match_id>/cancel/", "POST", "422", state="finished"),
    Row("matches/<str:match_id>/moves/", "POST", "403 403 422 422 403 403", state="finished", data=FORM),
    Row("matches/<str:match_id>/mech/", "POST", "403 403 422 422 403 403", state="finished", data=MECH),
    Row("matches/<str:match_id>/undo/", "POST", "403 403 422 422 403 403", state="finished", data=UNDO),
    Row(
        "matches/<str:match_id>/orders/", "POST", "403 403 422 422 403 403", state="finished", data=ORDER_FORM
    ),
    Row(
        "matches/<str:match_id>/orders/withdraw/",
        "POST",
        "403 403 422 422 403 403",
        state="finished",
        data=ORDER_FORM,
    ),
    Row("matches/<str:match_id>/resign/", "GET", "302", state="finished"),
    Row("matches/<str:match_id>/resign/", "POST", "403 403 422 422 403 403", state="finished"),
    Row("matches/<str:match_id>/", "GET", "404 404 200 404 404 404", state="cancelled"),
    Row("matches/<str:match_id>/board/", "GET", "404 404 200 404 404 404", state="cancelled"),
    Row("matches/<str:match_id>/join/", "GET", "404 404 302 404 404 404", state="cancelled"),
    Row("matches/<str:match_id>/join/", "POST", "404 404 422 404 404 404", state="cancelled"),
    Row("matches/<str:match_id>/cancel/", "POST", "404 404 422 404 404 404", state="cancelled"),
    Row("matches/<str:match_id>/moves/", "POST", "404 404 422 404 404 404", state="cancelled", data=FORM),
    Row("matches/<str:match_id>/mech/", "POST", "404 404 422 404 404 404", state="cancelled", data=MECH),
    Row("matches/<str:match_id>/undo/", "POST", "404 404 422 404 404 404", state="cancelled", data=UNDO),
    Row(
        "matches/<str:match_id>/orders/",
        "POST",
        "404 404 422 404 404 404",
        state="cancelled",
        data=ORDER_FORM,
    ),
    Row(
        "matches/<str:match_id>/orders/withdraw/",
        "POST",
        "404 404 422 404 404 404",
        state="cancelled",
        data=ORDER_FORM,
    ),
    Row("matches/<str:match_id>/resign/", "GET", "404 404 302 404 404 404", state="cancelled"),
    Row("matches/<str:match_id>/resign/", "POST", "404 404 422 404 404 404", state="cancelled"),
    Row("matches/<str:match_id>/", "GET", "404", state="absent"),
    Row("matches/<str:match_id>/board/", "GET", "404", state="absent"),
    Row("matches/<str:match_id>/join/", "GET", "404", state="absent"),
    Row("matches/<str:match_id>/join/", "POST", "404", state="absent"),
    Row("matches/<str:match_id>/cancel/", "POST", "404", state="absent"),
    Row("matches/<str:match_id>/moves/", "POST", "404", state="absent", data=FORM),
    Row("matches/<str:match_id>/mech/", "POST", "404", state="absent", data=MECH),
    Row("matches/<str:match_id>/undo/", "POST", "404", state="absent", data=UNDO),
    Row("matches/<str:match_id>/orders/", "POST", "404", state="absent", data=ORDER_FORM),
    Row("matches/<str:match_id>/orders/withdraw/", "POST", "404", state="absent", data=ORDER_FORM),
    Row("matches/<str:match_id>/resign/", "GET", "404", state="absent"),
    Row("matches/<str:match_id>/resign/", "POST", "404", state="absent"),
    Row("matches/<str:match_id>/board/", "POST", "405", state="running"),
    Row("matches/<str:match_id>/cancel/", "GET", "405", state="running"),
    Row("matches/<str:match_id>/mech/", "GET", "405", state="running"),
    Row("matches/<str:match_id>/moves/", "GET", "405", state="running"),
    Row("matches/<str:match_id>/undo/", "GET", "405", state="running"),
    Row("matches/<str:match_id>/orders/", "GET", "405", state="running"),
    Row("matches/<str:match_id>/orders/withdraw/", "GET", "405", state="running"),
    Row("cards/found/", "GET", "200", path="cards/found/?q=scout"),
    Row("cards/found/", "GET", "200", path="cards/found/?q=cots:5"),
    Row("cards/help/", "GET", "200"),
    Row("cards/<slug:game>/<slug:slug>/", "GET", "200", path="cards/scrapbots/scout/"),
    Row("cards/<slug:game>/<slug:slug>/", "GET", "404", path="cards/scrapbots/nothing/"),
    Row(PLAYS, "GET", "200", path="cards/scrapbots/scout/plays/"),
    Row(PLAYS, "GET", "404", path="cards/scrapbots/nothing/plays/"),
    Row(PLAYS, "POST", "405", path="cards/scrapbots/scout/plays/"),
    Row("api/v1/", "GET", "404"),
    Row("api/v1/openapi.json", "GET", "200"),
    Row("api/v1/docs", "GET", "200"),
    Row("api/v1/guests", "POST", "200"),
    Row("api/v1/games", "GET", "200"),
    Row("api/v1/cards", "GET", "200", path="api/v1/cards?q=scout"),
    Row("api/v1/cards", "GET", "400", path="api/v1/cards?q=cots:5"),
    Row("api/v1/cards/<game>/<slug>", "GET", "200", path="api/v1/cards/scrapbots/scout"),
    Row("api/v1/cards/<game>/<slug>", "GET", "404", path="api/v1/cards/scrapbots/nothing"),
    Row("api/v1/<path:rest>", "GET", "404", path="api/v1/nothing"),
    Row("api/v1/matches", "POST", "401 200 200 200 200 200", data=NEW_JSON),
    Row("api/v1/matches/<match_id>", "GET", "401 200 200 200 200 200", state="open"),
    Row("api/v1/matches/<match_id>/join", "POST", "401 200 422 200 200 200", state="open"),
    Row("api/v1/matches/<match_id>/moves", "POST", "401 403 422 403 403 403", state="open", data=MOVE),
    Row("api/v1/matches/<match_id>/undo", "POST", "401 403 422 403 403 403", state="open", data=UNDO),
    Row("api/v1/matches/<match_id>/orders", "POST", "401 403 422 403 403 403", state="open", data=ORDER),
    Row(
        "api/v1/matches/<match_id>/orders/withdraw",
        "POST",
        "401 403 422 403 403 403",
        state="open",
        data=ORDER,
    ),
    Row("api/v1/matches/<match_id>/resign", "POST", "401 403 422 403 403 403", state="open"),
    Row("api/v1/matches/<match_id>", "GET", "401 200 200 200 200 200", state="running"),
    Row("api/v1/matches/<match_id>/join", "POST", "401 422 422 422 422 422", state="running"),
    Row("api/v1/matches/<match_id>/moves", "POST", "401 403 200 422 403 403", state="running", data=MOVE),
    Row("api/v1/matches/<match_id>/undo", "POST", "401 403 422 422 403 403", state="running", data=UNDO),
    Row("api/v1/matches/<match_id>/orders", "POST", "401 403 422 422 403 403", state="running", data=ORDER),
    Row(
        "api/v1/matches/<match_id>/orders/withdraw",
        "POST",
        "401 403 200 200 403 403",
        state="running",
        data=ORDER,
    ),
    Row("api/v1/matches/<match_id>/resign", "POST", "401 403 200 200 403 403", state="running"),
    Row("api/v1/matches/<match_id>", "GET", "401 200 200 200 200 200", state="finished"),
    Row("api/v1/matches/<match_id>/join", "POST", "401 422 422 422 422 422", state="finished"),
    Row("api/v1/matches/<match_id>/moves", "POST", "401 403 422 422 403 403", state="finished", data=MOVE),
    Row("api/v1/matches/<match_id>/undo", "POST", "401 403 422 422 403 403", state="finished", data=UNDO),
    Row("api/v1/matches/<match_id>/orders", "POST", "401 403 422 422 403 403", state="finished", data=ORDER),
    Row(
        "api/v1/matches/<match_id>/orders/withdraw",
        "POST",
        "401 403 422 422 403 403",
        state="finished",
        data=ORDER,
    ),
    Row("api/v1/matches/<match_id>/resign", "POST", "401 403 422 422 403 403", state="finished"),
    Row("api/v1/matches/<match_id>", "GET", "401 404 200 404 404 404", state="cancelled"),
    Row("api/v1/matches/<match_id>/join", "POST", "401 404 422 404 404 404", state="cancelled"),
    Row("api/v1/matches/<match_id>/moves", "POST", "401 404 422 404 404 404", state="cancelled", data=MOVE),
    Row("api/v1/matches/<match_id>/undo", "POST", "401 404 422 404 404 404", state="cancelled", data=UNDO),
    Row("api/v1/matches/<match_id>/orders", "POST", "401 404 422 404 404 404", state="cancelled", data=ORDER),
    Row(
        "api/v1/matches/<match_id>/orders/withdraw",
        "POST",
        "401 404 422 404 404 404",
        state="cancelled",
        data=ORDER,
    ),
    Row("api/v1/matches/<match_id>/resign", "POST", "401 404 422 404 404 404", state="cancelled"),
    Row("api/v1/matches/<match_id>", "GET", "401 404 404 404 404 404", state="absent"),
    Row("api/v1/matches/<match_id>/join", "POST", "401 404 404 404 404 404", state="absent"),
    Row("api/v1/matches/<match_id>/moves", "POST", "401 404 404 404 404 404", state="absent", data=MOVE),
    Row("api/v1/matches/<match_id>/undo", "POST", "401 404 404 404 404 404", state="absent", data=UNDO),
    Row("api/v1/matches/<match_id>/orders", "POST", "401 404 404 404 404 404", state="absent", data=ORDER),
    Row(
        "api/v1/matches/<match_id>/orders/withdraw",
        "POST",
        "401 404 404 404 404 404",
        state="absent",
        data=ORDER,
    ),
    Row("api/v1/matches/<match_id>/resign", "POST", "401 404 404 404 404 404", state="absent"),
    *matrix_decks.ROWS,
    *matrix_fairness.ROWS,
    *matrix_rules.ROWS,
    *matrix_notifications.ROWS,
    *matrix_time.ROWS,
    *matrix_undo.ROWS,
    *matrix_replay.ROWS,
    *matrix_lobby.ROWS,
    *matrix_table_talk.ROWS,
    *matrix_api.ROWS,
)

_AT = "matches/<str:match_id>/"
_API = "api/v1/matches/<match_id>/"
_SECOND = "?seat=2"
# Where those who left their seat, or are staff, aren't answered like spectators, whose status is named.
# A third seat is there only in the match that somebody left; the open match has invited the spectator;
# who had a seat may talk.
_OTHERWISE = {
    (f"{_AT}replay/{_SECOND}", "GET", "finished", 404): "200 404",
    (f"{_AT}replay.json{_SECOND}", "GET", "finished", 404): "200 404",
    (f"{_AT}replay/moments/{_SECOND}", "GET", "finished", 404): "200 404",
    (f"{_AT}again/", "POST", "running", 404): "422 404",
    (f"{_AT}again/", "POST", "finished", 404): "303 404",
    (f"{_AT}decline/", "POST", "open", 302): "422 422",
    (f"{_AT}talk/", "POST", "finished", 403): "303 403",
    (f"{_AT}talk/mute/", "POST", "running", 403): "303 403",
    (f"{_API}again", "POST", "running", 403): "422 403",
    (f"{_API}again", "POST", "finished", 403): "200 403",
    (f"{_API}decline", "POST", "open", 200): "422 422",
    (f"{_API}talk", "POST", "finished", 403): "200 403",
    (f"{_API}mute", "POST", "running", 403): "200 403",
}


def _with_others(row: Row) -> Row:
    address = row.pattern + "".join(row.path.partition("?")[1:])
    spectators = row.expected(ROLES.index("spectator"))
    return replace(row, others=_OTHERWISE.get((address, row.method, row.state, spectators), row.others))


ROWS = tuple(_with_others(row) for row in _ROWS)
