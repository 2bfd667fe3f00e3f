"""The rows of the matrix for the API of what surrounds a match; its moves are in `matrix`."""

from tests.security.matrix_lobby import rows
from tests.security.row import Row

ONE = "api/v1/matches/<match_id>"
KEY = f"{ONE}/invitations/<key>/withdraw"
REPORT = f"{ONE}/talk/<key>/report"
MOMENT = f"{ONE}/replay/<step>"
ANALYSIS = f"{ONE}/analysis"
HIDDEN, GONE = "401 404 {} 404 404 404", "401 404 404 404 404 404"
EVERYBODY, SEATED = "401 200 200 200 200 200", "401 403 {} {} 403 403"
NOT_NOW = "401 422 422 422 422 422"
NOT_OVER = "401 409 409 409 409 409"
ENDS = "api/v1/me/time-off/<key>/end"
DECK = {"seen": 0, "client_move_id": "matrix", "deck": {"acts": ["slash"]}}
ASKED = {"seen": 0, "client_move_id": "matrix"}


def shown(pattern: str) -> tuple[Row, ...]:
    """Return the rows of what everybody signed in gets who may look at the match."""
    return rows("GET", pattern, (EVERYBODY,) * 3 + (HIDDEN.format(200), GONE))


def of_seats(name: str, data: dict[str, object], yours: tuple[int, int, int, int]) -> tuple[Row, ...]:
    """Return the rows of what is for who sits there. *yours:* what they get in each state of a match."""
    is_open, running, finished, cancelled = yours
    statuses = (
        SEATED.format(is_open, 403),
        SEATED.format(running, running),
        SEATED.format(finished, finished),
        HIDDEN.format(cancelled),
        GONE,
    )
    return rows("POST", f"{ONE}/{name}", statuses, data=data)


ROWS = (
    Row("api/v1/lobby", "GET", EVERYBODY, path="api/v1/lobby?box=scrapbots&rated=no"),
    Row("api/v1/me/matches", "GET", EVERYBODY),
    Row("api/v1/pairing", "POST", EVERYBODY, data={"game": "scrapbots", "pace": "days"}),
    Row("api/v1/pairing", "POST", NOT_NOW, data={"game": "scrapbots", "pace": "never"}),
    Row("api/v1/me/time-off", "GET", EVERYBODY),
    Row("api/v1/me/time-off", "POST", NOT_NOW),
    Row("api/v1/me/time-off", "POST", NOT_NOW, data={"last": "2001-01-01"}),
    Row(ENDS, "POST", "401 404 200 404 404 404", path="api/v1/me/time-off/{off}/end"),
    Row(ENDS, "POST", GONE, path="api/v1/me/time-off/999999/end"),
    Row("api/v1/me/time-zone", "POST", EVERYBODY, data={"zone": "Europe/Berlin"}),
    Row("api/v1/me/time-zone", "POST", NOT_NOW, data={"zone": "Middle/Earth"}),
    Row("api/v1/me/alerts", "GET", EVERYBODY),
    Row("api/v1/me/alerts", "POST", EVERYBODY, data={"kinds": {"chat": ["email"]}}),
    Row("api/v1/me/alerts", "POST", NOT_NOW, data={"kinds": {"chat": ["pigeon"]}}),
    Row("api/v1/games/<game>/players", "GET", EVERYBODY, path="api/v1/games/scrapbots/players"),
    Row("api/v1/games/<game>/players", "GET", GONE, path="api/v1/games/nothing/players"),
    Row("api/v1/players/<name>", "GET", EVERYBODY, path="api/v1/players/rivet"),
    Row("api/v1/players/<name>", "GET", GONE, path="api/v1/players/nobody"),
    *rows(
        "POST",
        f"{ONE}/cancel",
        ("401 422 200 422 422 422", NOT_NOW, NOT_NOW, HIDDEN.format(200), GONE),
    ),
    *of_seats("deck", DECK, (422, 422, 422, 422)),
    *of_seats("again", {}, (422, 422, 200, 200)),
    *of_seats("watchers", {"watch": "nobody"}, (200, 200, 200, 200)),
    *of_seats("invitations", {"name": "damper"}, (200, 422, 422, 422)),
    *rows(
        "POST",
        KEY,
        ("401 422 200 422 422 422", NOT_NOW, NOT_NOW, HIDDEN.format(422), GONE),
        path="api/v1/matches/{id}/invitations/{invitation}/withdraw",
    ),
    *rows(
        "POST",
        f"{ONE}/decline",
        ("401 422 422 422 200 422", NOT_NOW, NOT_NOW, HIDDEN.format(422), GONE),
    ),
    *of_seats("undo/ask", ASKED, (422, 422, 422, 422)),
    *of_seats("undo/answer", {"request": 1, "verdict": "allow"}, (422, 422, 422, 422)),
    *of_seats("rules", {"verdict": "go-on"}, (422, 422, 422, 422)),
    *of_seats("seen", {"seen": 0}, (200, 200, 200, 200)),
    *rows("GET", f"{ONE}/replay", (GONE, EVERYBODY, EVERYBODY, GONE, GONE)),
    *rows("GET", ANALYSIS, (GONE, NOT_OVER, EVERYBODY, GONE, GONE)),
    *rows("POST", ANALYSIS, (GONE, NOT_OVER, EVERYBODY, GONE, GONE)),
    *rows("GET", MOMENT, (GONE, EVERYBODY, EVERYBODY, GONE, GONE), path="api/v1/matches/{id}/replay/0"),
    *rows("GET", f"{ONE}/record", (GONE, GONE, EVERYBODY, GONE, GONE)),
    *rows(
        "POST",
        f"{ONE}/practise",
        (GONE, "401 403 200 403 403 403", EVERYBODY, GONE, GONE),
        data={"step": 0, "seat": 0, "bot": "greedy"},
    ),
    *shown(f"{ONE}/talk"),
    *of_seats("talk", {"text": "Well struck!"}, (200, 200, 200, 403)),
    *rows(
        "POST",
        REPORT,
        (GONE, "401 404 404 200 404 404", GONE, GONE, GONE),
        path="api/v1/matches/{id}/talk/{said}/report",
        data={"words": "An insult."},
    ),
    *rows(
        "POST",
        f"{ONE}/mute",
        (
            "401 403 422 403 403 403",
            "401 403 200 422 403 403",
            "401 200 200 422 200 200",
            HIDDEN.format(422),
            GONE,
        ),
        data={"seat": 1},
    ),
    *shown(f"{ONE}/note"),
    *rows("POST", f"{ONE}/note", (EVERYBODY,) * 3 + (HIDDEN.format(200), GONE), data={"text": "Hm."}),
    *rows("POST", f"{ONE}/bug", (EVERYBODY,) * 3 + (HIDDEN.format(200), GONE), data={"words": "It hangs."}),
)
