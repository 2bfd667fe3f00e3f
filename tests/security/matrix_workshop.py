"""The rows of the matrix for matches played again under another edition, and for the workshop."""

from tests.security.row import Row

ASKED = "counterfactual/"
WHAT = "title=scrapbots&base=3.6&edition=3.4"
ONE, OF_MATCH = f"{ASKED}<str:report_id>/", f"{ASKED}<str:report_id>/<str:played_id>/"
CANCEL = f"{ONE}cancel/"

ROWS = (
    Row(ASKED, "GET", "200", path=f"{ASKED}?{WHAT}"),
    Row(ASKED, "GET", "404", path=f"{ASKED}?title=scrapbots&base=3.6&edition=9.9"),
    Row(ASKED, "POST", "404"),
    Row(ONE, "GET", "404", path=f"{ASKED}nothing-here/"),
    Row(CANCEL, "POST", "404", path=f"{ASKED}nothing-here/cancel/"),
    Row(CANCEL, "GET", "405", path=f"{ASKED}nothing-here/cancel/"),
    Row(OF_MATCH, "GET", "404", path=f"{ASKED}nothing-here/nothing-here/"),
)
