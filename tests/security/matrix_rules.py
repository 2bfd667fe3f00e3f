"""The rows of the matrix for the rulebooks: pages, talk and proposals.

The columns of *statuses* are those of `roles.ROLES`: visitor, guest, player, opponent (a guest), spectator
(an account), elsewhere (a guest). What is said and proposed in the world of the tests is the player's.
*staff* are an editor and a moderator of all rulebooks.
"""

from tests.security.matrix_proposals import ROWS as PROPOSALS
from tests.security.matrix_talk import ROWS as TALK
from tests.security.row import Row

BOOK = "rules/<slug:game>/<str:edition>/"
HISTORY = "rules/<slug:game>/history/"
REVISION = f"{BOOK}revisions/<int:revision>/"

COMPARE = "rules/<slug:game>/compare/"

COVERAGE = "rules/<slug:game>/coverage/<str:edition>/"
CHECK = f"{COVERAGE}<slug:anchor>/"
CHECKS = f"{CHECK}checks/"
SOURCE = "rules/<slug:game>/source/<path:path>/"
AUDIT = "rules/<slug:game>/audit/"

_MEMBERS = "302 302 {0} 302 {0} 302"
_CHECK_IT = "rules/scrapbots/coverage/3.6/attack-1/checks/"
_HOLDS = {"verdict": "holds", "seen": 1}
_CITING = "rules/scrapbots/source/games/titles/scrapbots/rules.py/"

ROWS = (
    *TALK,
    *PROPOSALS,
    Row(COVERAGE, "GET", "200", path="rules/scrapbots/coverage/3.6/"),
    Row(COVERAGE, "GET", "404", path="rules/scrapbots/coverage/9.9/"),
    Row(COVERAGE, "POST", "405", path="rules/scrapbots/coverage/3.6/"),
    Row(CHECK, "GET", "200", path="rules/scrapbots/coverage/3.6/attack-1/"),
    Row(CHECK, "GET", "404", path="rules/scrapbots/coverage/3.6/nothing-1/"),
    Row(CHECK, "GET", "404", path="rules/scrapbots/coverage/9.9/attack-1/"),
    Row(CHECK, "POST", "405", path="rules/scrapbots/coverage/3.6/attack-1/"),
    Row(CHECKS, "GET", "405", path="rules/scrapbots/coverage/3.6/attack-1/checks/"),
    Row(CHECKS, "POST", _MEMBERS.format(403), path=_CHECK_IT, data=_HOLDS, staff="422 403"),
    Row(CHECKS, "POST", _MEMBERS.format(422), path=_CHECK_IT, data={"verdict": "odd"}, staff="422"),
    Row(CHECKS, "POST", _MEMBERS.format(404), path=_CHECK_IT.replace("3.6", "9.9"), staff="404"),
    Row(SOURCE, "GET", "404", path=_CITING, staff="200 404"),
    Row(SOURCE, "GET", "404", path=_CITING.replace("scrapbots/rules.py", "nothing.py"), staff="404"),
    Row(SOURCE, "GET", "404", path="rules/scrapbots/source/scrapsite/settings.py/", staff="404"),
    Row(SOURCE, "GET", "404", path=_CITING.replace("rules/scrapbots", "rules/nothing"), staff="404"),
    Row(SOURCE, "POST", "405", path=_CITING),
    Row(AUDIT, "GET", "404", path="rules/scrapbots/audit/", staff="200"),
    Row(AUDIT, "GET", "404", path="rules/nothing/audit/", staff="404"),
    Row(AUDIT, "POST", "405", path="rules/scrapbots/audit/"),
    Row("rules/", "GET", "200"),
    Row("rules/", "POST", "200"),
    Row("rules/<slug:game>/", "GET", "302", path="rules/scrapbots/"),
    Row("rules/<slug:game>/", "GET", "404", path="rules/nothing/"),
    Row(BOOK, "GET", "200", path="rules/scrapbots/3.6/"),
    Row(BOOK, "GET", "404", path="rules/scrapbots/9.9/"),
    Row(f"{BOOK}booklet.pdf", "GET", "302", path="rules/scrapbots/3.6/booklet.pdf"),
    Row(f"{BOOK}booklet.pdf", "GET", "404", path="rules/scrapbots/9.9/booklet.pdf"),
    Row(f"{BOOK}booklet.pdf", "POST", "405", path="rules/scrapbots/3.6/booklet.pdf"),
    Row(f"{BOOK}booklet/", "GET", "200", path="rules/scrapbots/3.6/booklet/"),
    Row(f"{BOOK}booklet/", "GET", "404", path="rules/scrapbots/9.9/booklet/"),
    Row(f"{BOOK}booklet/", "POST", "303", path="rules/scrapbots/3.6/booklet/"),
    Row(f"{BOOK}booklet/", "POST", "404", path="rules/scrapbots/9.9/booklet/"),
    Row(f"{BOOK}<slug:anchor>/", "GET", "200", path="rules/scrapbots/3.6/attack-1/"),
    Row(f"{BOOK}<slug:anchor>/", "GET", "404", path="rules/scrapbots/3.6/nothing-1/"),
    Row(REVISION, "GET", "200", path="rules/scrapbots/3.6/revisions/1/"),
    Row(REVISION, "GET", "404", path="rules/scrapbots/3.6/revisions/99/"),
    Row(REVISION, "GET", "404", path="rules/scrapbots/3.6/revisions/0/"),
    Row(REVISION, "GET", "404", path=f"rules/scrapbots/3.6/revisions/{10**30}/"),
    Row(f"{REVISION}<slug:anchor>/", "GET", "200", path="rules/scrapbots/3.6/revisions/1/attack-1/"),
    Row(f"{REVISION}<slug:anchor>/", "GET", "404", path="rules/scrapbots/3.6/revisions/99/attack-1/"),
    Row(HISTORY, "GET", "200", path="rules/scrapbots/history/"),
    Row(HISTORY, "GET", "200", path="rules/scrapbots/history/?edition=9.9&page=99"),
    Row(HISTORY, "GET", "404", path="rules/nothing/history/"),
    Row(COMPARE, "GET", "200", path="rules/scrapbots/compare/?from=3.4:1&to=3.6"),
    Row(COMPARE, "GET", "404", path="rules/scrapbots/compare/?from=3.4:99&to=nothing"),
    Row(COMPARE, "GET", "404", path="rules/nothing/compare/"),
    Row(COMPARE, "POST", "200", path="rules/scrapbots/compare/"),
    Row("rules/search/", "GET", "200"),
    Row("rules/search/", "GET", "200", path="rules/search/?q=splash&game=scrapbots&edition=3.4&page=99"),
    Row("rules/search/", "GET", "400", path="rules/search/?q=%00&game=nothing"),
    Row("rules/search/", "POST", "200"),
)
