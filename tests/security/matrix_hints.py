"""The rows of the matrix for hints: only players may ask, and in these matches others are people."""

from tests.security.row import Row

HINT, API = "matches/<str:match_id>/hint/", "api/v1/matches/<match_id>/hint"
STATES = (("open", 403), ("running", 422), ("finished", 422))

ROWS = (
    *(Row(HINT, "POST", f"403 403 422 {other} 403 403", state=state) for state, other in STATES),
    Row(HINT, "POST", "404 404 422 404 404 404", state="cancelled"),
    Row(HINT, "POST", "404", state="absent"),
    Row(HINT, "GET", "302", state="running"),
    *(
        row
        for method in ("GET", "POST")
        for row in (
            *(Row(API, method, f"401 403 422 {other} 403 403", state=state) for state, other in STATES),
            Row(API, method, "401 404 422 404 404 404", state="cancelled"),
            Row(API, method, "401 404 404 404 404 404", state="absent"),
        )
    ),
)
