"""The rows of the matrix for replays, practice, and what a player has looked at."""

from tests.security.row import Row

MATCH = "matches/<str:match_id>/"
READ = (f"{MATCH}replay/", f"{MATCH}replay.json", f"{MATCH}replay/moments/")
PRACTISE, SEEN = f"{MATCH}practise/", f"{MATCH}seen/"
PICTURE, DRAW = f"{MATCH}replay/picture.png", f"{MATCH}replay/picture/"
ANALYSIS = f"{MATCH}analysis/"
FROM = {"step": 0, "seat": 0, "bot": "greedy"}
OWN = {"step": 0, "seat": 1, "bot": "greedy"}
MINE = "403 403 303 {} 403 403"
NOBODY = "404 404 {} 404 404 404"
LOOKED = {"seen": 0}


def reading(pattern: str) -> tuple[Row, ...]:
    """Return the rows of a page of the replay; one seat's knowledge is its own while the match runs."""
    address = pattern.replace("<str:match_id>", "{id}")
    return (
        *(Row(pattern, "GET", "404", state=state) for state in ("open", "cancelled", "absent")),
        *(Row(pattern, "GET", "200", state=state) for state in ("running", "finished")),
        Row(pattern, "GET", "404 404 200 404 404 404", state="running", path=f"{address}?seat=0"),
        Row(pattern, "GET", "404 404 404 200 404 404", state="running", path=f"{address}?seat=1"),
        Row(pattern, "GET", "404", state="running", path=f"{address}?seat=all"),
        *(
            Row(pattern, "GET", "200", state="finished", path=f"{address}?seat={seat}")
            for seat in ("0", "1", "all", "public")
        ),
        Row(pattern, "GET", "404", state="finished", path=f"{address}?seat=2"),
        Row(pattern, "POST", "405", state="running"),
    )


POSITION = "games/<slug:slug>/positions/<str:edition>/<slug:name>/practise/"
TRIED = "games/junkyard/positions/0.1/two-turns/practise/"

ROWS = (
    Row(POSITION, "POST", "303", path=TRIED),
    Row(POSITION, "POST", "404", path=TRIED.replace("two-turns", "no-such")),
    Row(POSITION, "POST", "404", path=TRIED.replace("0.1", "9")),
    Row(POSITION, "GET", "405", path=TRIED),
    *(row for pattern in READ for row in reading(pattern)),
    *(Row(PICTURE, "GET", "404", state=state) for state in ("open", "cancelled", "absent")),
    *(Row(PICTURE, "GET", "302", state=state) for state in ("running", "finished")),
    Row(PICTURE, "GET", "302", state="running", path="matches/{id}/replay/picture.png?step=99999&seat=1"),
    Row(PICTURE, "POST", "405", state="running"),
    *(Row(DRAW, "POST", "404", state=state, data={"step": 0}) for state in ("open", "cancelled", "absent")),
    *(Row(DRAW, "POST", "303", state=state, data={"step": 0}) for state in ("running", "finished")),
    Row(DRAW, "POST", "303", state="running", data={"step": 99999}),
    Row(DRAW, "POST", "422", state="running"),
    Row(DRAW, "GET", "405", state="running"),
    *(
        Row(ANALYSIS, method, status, state=state)
        for method, ends in (("GET", "200"), ("POST", "303"))
        for state, status in zip(
            ("open", "running", "finished", "cancelled", "absent"),
            ("404", "409", ends, "404", "404"),
            strict=True,
        )
    ),
    *(Row(PRACTISE, "POST", "404", state=state, data=FROM) for state in ("open", "cancelled", "absent")),
    Row(PRACTISE, "POST", MINE.format(403), state="running", data=FROM),
    Row(PRACTISE, "POST", "403 403 403 303 403 403", state="running", data=OWN),
    Row(PRACTISE, "POST", "303", state="finished", data=FROM),
    Row(PRACTISE, "POST", "422", state="finished", data=FROM | {"bot": "nobody"}),
    Row(PRACTISE, "POST", "422", state="finished", data=FROM | {"seat": 2}, others="303 422"),
    Row(PRACTISE, "POST", "422", state="finished", data=FROM | {"step": 999}),
    Row(PRACTISE, "POST", "422", state="finished"),
    Row(PRACTISE, "GET", "405", state="finished"),
    Row(SEEN, "POST", MINE.format(403), state="open", data=LOOKED),
    *(Row(SEEN, "POST", MINE.format(303), state=state, data=LOOKED) for state in ("running", "finished")),
    Row(SEEN, "POST", NOBODY.format(303), state="cancelled", data=LOOKED),
    Row(SEEN, "POST", "404", state="absent", data=LOOKED),
    Row(SEEN, "GET", "405", state="running"),
)
