"""The rows of the matrix for what can be checked of a match."""

from tests.security.row import Row

FAIR, RECORD = "matches/<str:match_id>/fair/", "matches/<str:match_id>/record.json"
SEATED = "404 404 {} 404 404 404"

ROWS = (
    Row("fair/verify_match.py", "GET", "200"),
    Row("fair/verify_match.py", "POST", "405"),
    *(Row(FAIR, "GET", "200", state=state) for state in ("open", "running", "finished")),
    Row(FAIR, "GET", SEATED.format(200), state="cancelled"),
    Row(FAIR, "GET", "404", state="absent"),
    Row(FAIR, "POST", "405", state="running"),
    *(Row(RECORD, "GET", "404", state=state) for state in ("open", "running", "cancelled", "absent")),
    Row(RECORD, "GET", "200", state="finished"),
    Row(RECORD, "POST", "405", state="finished"),
)
