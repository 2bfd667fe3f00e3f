"""The rows of the matrix for proposals, drafts and the return to older revisions.

Columns as in `matrix_rules`. The proposal and the draft are the player's; the proposal waits for review.
"""

from tests.security.row import Row

BOOK = "rules/<slug:game>/<str:edition>/"
PROPOSAL = "rules/proposals/<int:pk>/"
PIECE = f"{PROPOSAL}edit/<str:key>/"
REVERT = f"{BOOK}revisions/<int:revision>/revert/"

_OWN = "302 302 {} 302 404 302"
_DRAFT, _SUBMITTED = "rules/proposals/{draft}/", "rules/proposals/{proposal}/"
_WORDS = {"version": 0, "text": "Only a Ready Scrapbot may strike.", "kind": "law"}
_ADDED = {**_WORDS, "anchor": "attack-99"}
_CHAPTER = {"version": 0, "text": "## Aim {: #aim }\n\nYou win by wounding.\n{: #aim-1 }"}
_PREVIEW = {**_WORDS, "mode": "block", "key": "attack-1"}
_COMMENT = {"version": 0, "verdict": "comment", "text": "Well said."}
_DECLINE = {**_COMMENT, "verdict": "decline"}


def _own(status: int) -> str:
    """Return the statuses of what is only for the player; others are led to an account, or see nothing."""
    return _OWN.format(status)


ROWS = (
    Row("rules/proposals/", "GET", "200"),
    Row("rules/proposals/", "GET", "200", path="rules/proposals/?mine&game=nothing&status=odd&page=99"),
    Row("rules/proposals/", "POST", "405"),
    Row(PROPOSAL, "GET", "200", path=_SUBMITTED, staff="200"),
    Row(PROPOSAL, "GET", "404 404 200 404 404 404", path=_DRAFT, staff="404"),
    Row(PROPOSAL, "GET", "404", path=f"rules/proposals/{10**30}/", staff="404"),
    Row(PROPOSAL, "POST", "405", path=_SUBMITTED),
    Row(f"{BOOK}proposals/", "GET", "302 302 200 302 200 302", path="rules/scrapbots/3.6/proposals/"),
    Row(f"{BOOK}proposals/", "GET", "302 302 404 302 404 302", path="rules/scrapbots/9.9/proposals/"),
    Row(f"{BOOK}proposals/", "POST", "302 302 303 302 303 302", path="rules/scrapbots/3.6/proposals/"),
    Row(f"{PROPOSAL}edit/", "GET", _own(200), path=f"{_DRAFT}edit/", staff="404"),
    Row(f"{PROPOSAL}edit/", "GET", _own(422), path=f"{_SUBMITTED}edit/", staff="404"),
    Row(f"{PROPOSAL}edit/", "POST", _own(303), path=f"{_DRAFT}edit/", data={"version": 0, "up": "attack-3"}),
    Row(f"{PROPOSAL}edit/", "POST", _own(409), path=f"{_DRAFT}edit/", data={"version": 9, "up": "attack-3"}),
    Row(f"{PROPOSAL}edit/", "POST", _own(404), path=f"{_DRAFT}edit/", data={"version": 0, "up": "nothing-1"}),
    Row(f"{PROPOSAL}edit/", "POST", _own(404), path=f"{_DRAFT}edit/", staff="404"),
    Row(PIECE, "GET", _own(200), path=f"{_DRAFT}edit/attack-1/", staff="404"),
    Row(PIECE, "GET", _own(404), path=f"{_DRAFT}edit/nothing-1/", staff="404"),
    Row(PIECE, "POST", _own(303), path=f"{_DRAFT}edit/attack-1/", data=_WORDS, staff="404"),
    Row(PIECE, "POST", _own(422), path=f"{_DRAFT}edit/attack-1/", data={**_WORDS, "text": " "}),
    Row(PIECE, "POST", _own(409), path=f"{_DRAFT}edit/attack-1/", data={**_WORDS, "version": 9}),
    Row(PIECE, "POST", _own(409), path=f"{_DRAFT}edit/nothing-1/", data=_WORDS),
    Row(PIECE, "POST", _own(422), path=f"{_SUBMITTED}edit/attack-1/", data=_WORDS, staff="404"),
    Row(f"{PIECE}add/", "GET", _own(200), path=f"{_DRAFT}edit/attack-1/add/", staff="404"),
    Row(f"{PIECE}add/", "POST", _own(303), path=f"{_DRAFT}edit/attack-1/add/", data=_ADDED, staff="404"),
    Row(f"{PIECE}chapter/", "GET", _own(200), path=f"{_DRAFT}edit/aim/chapter/", staff="404"),
    Row(f"{PIECE}chapter/", "POST", _own(303), path=f"{_DRAFT}edit/aim/chapter/", data=_CHAPTER, staff="404"),
    Row(f"{PROPOSAL}preview/", "GET", "405", path=f"{_DRAFT}preview/"),
    Row(f"{PROPOSAL}preview/", "POST", _own(200), path=f"{_DRAFT}preview/", data=_PREVIEW, staff="404"),
    Row(f"{PROPOSAL}submit/", "GET", "405", path=f"{_DRAFT}submit/"),
    Row(f"{PROPOSAL}submit/", "POST", _own(422), path=f"{_DRAFT}submit/", data={"version": 0}, staff="404"),
    Row(f"{PROPOSAL}withdraw/", "GET", "405", path=f"{_SUBMITTED}withdraw/"),
    Row(
        f"{PROPOSAL}withdraw/", "POST", "302 302 303 302 403 302", path=f"{_SUBMITTED}withdraw/", staff="403"
    ),
    Row(f"{PROPOSAL}withdraw/", "POST", _own(303), path=f"{_DRAFT}withdraw/", staff="404"),
    Row(f"{PROPOSAL}reviews/", "GET", "405", path=f"{_SUBMITTED}reviews/"),
    Row(
        f"{PROPOSAL}reviews/",
        "POST",
        "302 302 303 302 303 302",
        path=f"{_SUBMITTED}reviews/",
        data=_COMMENT,
        staff="303",
    ),
    Row(
        f"{PROPOSAL}reviews/",
        "POST",
        "302 302 403 302 403 302",
        path=f"{_SUBMITTED}reviews/",
        data=_DECLINE,
        staff="303 403",
    ),
    Row(f"{PROPOSAL}reviews/", "POST", _own(422), path=f"{_DRAFT}reviews/", data=_COMMENT, staff="404"),
    Row(f"{PROPOSAL}update/", "GET", "302 302 303 302 403 302", path=f"{_SUBMITTED}update/", staff="303 403"),
    Row(f"{PROPOSAL}update/", "POST", _own(303), path=f"{_DRAFT}update/", staff="404"),
    Row(
        REVERT,
        "GET",
        "302 302 403 302 403 302",
        path="rules/scrapbots/3.6/revisions/1/revert/",
        staff="200 403",
    ),
    Row(
        REVERT,
        "GET",
        "302 302 403 302 403 302",
        path="rules/scrapbots/3.6/revisions/99/revert/",
        staff="404 403",
    ),
    Row(
        REVERT,
        "POST",
        "302 302 403 302 403 302",
        path="rules/scrapbots/3.6/revisions/1/revert/",
        data={"seen": 1},
        staff="422 403",
    ),
)
