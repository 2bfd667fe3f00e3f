"""The rows of the matrix for asking to take a move back, and for going on by new rules."""

from tests.security.row import Row

ASK, ANSWER = "matches/<str:match_id>/undo/ask/", "matches/<str:match_id>/undo/answer/"
RULES, GO_ON = "matches/<str:match_id>/rules/", {"verdict": "go-on"}
SEATED = "403 403 422 {} 403 403"
ASKED = {"seen": 0, "client_move_id": "matrix"}
ANSWERED = {"request": 1, "verdict": "allow"}
STATES = (("open", 403), ("running", 422), ("finished", 422))

ROWS = (
    *(Row(ASK, "POST", SEATED.format(other), state=state, data=ASKED) for state, other in STATES),
    Row(ASK, "POST", "404 404 422 404 404 404", state="cancelled", data=ASKED),
    Row(ASK, "POST", "404", state="absent", data=ASKED),
    Row(ASK, "GET", "405", state="running"),
    *(Row(ANSWER, "POST", SEATED.format(other), state=state, data=ANSWERED) for state, other in STATES),
    Row(ANSWER, "POST", "404 404 422 404 404 404", state="cancelled", data=ANSWERED),
    Row(ANSWER, "POST", "404", state="absent", data=ANSWERED),
    Row(ANSWER, "POST", "422", state="running"),
    *(Row(RULES, "POST", SEATED.format(other), state=state, data=GO_ON) for state, other in STATES),
    Row(RULES, "POST", "404 404 422 404 404 404", state="cancelled", data=GO_ON),
    Row(RULES, "POST", "404", state="absent", data=GO_ON),
    Row(RULES, "POST", "422", state="running"),
    Row(RULES, "GET", "405", state="running"),
    Row(ANSWER, "GET", "405", state="running"),
)
