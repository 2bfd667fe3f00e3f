"""The rows of the matrix for talk about rules: threads, comments, reports, what one follows, feeds.

The thread, its one comment and the report are the player's, the columns those of `matrix_rules`.
"""

from tests.security.row import Row

GAME = "rules/<slug:game>/"
PARAGRAPH = f"{GAME}<str:edition>/<slug:anchor>/"
THREAD = "rules/threads/<int:pk>/"
COMMENT = "rules/comments/<int:pk>/"
SETTLE = "rules/reports/<int:pk>/settle/"

HERE = "rules/scrapbots/3.6/attack-1/"
MEMBERS = "302 302 {} 302 {} 302"
SEEN, DONE = MEMBERS.format(200, 200), MEMBERS.format(303, 303)
ABSENT = MEMBERS.format(404, 404)
NOBODY = 10**30

QUESTION = {"kind": "question", "text": "May it strike twice?"}
RULING = {"kind": "ruling", "text": "It may not."}
WORDS = {"text": "It may not."}
REASON = {"reason": "It was said in anger."}
FOLLOWED = {"game": "scrapbots", "anchor": "attack-1"}


def of(player: int, spectator: int) -> str:
    """Return the statuses of an address for members only."""
    return MEMBERS.format(player, spectator)


ROWS = (
    Row("rules/revisions.atom", "GET", "200"),
    Row("rules/revisions.atom", "POST", "405"),
    Row(f"{GAME}revisions.atom", "GET", "200", path="rules/scrapbots/revisions.atom"),
    Row(f"{GAME}revisions.atom", "GET", "404", path="rules/nothing/revisions.atom"),
    Row(f"{GAME}comments.atom", "GET", "200", path="rules/scrapbots/comments.atom"),
    Row(f"{GAME}comments.atom", "GET", "404", path="rules/nothing/comments.atom"),
    Row(f"{PARAGRAPH}comments.atom", "GET", "200", path=f"{HERE}comments.atom"),
    Row(f"{PARAGRAPH}comments.atom", "GET", "404", path="rules/scrapbots/3.6/nothing-1/comments.atom"),
    Row(f"{PARAGRAPH}comments.atom", "GET", "404", path="rules/scrapbots/9.9/attack-1/comments.atom"),
    Row(f"{THREAD}comments.atom", "GET", "200", path="rules/threads/{thread}/comments.atom"),
    Row(f"{THREAD}comments.atom", "GET", "404", path=f"rules/threads/{NOBODY}/comments.atom"),
    Row(f"{THREAD}comments.atom", "POST", "405", path="rules/threads/{thread}/comments.atom"),
    Row(f"{GAME}talk/", "GET", "200", path="rules/scrapbots/talk/"),
    Row(f"{GAME}talk/", "GET", "200", path="rules/scrapbots/talk/?kind=x&state=y&edition=z&page=-1"),
    Row(f"{GAME}talk/", "GET", "404", path="rules/nothing/talk/"),
    Row(f"{GAME}talk/", "POST", "405", path="rules/scrapbots/talk/"),
    Row(THREAD, "GET", "200", path="rules/threads/{thread}/", staff="200"),
    Row(THREAD, "GET", "404", path=f"rules/threads/{NOBODY}/", staff="404"),
    Row(THREAD, "POST", "405", path="rules/threads/{thread}/"),
    Row(f"{PARAGRAPH}threads/", "GET", SEEN, path=f"{HERE}threads/", staff="200"),
    Row(f"{PARAGRAPH}threads/", "GET", ABSENT, path="rules/scrapbots/3.6/nothing-1/threads/"),
    Row(f"{PARAGRAPH}threads/", "GET", ABSENT, path=f"{HERE}threads/?revision={NOBODY}"),
    Row(f"{PARAGRAPH}threads/", "POST", ABSENT, path="rules/scrapbots/9.9/attack-1/threads/", data=QUESTION),
    Row(f"{PARAGRAPH}threads/", "POST", DONE, path=f"{HERE}threads/", data=QUESTION, staff="303"),
    Row(f"{PARAGRAPH}threads/", "POST", of(403, 403), path=f"{HERE}threads/", data=RULING, staff="303 403"),
    Row(f"{PARAGRAPH}threads/", "POST", of(422, 422), path=f"{HERE}threads/", staff="422"),
    Row(f"{THREAD}comments/", "POST", DONE, path="rules/threads/{thread}/comments/", data=WORDS, staff="303"),
    Row(f"{THREAD}comments/", "POST", of(422, 422), path="rules/threads/{thread}/comments/", staff="422"),
    Row(f"{THREAD}comments/", "POST", ABSENT, path=f"rules/threads/{NOBODY}/comments/", data=WORDS),
    Row(f"{THREAD}comments/", "GET", "405", path="rules/threads/{thread}/comments/"),
    Row(f"{THREAD}resolve/", "POST", of(422, 403), path="rules/threads/{thread}/resolve/", staff="422 403"),
    Row(f"{THREAD}resolve/", "POST", ABSENT, path=f"rules/threads/{NOBODY}/resolve/", staff="404"),
    Row(f"{THREAD}resolve/", "GET", "405", path="rules/threads/{thread}/resolve/"),
    Row(f"{THREAD}reopen/", "POST", of(303, 403), path="rules/threads/{thread}/reopen/", staff="303 403"),
    Row(f"{THREAD}reopen/", "POST", ABSENT, path=f"rules/threads/{NOBODY}/reopen/", staff="404"),
    Row(f"{THREAD}reopen/", "GET", "405", path="rules/threads/{thread}/reopen/"),
    Row(f"{COMMENT}edit/", "GET", of(200, 404), path="rules/comments/{comment}/edit/", staff="404"),
    Row(
        f"{COMMENT}edit/",
        "POST",
        of(409, 404),
        path="rules/comments/{comment}/edit/",
        data=WORDS,
        staff="404",
    ),
    Row(f"{COMMENT}edit/", "POST", ABSENT, path=f"rules/comments/{NOBODY}/edit/", data=WORDS, staff="404"),
    Row(f"{COMMENT}delete/", "POST", of(303, 404), path="rules/comments/{comment}/delete/", staff="404"),
    Row(f"{COMMENT}delete/", "POST", ABSENT, path=f"rules/comments/{NOBODY}/delete/", staff="404"),
    Row(f"{COMMENT}delete/", "GET", "405", path="rules/comments/{comment}/delete/"),
    Row(f"{COMMENT}report/", "GET", SEEN, path="rules/comments/{comment}/report/", staff="200"),
    Row(
        f"{COMMENT}report/",
        "POST",
        of(422, 303),
        path="rules/comments/{comment}/report/",
        data=REASON,
        staff="303",
    ),
    Row(f"{COMMENT}report/", "POST", ABSENT, path=f"rules/comments/{NOBODY}/report/", data=REASON),
    Row(f"{COMMENT}hide/", "POST", of(403, 403), path="rules/comments/{comment}/hide/", staff="403 303"),
    Row(f"{COMMENT}hide/", "POST", ABSENT, path=f"rules/comments/{NOBODY}/hide/", staff="404"),
    Row(f"{COMMENT}hide/", "GET", "405", path="rules/comments/{comment}/hide/"),
    Row(f"{COMMENT}show/", "POST", of(403, 403), path="rules/comments/{comment}/show/", staff="403 303"),
    Row(f"{COMMENT}show/", "POST", ABSENT, path=f"rules/comments/{NOBODY}/show/", staff="404"),
    Row(f"{COMMENT}show/", "GET", "405", path="rules/comments/{comment}/show/"),
    Row("rules/reports/", "GET", of(403, 403), staff="403 200"),
    Row("rules/reports/", "POST", "405"),
    Row(SETTLE, "POST", ABSENT, path="rules/reports/{report}/settle/", staff="404 303"),
    Row(SETTLE, "POST", ABSENT, path=f"rules/reports/{NOBODY}/settle/", staff="404"),
    Row(SETTLE, "GET", "405", path="rules/reports/{report}/settle/"),
    Row("rules/follow/", "POST", DONE, data=FOLLOWED, staff="303"),
    Row("rules/follow/", "POST", DONE, data=FOLLOWED | {"follow": "no"}, staff="303"),
    Row("rules/follow/", "POST", ABSENT, data={"game": "nothing"}, staff="404"),
    Row("rules/follow/", "POST", ABSENT, data={"game": "scrapbots", "anchor": "nothing-1"}, staff="404"),
    Row("rules/follow/", "POST", ABSENT, data={"game": "scrapbots", "thread": str(NOBODY)}, staff="404"),
    Row("rules/follow/", "GET", "405"),
    Row("rules/following/", "GET", SEEN, staff="200"),
    Row("rules/following/", "POST", "405"),
    Row("rules/following/read/", "POST", DONE, data={"until": "soon"}, staff="303"),
    Row("rules/following/read/", "GET", "405"),
)
