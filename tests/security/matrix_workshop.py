"""The rows of the matrix for the workshop, the lab, and matches played again under another edition.

There are a private draft and a listed one, both the player's.
"""

from tests.security.matrix_lobby import rows
from tests.security.row import Row

DRAFT = "workshop/<str:draft_id>/"
REVISION = f"{DRAFT}<int:number>/"
TEXT = "rulebook/<slug:anchor>/"
CARD = f"{REVISION}cards/<slug:slug>/"
PRIVATE, LISTED, ABSENT = "workshop/{private}/", "workshop/{listed}/", "workshop/aaaaaaaaaa/"
OWNERS = "404 404 {} 404 404 404"
SEEN, DONE, WRONG = OWNERS.format(200), OWNERS.format(303), OWNERS.format(422)
GUEST_FIRST = "307 303 303 303 303 303"
NAMED, SAID = {"name": "Dear drones"}, {"name": "Dear drones", "revision": "1"}
GAME = {"revision": "1", "opponent": "greedy"}
ASKED = "counterfactual/"
WHAT = "title=scrapbots&base=3.6&edition=3.4"
ONE, OF_MATCH = f"{ASKED}<str:report_id>/", f"{ASKED}<str:report_id>/<str:played_id>/"
CANCEL = f"{ONE}cancel/"
REPORT = "lab/<slug:report_id>/"
REPORT_FILE = r"^lab/(?P<report_id>[0-9a-f]+)/(?P<name>report\.json|measures\.csv|cards\.csv)$"


def _pages() -> tuple[Row, ...]:
    """What may be looked at: a private draft by its owner, a listed one by everybody."""
    pages = (
        (DRAFT, ""),
        (REVISION, "1/"),
        (f"{REVISION}cards/", "1/cards/"),
        (CARD, "1/cards/drone/"),
        (f"{CARD}face/", "1/cards/drone/face/"),
        (f"{REVISION}rulebook/", "1/rulebook/"),
        (f"{REVISION}{TEXT}", "1/rulebook/draw-1/"),
    )
    found: list[Row] = []
    for pattern, rest in pages:
        found += [
            Row(pattern, "GET", SEEN, path=f"{PRIVATE}{rest}"),
            Row(pattern, "GET", "200", path=f"{LISTED}{rest}"),
            Row(pattern, "GET", "404", path=f"{ABSENT}{rest}"),
            Row(pattern, "GET", SEEN, path=f"{PRIVATE}{rest}?key=nonsense"),
            Row(pattern, "POST", "405", path=f"{LISTED}{rest}"),
        ]
    return tuple(found)


def _own(rest: str, pattern: str = "", get: int = 200) -> tuple[Row, ...]:
    """What only the owner may open, though everybody sees the draft."""
    return tuple(
        Row(f"{DRAFT}{pattern or rest}", "GET", OWNERS.format(get), path=f"{draft}{rest}")
        for draft in (PRIVATE, LISTED)
    )


def _in_catalogue() -> tuple[Row, ...]:
    """The cards and files of a revision: of a private draft for its owner, of a listed one for everybody."""
    export, box = (
        "cards/export/<slug:game>/<str:edition>/<str:file>",
        "cards/export/<slug:game>/<str:edition>/box",
    )
    card, hidden = "api/v1/cards/<game>/<slug>", "400 400 200 400 400 400"
    found: list[Row] = []
    for name, seen, led, asked in (("private", SEEN, DONE, hidden), ("listed", "200", "303", "200")):
        edition = f"draft:{{{name}}}@1"
        files, q = f"cards/export/scrapbots/{edition}", f"?q=edition:{edition}"
        found += [
            Row(export, "GET", seen, path=f"{files}/cards.csv"),
            Row(export, "GET", led, path=f"{files}/print-a4.pdf"),
            Row(f"{export}/progress/", "GET", seen, path=f"{files}/print-a4.pdf/progress/"),
            Row(f"{export}/progress/", "POST", led, path=f"{files}/print-a4.pdf/progress/"),
            Row(f"{box}/", "GET", seen, path=f"{files}/box/"),
            Row(f"{box}.zip", "GET", led, path=f"{files}/box.zip"),
            Row("cards/export/", "GET", seen, path=f"cards/export/?box=scrapbots/{edition}"),
            Row("cards/export/found/<str:file>", "GET", asked, path=f"cards/export/found/cards.csv{q}"),
            Row("api/v1/cards", "GET", asked, path=f"api/v1/cards{q}"),
            Row(card, "GET", seen, path=f"api/v1/cards/scrapbots/drone?edition={edition}"),
        ]
    return tuple(found)


