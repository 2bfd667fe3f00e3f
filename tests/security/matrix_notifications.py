"""The rows of the matrix for notifications: choosing them, feeds, and what letters lead to.

The feed's key and the letter's token are the player's; whoever has them needs nothing else.
"""

from tests.security.row import Row

MEMBERS = "302 {0} {0} {0} {0} {0}"
SEEN, NOT_SO, ABSENT = MEMBERS.format(200), MEMBERS.format(405), MEMBERS.format(404)
GO = "me/alerts/go/<str:match_id>/"
STOP = "alerts/stop/<str:token>/"
ATOM, CALENDAR = "feeds/<str:key>/alerts.atom", "feeds/<str:key>/deadlines.ics"
BROWSER = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": "A" * 87, "auth": "A" * 22}

ROWS = (
    Row("me/news/", "GET", SEEN),
    Row("me/news/", "POST", NOT_SO),
    Row("me/news/read/", "GET", NOT_SO),
    Row("me/news/read/", "POST", "302", data={"until": "soon"}),
    Row("me/alerts/", "GET", SEEN),
    Row("me/alerts/", "POST", "302", data={"email:any": "yes", "rhythm": "daily", "hour": "7"}),
    Row("me/alerts/feeds/", "GET", NOT_SO),
    Row("me/alerts/feeds/", "POST", "302"),
    Row("me/alerts/feeds/end/", "GET", NOT_SO),
    Row("me/alerts/feeds/end/", "POST", "302"),
    Row("me/alerts/push/", "GET", NOT_SO),
    Row("me/alerts/push/", "POST", ABSENT, data=BROWSER),
    Row("me/alerts/push/end/", "GET", NOT_SO),
    Row("me/alerts/push/end/", "POST", "302"),
    *(Row(GO, "GET", "302", state=state) for state in ("open", "running", "finished", "cancelled", "absent")),
    Row(GO, "POST", "405", state="running"),
    Row(STOP, "GET", "200", path="alerts/stop/{stop}/"),
    Row(STOP, "POST", "200", path="alerts/stop/{stop}/", by_address=True),
    Row(STOP, "GET", "404", path="alerts/stop/nothing/"),
    Row(STOP, "POST", "404", path="alerts/stop/nothing/", by_address=True),
    Row(ATOM, "GET", "200", path="feeds/{feed}/alerts.atom"),
    Row(ATOM, "GET", "404", path="feeds/nothing/alerts.atom"),
    Row(ATOM, "POST", "405", path="feeds/{feed}/alerts.atom"),
    Row(CALENDAR, "GET", "200", path="feeds/{feed}/deadlines.ics"),
    Row(CALENDAR, "GET", "404", path="feeds/nothing/deadlines.ics"),
    Row(CALENDAR, "POST", "405", path="feeds/{feed}/deadlines.ics"),
)
