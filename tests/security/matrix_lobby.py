"""The rows of the matrix for lists of matches, invitations, rematches, and who may look on."""

from tests.security.row import Row

MATCH = "matches/<str:match_id>/"
AGAIN, DECLINE, WATCHERS = f"{MATCH}again/", f"{MATCH}decline/", f"{MATCH}watchers/"
INVITE = f"{MATCH}invitations/"
WITHDRAW = f"{INVITE}<int:pk>/withdraw/"
TO_WITHDRAW = "matches/{id}/invitations/{invitation}/withdraw/"
STATES = ("open", "running", "finished", "cancelled", "absent")
PLAYER = {"player": "damper"}
STRICTER = {"watchers": "nobody"}


def rows(method: str, pattern: str, statuses: tuple[str, ...], **more: object) -> tuple[Row, ...]:
    """Return a row for each state of a match, in the order of `STATES`."""
    return tuple(
        Row(pattern, method, found, state=state, **more)  # type: ignore[arg-type]
        for found, state in zip(statuses, STATES, strict=True)
    )


GONE = "404"
ROWS = (
    Row("matches/mine/", "GET", "200"),
    Row("matches/mine/", "POST", "405"),
    Row("matches/next/", "GET", "302"),
    Row("matches/next/", "POST", "405"),
    Row("matches/open/", "GET", "302"),
    Row("matches/open/", "POST", "405"),
    Row("matches/pair/", "GET", "405"),
    Row("matches/pair/", "POST", "307 303 303 303 303 303", data={"title": "scrapbots", "pace": "days"}),
    Row("matches/pair/", "POST", "422", data={"title": "scrapbots", "pace": "never"}),
    Row(
        "matches/pair/",
        "POST",
        "307 303 303 303 303 303",
        data={"title": "scrapbots", "pace": "days", "is_rated": "yes", "rating_range": "5"},
    ),
    Row("matches/", "GET", "200", path="matches/?box=scrapbots/3.6&seats=2&time=days&rated=no"),
    Row("matches/", "GET", "200", path="matches/?box=chess&seats=99&time=never&rated=perhaps"),
    *rows(
        "POST",
        AGAIN,
        (
            "404 404 422 404 404 404",
            "404 404 422 422 404 404",
            "404 404 303 303 404 404",
            "404 404 303 404 404 404",
            GONE,
        ),
    ),
    Row(AGAIN, "GET", "405", state="running"),
    *rows(
        "POST",
        INVITE,
        (
            "403 403 303 403 403 403",
            "403 403 422 422 403 403",
            "403 403 422 422 403 403",
            "404 404 422 404 404 404",
            GONE,
        ),
        data=PLAYER,
    ),
    Row(INVITE, "POST", "403 403 422 403 403 403", state="open", data={"player": "nobody at all"}),
    Row(INVITE, "GET", "405", state="open"),
    *rows(
        "POST",
        WITHDRAW,
        (
            "422 422 303 422 422 422",
            "422",
            "422",
            "404 404 422 404 404 404",
            GONE,
        ),
        path=TO_WITHDRAW,
    ),
    Row(WITHDRAW, "GET", "405", state="open", path=TO_WITHDRAW),
    *rows(
        "POST",
        DECLINE,
        (
            "422 422 422 422 302 422",
            "422",
            "422",
            "404 404 422 404 404 404",
            GONE,
        ),
    ),
    Row(DECLINE, "GET", "405", state="open"),
    *rows(
        "POST",
        WATCHERS,
        (
            "403 403 303 403 403 403",
            "403 403 303 303 403 403",
            "403 403 303 303 403 403",
            "404 404 303 404 404 404",
            GONE,
        ),
        data=STRICTER,
    ),
    Row(WATCHERS, "POST", "422", state="running", data={"watchers": "friends"}),
    Row(WATCHERS, "GET", "405", state="running"),
)