def _acts(rest: str, data: dict[str, str], status: int = 303, pattern: str = "") -> tuple[Row, ...]:
    """What only the owner may do, though everybody sees the draft."""
    return tuple(
        Row(f"{DRAFT}{pattern or rest}", "POST", OWNERS.format(status), path=f"{draft}{rest}", data=data)
        for draft in (PRIVATE, LISTED)
    )


def _api() -> tuple[Row, ...]:
    """The same by the API: reading as on the pages, changes for the owner, nothing without a key."""
    draft, owner = "api/v1/drafts/<draft_id>", "401 404 {} 404 404 404"
    everybody, nobody = "401 {0} {0} {0} {0} {0}", "401 404 404 404 404 404"
    private, listed = (f"api/v1/drafts/{{{name}}}" for name in ("private", "listed"))
    new = {"game": "scrapbots", "edition": "3.6", "name": "Dear drones"}
    wrong = {"parameters": {"hand_size": 60}}
    return (
        Row("api/v1/drafts", "GET", everybody.format(200)),
        Row("api/v1/drafts", "POST", everybody.format(200), data=new),
        Row("api/v1/drafts", "POST", everybody.format(422), data={**new, "edition": "9.9"}),
        Row(draft, "GET", owner.format(200), path=private),
        Row(draft, "GET", everybody.format(200), path=listed),
        Row(draft, "GET", nobody, path="api/v1/drafts/aaaaaaaaaa"),
        Row(f"{draft}/revisions/<number>", "GET", owner.format(200), path=f"{private}/revisions/1"),
        Row(f"{draft}/revisions/<number>", "GET", everybody.format(200), path=f"{listed}/revisions/1"),
        Row(f"{draft}/revisions/<number>", "GET", nobody, path=f"{listed}/revisions/9"),
        *(
            row
            for path in (private, listed)
            for row in (
                Row(f"{draft}/changes", "PUT", owner.format(200), path=f"{path}/changes", data={}),
                Row(f"{draft}/changes", "PUT", owner.format(422), path=f"{path}/changes", data=wrong),
                Row(f"{draft}/revisions", "POST", owner.format(200), path=f"{path}/revisions", data={}),
            )
        ),
    )


def _suggestions() -> tuple[Row, ...]:
    """A search begins with a published edition, or with the working copy of one's own draft."""
    form, one = "lab/suggest/", "lab/suggest/<str:search_id>/"
    asked = {"figure-1": "parameters/hand_size", "turns-low": "10", "turns-high": "20"}
    edition = {"title": "scrapbots", "edition": "3.6"}
    return (
        Row(form, "GET", "200", path=f"{form}?title=scrapbots&edition=3.6"),
        Row(form, "GET", "404", path=f"{form}?title=scrapbots&edition=9.9"),
        Row(form, "GET", SEEN, path=f"{form}?draft={{private}}"),
        Row(form, "GET", SEEN, path=f"{form}?draft={{listed}}"),
        Row(form, "POST", GUEST_FIRST, data={**edition, **asked}),
        Row(form, "POST", "422", data=edition),
        Row(one, "GET", "404", path=f"{form}aaaaaaaaaa/"),
        *(
            row
            for act in ("cancel", "further", "resume", "take")
            for row in (
                Row(f"{one}{act}/", "POST", "404", path=f"{form}aaaaaaaaaa/{act}/"),
                Row(f"{one}{act}/", "GET", "405", path=f"{form}aaaaaaaaaa/{act}/"),
            )
        ),
    )


