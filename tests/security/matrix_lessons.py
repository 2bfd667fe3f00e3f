"""The rows of the matrix for tutorials. Its matches are none, so nobody goes on with one there."""

from tests.security.row import Row

MATCH = "matches/<str:match_id>/"
STEP, FIRST, BEGIN = f"{MATCH}lesson/", f"{MATCH}lesson/first-match/", "games/<slug:slug>/learn/"
STATES = ("open", "running", "finished", "cancelled", "absent")

ROWS = (
    Row(BEGIN, "POST", "303", path="games/scrapbots/learn/"),
    Row(BEGIN, "POST", "404", path="games/nothing/learn/"),
    Row(BEGIN, "GET", "405", path="games/scrapbots/learn/"),
    *(Row(STEP, "POST", "404", state=state, data={"way": "next", "step": 0}) for state in STATES),
    *(Row(STEP, "POST", "404", state=state, data={"way": "leave"}) for state in STATES),
    Row(STEP, "POST", "422", state="running"),
    Row(STEP, "GET", "405", state="running"),
    *(Row(FIRST, "POST", "404", state=state) for state in STATES),
    Row(FIRST, "GET", "405", state="running"),
)
