"""The rows of the matrix for one's own time: time off and the time zone."""

from tests.security.row import Row

ENDS = "me/time-off/<int:pk>/end/"

ROWS = (
    Row("me/time-off/", "GET", "302 200 200 200 200 200"),
    Row("me/time-off/", "POST", "302 422 422 422 422 422"),
    Row("me/time-off/", "POST", "302 422 422 422 422 422", data={"last": "2001-01-01"}),
    Row(ENDS, "GET", "302 405 405 405 405 405", path="me/time-off/{off}/end/"),
    Row(ENDS, "POST", "302 404 303 404 404 404", path="me/time-off/{off}/end/"),
    Row(ENDS, "POST", "302 404 404 404 404 404", path="me/time-off/999999/end/"),
    Row("me/time-zone/", "GET", "302 405 405 405 405 405"),
    Row("me/time-zone/", "POST", "302 303 303 303 303 303", data={"zone": "Europe/Berlin"}),
    Row("me/time-zone/", "POST", "302 422 422 422 422 422", data={"zone": "Middle/Earth"}),
)