def _talk() -> tuple[Row, ...]:
    """Comments, reports and moderation: who has an account takes part where they may read."""
    said, own = {"text": "Too many cards."}, "302 302 {} 302 404 302"
    talk = f"{DRAFT}discussion/"
    add, edit, hide = (f"{talk}{rest}" for rest in ("add/", "<int:pk>/edit/", "<int:pk>/hide/"))
    writers = "302 302 303 302 303 302"
    return (
        Row(talk, "GET", SEEN, path=f"{PRIVATE}discussion/"),
        Row(talk, "GET", "200", path=f"{LISTED}discussion/"),
        Row(talk, "GET", "404", path=f"{ABSENT}discussion/"),
        Row(talk, "POST", "405", path=f"{LISTED}discussion/"),
        Row(add, "POST", own.format(303), path=f"{PRIVATE}discussion/add/", data=said),
        Row(add, "POST", writers, path=f"{LISTED}discussion/add/", data=said),
        Row(add, "GET", "405", path=f"{LISTED}discussion/add/"),
        Row(edit, "GET", "302 302 404 302 404 302", path=f"{LISTED}discussion/987654/edit/"),
        Row(edit, "POST", "302 302 404 302 404 302", path=f"{LISTED}discussion/987654/edit/"),
        *_acts("discussion/close/", {"open": "yes"}),
        Row(f"{talk}close/", "GET", "405", path=f"{PRIVATE}discussion/close/"),
        Row(hide, "POST", "404", path=f"{LISTED}discussion/987654/hide/"),
        Row(hide, "GET", "405", path=f"{LISTED}discussion/987654/hide/"),
        Row(f"{DRAFT}report/", "GET", own.format(200), path=f"{PRIVATE}report/"),
        Row(f"{DRAFT}report/", "GET", "302 302 200 302 200 302", path=f"{LISTED}report/"),
        Row(f"{DRAFT}report/", "POST", own.format(422), path=f"{PRIVATE}report/", data={"reason": "Rude."}),
        Row("workshop/reports/", "GET", "404", staff="404 200"),
        Row("workshop/reports/", "POST", "405", staff="405"),
        Row(
            f"{DRAFT}moderate/",
            "POST",
            "404",
            path=f"{LISTED}moderate/",
            data={"what": "keep"},
            staff="404 303",
        ),
        Row(f"{DRAFT}moderate/", "GET", "405", path=f"{LISTED}moderate/", staff="405"),
        *_acts("candidate/", {"end": "yes"}),
        Row(f"{DRAFT}candidate/", "GET", "405", path=f"{PRIVATE}candidate/"),
    )


