"""The documents are true: what they promise and name exists."""

import re
import subprocess
import sys
import textwrap
import tomllib
from abc import ABC
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from games import catalog
from games.engine import optional
from games.engine.chance import FastChance
from games.engine.codec import read_move
from games.engine.protocol import Title
from rules.wiki import shipped
from tests.conformance import checks
from tests.conformance.cases import Case, cases_of, plain_case
from tests.conformance.moves import conceivable
from tests.conformance.playouts import play_many
from tests.conformance.replay import play, replay
from tests.conformance.site import check_title
from tests.toy import bolts, recipe

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
GUIDES = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), ROOT / "static" / "icons" / "CREDITS.md"]
PURE = [*(ROOT / "games" / "engine").rglob("*.py"), *(ROOT / "games" / "titles").rglob("*.py")]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Case:
    """Add the game Bolts to the catalogue, as docs/adding-a-game.md describes."""
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, bolts.TITLE)
    monkeypatch.setattr(shipped, "TEXT", bolts.RULEBOOKS)
    return plain_case(catalog.title("bolts"), "1")


def test_the_recipe_has_every_file_of_a_game():
    names = {Path(path).name for path in recipe.blocks()}
    assert {
        "1.md",
        "state.py",
        "moves.py",
        "events.py",
        "rules.py",
        "view.py",
        "game.py",
        "title.py",
    } <= names


def test_the_recipe_is_numbered_without_a_gap():
    for name in ("adding-a-game.md", "adding-a-card.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        steps = re.findall(r"^(?:## )?([0-9]+)\. ", text, re.MULTILINE)
        assert [int(step) for step in steps] == list(range(1, len(steps) + 1)), name


def test_the_game_of_the_recipe_passes_the_conformance_suite(toy: Case):
    for case in cases_of(toy.title):
        tally = play_many(case, range(40), closely=2)
        assert tally.games == 40
        assert tally.tables
        assert not any(tally.missing(case).values())


def test_the_game_of_the_recipe_is_one_that_the_site_can_show(toy: Case):
    check_title(toy.title)


def test_the_game_of_the_recipe_replays_from_its_seed(toy: Case):
    record = play(toy, 1)
    assert replay(toy, 1, record) == record.steps


def test_the_suite_would_notice_a_rule_that_the_recipe_forgot(toy: Case, monkeypatch: pytest.MonkeyPatch):
    """Without the refusal of a second flip in `apply`, the checks fail."""

    chance = FastChance(1)
    state, _ = toy.game.new(toy.read_options(), 2, chance)
    toy.game.apply(state, state.active, read_move(toy.game.move_type, {"type": "flip"}), chance)
    checks.check_table(toy, state, chance, conceivable(toy))
    act = import_module("games.titles.bolts.rules").act
    monkeypatch.setattr(toy.game, "apply", act)
    with pytest.raises(AssertionError, match="isn't listed as legal, but applies"):
        checks.check_offers(toy, state)


# In a copy Ruff takes these imports for third-party ones, so it can't check their order.
@pytest.mark.parametrize("check", [["check", "--quiet", "--ignore", "I001"], ["format", "--check", "--diff"]])
def test_the_code_of_the_recipe_keeps_our_style(check: list[str]):
    command = [sys.executable, "-m", "ruff", *check, "--config", ROOT / "pyproject.toml", bolts.FOLDER]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "document", [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))], ids=lambda path: path.name
)
def test_links_between_documents_lead_somewhere(document: Path):
    for name, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", document.read_text(encoding="utf-8")):
        target = document.parent / name if name else document
        assert target.exists(), f"{document.name} links to {name}"
        assert not heading or heading in headings(target), f"{document.name} links to {name}#{heading}"


def headings(document: Path) -> set[str]:
    """The headings of a document, as links to them have them."""
    found = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in found}


@pytest.mark.parametrize("app", ["games", "cards", "rules"])
def test_the_rooms_are_told_from_the_top_as_the_contract_has_them(app: str):
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(one["layers"] for one in contracts if one["name"] == f"The rooms of {app}")
    height = {room: place for place, layer in enumerate(layers[1:]) for room in re.findall(r"\w+", layer)}
    table = (DOCS / "architecture.md").read_text("utf-8").partition(f"| room of `{app}`, from the top |")[2]
    rows = re.findall(r"^\| (`.*?) \|", table.partition("\n\n")[0], re.M)
    told = [name for row in rows for name in re.findall(r"`([a-z_]+)[^`]*`", row)]
    assert set(told) == set(height)
    assert [height[room] for room in told] == sorted(height.values())


def test_the_optional_parts_are_those_that_the_titles_have():
    rows = re.findall(
        r"^\| `([A-Z][a-zA-Z]+)` \|.*\| ([^|]+) \|$", (DOCS / "architecture.md").read_text("utf-8"), re.M
    )
    parts = {name: part for name, part in vars(optional).items() if ABC in getattr(part, "__bases__", ())}
    assert {name for name, _ in rows} == set(parts)
    everyone = {title.name for title in catalog.titles()}
    for name, told in rows:
        have = {title.name for title in catalog.titles() if isinstance(title.newest.game, parts[name])}
        assert have == (everyone if told == "all" else set(told.split(", "))), name


