"""The rows of the matrix for puzzles, which are for everybody."""

from tests.security.row import Row

API, EVERYBODY, GONE = "api/v1/puzzles", "401 200 200 200 200 200", "401 404 404 404 404 404"
OF_API = f"{API}/<puzzle>"
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
    Row(API, "GET", EVERYBODY),
    Row(f"{API}/today", "GET", EVERYBODY),
    Row(OF_API, "GET", EVERYBODY, path=f"{API}/scrapbots-1"),
    Row(OF_API, "GET", GONE, path=f"{API}/scrapbots-0"),
    Row(f"{OF_API}/solution", "GET", EVERYBODY, path=f"{API}/scrapbots-1/solution"),
    Row(f"{OF_API}/solution", "GET", GONE, path=f"{API}/nowhere-1/solution"),
    Row(f"{OF_API}/attempt", "POST", EVERYBODY, path=f"{API}/scrapbots-1/attempt", data={"moves": []}),
    Row(f"{OF_API}/attempt", "POST", GONE, path=f"{API}/scrapbots-0/attempt", data={"moves": []}),
    Row(f"{OF_API}/match", "POST", EVERYBODY, path=f"{API}/scrapbots-1/match"),
    Row(f"{OF_API}/match", "POST", GONE, path=f"{API}/scrapbots-0/match"),
)