ROWS = (
    Row("workshop/", "GET", "200"),
    Row("workshop/", "POST", "405"),
    Row("workshop/new/", "GET", "200"),
    Row("workshop/new/", "POST", GUEST_FIRST, data={"edition": "scrapbots/3.6", "name": "Cheap drones"}),
    Row("workshop/new/", "POST", "422", data={"edition": "scrapbots/9.9", "name": "Cheap drones"}),
    *_pages(),
    Row(CARD, "GET", "404", path=f"{LISTED}1/cards/toaster/"),
    Row(REVISION, "GET", "404", path=f"{LISTED}9/"),
    *_own("cards/"),
    Row(f"{DRAFT}cards/", "POST", "405", path=f"{PRIVATE}cards/"),
    *_own("cards/drone/", "cards/<slug:slug>/"),
    *_acts("cards/drone/", {"press": "out"}, pattern="cards/<slug:slug>/"),
    *_acts("cards/drone/", {"name": "", "press": "save"}, 422, "cards/<slug:slug>/"),
    Row(f"{DRAFT}cards/<slug:slug>/", "GET", "404", path=f"{PRIVATE}cards/toaster/"),
    *_own("add/?type=Component", "add/"),
    *_acts("add/?type=Component", {"press": "preview"}, 200, "add/"),
    Row(f"{DRAFT}add/", "GET", "404", path=f"{PRIVATE}add/?type=Toaster"),
    *_own("rules/"),
    *_acts("rules/", {"parameters/hand_size": "60"}, 422),
    *_own("rulebook/"),
    Row(f"{DRAFT}rulebook/", "POST", "405", path=f"{PRIVATE}rulebook/"),
    *_own("rulebook/draw-1/", TEXT),
    *_acts("rulebook/draw-1/", {"text": "Draw six cards."}, pattern=TEXT),
    *_acts("rulebook/draw-1/", {"text": "Draw six cards.", "press": "preview"}, 200, TEXT),
    *_acts("rulebook/draw-1/", {"text": ""}, 422, TEXT),
    *_acts("rulebook/draw-1/", {"press": "reset"}, pattern=TEXT),
    Row(f"{DRAFT}{TEXT}", "GET", "404", path=f"{PRIVATE}rulebook/nowhere-9/"),
    *_acts("propose/", {"summary": "Bigger hands"}, 422),
    Row(f"{DRAFT}propose/", "GET", "405", path=f"{PRIVATE}propose/"),
    *_talk(),
    *_own("answers/"),
    Row(f"{DRAFT}answers/", "POST", "405", path=f"{PRIVATE}answers/"),
    *_acts("questions/", {"question": "fun"}),
    *rows("POST", "matches/<str:match_id>/answer/", ("422", "422", "422", WRONG, "404"), data={"fun": "3"}),
    Row("matches/<str:match_id>/answer/", "GET", "405", state="running"),
    *_api(),
    *_in_catalogue(),
    *_own("remove/"),
    *_acts("remove/", {}),
    *_acts("change/", {"what": "undo"}),
    *_acts("save/", {}),
    *_acts("share/", {"visibility": "private"}),
    *_acts("share/", {"visibility": "nonsense"}, 422),
    *_acts("rename/", NAMED),
    *(
        Row(f"{DRAFT}{act}/", "GET", "405", path=f"{PRIVATE}{act}/")
        for act in ("change", "save", "share", "rename", "copy", "play", "keep", "questions")
    ),
    Row(f"{DRAFT}copy/", "POST", DONE, path=f"{PRIVATE}copy/", data=SAID),
    Row(f"{DRAFT}copy/", "POST", GUEST_FIRST, path=f"{LISTED}copy/", data=SAID),
    Row(f"{DRAFT}copy/", "POST", OWNERS.format(303), path=f"{LISTED}copy/", data=NAMED),
    Row(f"{DRAFT}play/", "POST", DONE, path=f"{PRIVATE}play/", data=GAME),
    Row(f"{DRAFT}play/", "POST", GUEST_FIRST, path=f"{LISTED}play/", data=GAME),
    Row(f"{DRAFT}play/", "POST", "404", path=f"{ABSENT}play/", data=GAME),
    Row(f"{DRAFT}keep/", "POST", DONE, path=f"{PRIVATE}keep/", data={"key": "nonsense"}),
    Row(ASKED, "GET", "200", path=f"{ASKED}?{WHAT}"),
    Row(ASKED, "GET", "404", path=f"{ASKED}?title=scrapbots&base=3.6&edition=9.9"),
    Row(ASKED, "GET", SEEN, path=f"{ASKED}?title=scrapbots&base=3.6&edition=draft:{{private}}@1"),
    Row(ASKED, "GET", "200", path=f"{ASKED}?title=scrapbots&base=3.6&edition=draft:{{listed}}@1"),
    Row(ASKED, "POST", "404"),
    Row(ONE, "GET", "404", path=f"{ASKED}nothing-here/"),
    Row(CANCEL, "POST", "404", path=f"{ASKED}nothing-here/cancel/"),
    Row(CANCEL, "GET", "405", path=f"{ASKED}nothing-here/cancel/"),
    Row(OF_MATCH, "GET", "404", path=f"{ASKED}nothing-here/nothing-here/"),
    *_suggestions(),
    Row("lab/", "GET", "200", path="lab/?title=scrapbots&edition=3.6&against=3.4"),
    Row("lab/", "GET", "404", path="lab/?title=scrapbots&edition=9.9"),
    Row("lab/", "GET", SEEN, path="lab/?title=scrapbots&edition=draft:{private}@1"),
    Row("lab/", "GET", "200", path="lab/?title=scrapbots&edition=draft:{listed}@1"),
    Row("lab/", "POST", "303", data={"title": "scrapbots", "edition": "3.6", "games": "40"}),
    Row("lab/", "POST", "422", data={"title": "scrapbots", "edition": "9.9"}),
    Row(REPORT, "GET", "404", path="lab/nothing-here/"),
    Row(f"{REPORT}cancel/", "POST", "404", path="lab/nothing-here/cancel/"),
    Row(f"{REPORT}cancel/", "GET", "405", path="lab/nothing-here/cancel/"),
    Row(f"{REPORT}resume/", "POST", "404", path="lab/nothing-here/resume/"),
    Row(REPORT_FILE, "GET", "404", path="lab/abcdef/report.json"),
)
