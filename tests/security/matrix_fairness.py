"""The rows of the matrix for what can be checked of a match, and for the pages of players and of the best."""

from tests.security.row import Row

SCRIPT, DRAFT = "matches/<str:match_id>/verify_match.py", "matches/<str:match_id>/draft.json"
FAIR, RECORD = "matches/<str:match_id>/fair/", "matches/<str:match_id>/record.json"
PLAYER, BOT, LEADERS = "players/<str:name>/", "bots/<slug:bot>/", "games/<slug:slug>/players/"
SEATED = "404 404 {} 404 404 404"

ROWS = (
    Row("bots/", "GET", "200"),
    Row("bots/", "POST", "405"),
    Row("fair/verify_match.py", "GET", "200"),
    Row("fair/verify_match.py", "POST", "405"),
    *(Row(FAIR, "GET", "200", state=state) for state in ("open", "running", "finished")),
    Row(FAIR, "GET", SEATED.format(200), state="cancelled"),
    Row(FAIR, "GET", "404", state="absent"),
    Row(FAIR, "POST", "405", state="running"),
    *(Row(RECORD, "GET", "404", state=state) for state in ("open", "running", "cancelled", "absent")),
    Row(RECORD, "GET", "200", state="finished"),
    Row(RECORD, "POST", "405", state="finished"),
    *(Row(SCRIPT, "GET", "200", state=state) for state in ("open", "running", "finished")),
    Row(SCRIPT, "GET", SEATED.format(200), state="cancelled"),
    Row(SCRIPT, "GET", "404", state="absent"),
    *(
        Row(DRAFT, "GET", "404", state=state)
        for state in ("open", "running", "finished", "cancelled", "absent")
    ),
    Row(PLAYER, "GET", "200", path="players/rivet/"),
    Row(PLAYER, "GET", "404", path="players/nobody/"),
    Row(PLAYER, "POST", "405", path="players/rivet/"),
    Row(BOT, "GET", "200", path="bots/greedy/"),
    Row(BOT, "GET", "404", path="bots/nobody/"),
    Row(BOT, "POST", "405", path="bots/greedy/"),
    Row(LEADERS, "GET", "200", path="games/scrapbots/players/"),
    Row(LEADERS, "GET", "404", path="games/nothing/players/"),
    Row(LEADERS, "POST", "405", path="games/scrapbots/players/"),
)
