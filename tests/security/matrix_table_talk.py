"""The rows of the matrix for table talk, notes, and reports of bugs."""

from tests.security.matrix_lobby import rows
from tests.security.row import Row

MATCH = "matches/<str:match_id>/"
TALK, MUTE, REPORT = f"{MATCH}talk/", f"{MATCH}talk/mute/", f"{MATCH}talk/<int:pk>/report/"
NOTE, BUG = f"{MATCH}note/", f"{MATCH}bug/"
SAID = "matches/{id}/talk/{said}/report/"
HIDE, LEAVE, END = "talk/<int:pk>/hide/", "talk/<int:pk>/leave/", "me/muted/<int:pk>/end/"
HIDDEN, GONE = "404 404 {} 404 404 404", "404"
SIGNED_IN = "403 303 303 303 303 303"


def shown(pattern: str) -> tuple[Row, ...]:
    """Return the rows of a page that everybody gets who may look at the match."""
    return rows("GET", pattern, ("200", "200", "200", HIDDEN.format(200), GONE))


ROWS = (
    *shown(TALK),
    *rows(
        "POST",
        TALK,
        (
            "403 403 303 403 403 403",
            "403 403 303 303 403 403",
            "403 403 303 303 403 403",
            HIDDEN.format(403),
            GONE,
        ),
        data={"text": "Well struck!"},
    ),
    Row(TALK, "POST", "403 403 422 422 403 403", state="running", data={"text": " "}),
    *rows(
        "POST",
        MUTE,
        (
            "403 403 422 403 403 403",
            "403 403 303 422 403 403",
            "403 303 303 422 303 303",
            HIDDEN.format(422),
            GONE,
        ),
        data={"seat": "1", "on": "yes"},
    ),
    Row(MUTE, "POST", "422", state="running", data={"seat": "the other"}),
    Row(MUTE, "GET", "405", state="running"),
    *rows(
        "POST",
        REPORT,
        (
            "403 404 404 404 404 404",
            "403 404 404 303 404 404",
            "403 404 404 404 404 404",
            HIDDEN.format(404),
            GONE,
        ),
        path=SAID,
    ),
    Row(REPORT, "GET", "405", state="running", path=SAID),
    *shown(NOTE),
    *rows("POST", NOTE, (SIGNED_IN,) * 3 + (HIDDEN.format(303), GONE), data={"text": "Watch the left."}),
    *shown(BUG),
    *rows("POST", BUG, (SIGNED_IN,) * 3 + (HIDDEN.format(303), GONE), data={"words": "It hangs."}),
    Row(BUG, "POST", "403 422 422 422 422 422", state="running"),
    Row("me/muted/", "GET", "200"),
    Row("me/muted/", "POST", "403 422 422 422 422 422"),
    Row(END, "POST", "404 404 303 404 404 404", path="me/muted/{muted}/end/"),
    Row(END, "GET", "405", path="me/muted/{muted}/end/"),
    Row("talk/reports/", "GET", "404", staff="404 200"),
    Row("talk/reports/", "POST", "405", staff="405"),
    Row(HIDE, "POST", "404", path="talk/{said}/hide/", staff="404 303"),
    Row(HIDE, "GET", "405", path="talk/{said}/hide/", staff="405"),
    Row(LEAVE, "POST", "404", path="talk/{said}/leave/", staff="404 303"),
    Row("api/v1/stream", "GET", "401 200 200 200 200 200"),
    Row(LEAVE, "GET", "405", path="talk/{said}/leave/", staff="405"),
)