@pytest.mark.parametrize("document", GUIDES, ids=lambda path: path.name)
def test_commands_and_their_options_exist(document: Path):
    for name, said in re.findall(r"manage\.py ([a-z_]+)([^`\n#]*)", document.read_text(encoding="utf-8")):
        command = load_command_class(get_commands()[name], name)
        known = command.create_parser("manage.py", name)._option_string_actions
        assert set(re.findall(r" (--[a-z-]+)", said)) <= known.keys(), f"{document.name}: {name}"


def test_every_variable_of_the_environment_is_listed_and_explained():
    read = set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", (ROOT / "scrapsite/settings.py").read_text("utf-8")))
    read |= set(re.findall(r"environ\.get\(\"([A-Z_]+)\"", (ROOT / "scrapsite/asgi.py").read_text("utf-8")))
    listed = re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.M)
    assert len(listed) == len(set(listed))
    assert set(listed) == read
    explained = set(re.findall(r"\b[A-Z_]+\b", (DOCS / "operating.md").read_text("utf-8")))
    assert read <= explained


def test_what_is_listed_for_the_environment_has_the_default_that_it_names():
    settings = (ROOT / "scrapsite/settings.py").read_text("utf-8")
    defaults = dict(re.findall(r"env\.(?:int|float)\(\"([A-Z_]+)\", default=([0-9._]+)\)", settings))
    asgi = (ROOT / "scrapsite/asgi.py").read_text("utf-8")
    defaults |= dict(re.findall(r"environ\.get\(\"([A-Z_]+)\", \"([0-9]+)\"\)", asgi))
    listed = dict(re.findall(r"^#([A-Z_]+)=([0-9.]+)$", (ROOT / ".env.example").read_text("utf-8"), re.M))
    del listed["METRICS_PORT"]  # an example: there is none by default
    assert {name: float(listed[name]) for name in listed if name in defaults} == {
        name: float(value) for name, value in defaults.items() if name in listed
    }
    assert len(listed) > 20


def test_paths_that_the_recipes_name_exist():
    for name in ("adding-a-game.md", "adding-a-card.md"):
        text = re.sub(r"^```.*?^```$", "", (DOCS / name).read_text(encoding="utf-8"), flags=re.M | re.S)
        named = re.findall(r"`((?:games|tests|rules|static|docs)/[a-z_/.-]+)`", text)
        assert len(named) > 5, name
        for path in named:
            assert (ROOT / path).exists(), f"{name} names {path}"


def test_every_source_in_a_docstring_is_a_paragraph_of_a_rulebook():
    cited = 0
    for path in PURE:
        for lines in re.findall(
            r"\*Source:\*([^\"]*?)\.?(?:\"\"\"|\n\n|\Z)", path.read_text(encoding="utf-8")
        ):
            for game, anchor in re.findall(r"`([a-z-]+):([a-z0-9-]+)`", lines):
                cited += 1
                assert shipped.files(game), f"{path.name} cites {game}, which has no rulebook"
                for file in shipped.files(game):
                    assert anchor in file.book.by_anchor, f"{path.name} cites {game}:{anchor}"
    assert cited > 30


def test_every_anchor_in_backticks_with_a_game_before_it_resolves():
    slugs, cited = "|".join(title.slug for title in catalog.titles()), 0
    for path in PURE:
        for game, anchor in re.findall(rf"`({slugs}):([a-z0-9-]+)`", path.read_text(encoding="utf-8")):
            cited += 1
            assert anchor in shipped.anchors(game, catalog.title(game).newest.slug), (
                f"{path.name}: {game}:{anchor}"
            )
    assert cited > 300


def test_the_code_in_the_recipe_for_a_card_is_real():
    sources = [
        (ROOT / "games" / "titles" / "scrapbots" / "cards.py").read_text(encoding="utf-8"),
        (ROOT / "tests" / "titles" / "scrapbots" / "test_card_texts.py").read_text(encoding="utf-8"),
    ]
    text = (DOCS / "adding-a-card.md").read_text(encoding="utf-8")
    blocks = [
        textwrap.dedent(block) for block in re.findall(r"^ *```python\n(.*?)^ *```$", text, re.M | re.S)
    ]
    assert len(blocks) == 2
    for block, source in zip(blocks, sources, strict=True):
        assert block.strip() in textwrap.dedent(source)


@pytest.mark.parametrize("title", catalog.titles(), ids=lambda title: title.slug)
def test_the_page_beside_a_title_names_rules_that_exist(title: Title):
    page = ROOT / "games" / "titles" / title.slug.replace("-", "_") / "README.md"
    named = re.findall(r"\[([a-z]+(?:-[a-z]+)*-[0-9]+)\](?!\()", page.read_text(encoding="utf-8"))
    assert len(named) > 10
    for edition in title.editions:
        assert set(named) <= shipped.anchors(title.slug, edition)


@pytest.mark.parametrize("title", catalog.titles(), ids=lambda title: title.slug)
def test_the_page_beside_a_title_names_each_part_of_its_package(title: Title):
    package = ROOT / "games" / "titles" / title.slug.replace("-", "_")
    page = (package / "README.md").read_text(encoding="utf-8")
    parts = [f"{path.parent.name}/" for path in package.glob("*/__init__.py")]
    parts += [path.name for path in package.iterdir() if path.suffix in (".py", ".csv")]
    assert [part for part in parts if part != "__init__.py" and f"`{part}`" not in page] == []
