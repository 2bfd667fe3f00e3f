"""The rows of the matrix for puzzles, which are for everybody."""

from tests.security.row import Row

ONE, START = "puzzles/<slug:slug>/", "puzzles/<slug:slug>/start/"

ROWS = (
    Row("puzzles/", "GET", "200"),
    Row("puzzles/", "POST", "405"),
    Row("puzzles/today/", "GET", "302"),
    Row("puzzles/today/", "POST", "405"),
    Row(ONE, "GET", "200", path="puzzles/scrapbots-1/"),
    Row(ONE, "GET", "404", path="puzzles/scrapbots-0/"),
    Row(ONE, "POST", "405", path="puzzles/scrapbots-1/"),
    Row(START, "POST", "303", path="puzzles/scrapbots-1/start/"),
    Row(START, "POST", "404", path="puzzles/nowhere-1/start/"),
    Row(START, "GET", "405", path="puzzles/scrapbots-1/start/"),
)
