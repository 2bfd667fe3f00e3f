"""Mats, markers and player aids on paper: everything is there, in its size, and where printers can reach."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from functools import cache
from typing import Any

import pypdf
import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image

from cards.exports.kits import aids, box, cutting, markers, mats, placing
from cards.exports.kits.faces import face_archive
from cards.exports.lists import card_list, edition_list
from cards.exports.pages import BLEED, PAPERS, Paper, shop_pdf
from games import catalog
from games.engine.kit import Kit, Mat, Spot
from tests.cards.exports.conftest import EDITIONS, NEWEST, usually
from tests.soak.tenths import soaking

MM = 25.4 / 72
EVERYWHERE = [(game, edition, paper) for game, edition in EDITIONS for paper in PAPERS.values()]
everywhere = pytest.mark.parametrize(("game", "edition", "paper"), EVERYWHERE)
# A whole game takes seconds to draw and to measure: the smallest in the usual run, the others in the soak.
drawn_boxes = pytest.mark.parametrize("pair", usually({("scrapyard", "1.0")}), ids="-".join)


def items(kit: Kit, paper: Paper) -> dict[str, list[placing.Item]]:
    return {
        "mats": mats.mat_items(kit, paper)[1],
        "markers": markers.marker_items(kit, placing.room_of(paper).width),
        "aids": aids.aid_items(kit, "Game", {}),
    }


@everywhere
def test_things_lie_in_the_room_of_the_sheet_and_not_on_each_other(
    game: str, edition: str, paper: Paper
) -> None:
    room = placing.room_of(paper)
    for things in items(catalog.kit(game, edition), paper).values():
        packed = placing.pack(things, paper)
        assert [placed.item for sheet in packed for placed in sheet] == things
        for sheet in packed:
            for number, one in enumerate(sheet):
                right, bottom = one.x + one.item.width, one.y + one.item.height
                assert one.x >= room.x
                assert one.y >= room.y
                assert right <= room.x + room.width + 0.01
                assert bottom <= room.y + room.height + 0.01
                for other in sheet[:number]:
                    assert (
                        one.x >= other.x + other.item.width
                        or right <= other.x
                        or one.y >= other.y + other.item.height
                        or bottom <= other.y
                    )


@everywhere
def test_every_marker_and_die_is_there_as_often_as_the_kit_says(
    game: str, edition: str, paper: Paper
) -> None:
    kit = catalog.kit(game, edition)
    forms = Counter(item.data["kind"] for item in items(kit, paper)["markers"])
    wanted = Counter(dict.fromkeys(forms, 0))
    for marker in kit.markers:
        wanted[marker.form] += marker.copies
    for die in kit.dice:
        wanted["cube" if len(die.faces) == 6 else "tile"] += die.copies
    del forms["caption"], wanted["caption"]
    assert forms == wanted
    assert len(items(kit, paper)["aids"]) == kit.seats * len(kit.aids)


@everywhere
def test_parts_of_a_mat_make_up_the_whole_mat(game: str, edition: str, paper: Paper) -> None:
    kit = catalog.kit(game, edition)
    drawn, parts = mats.mat_items(kit, paper)
    printed = [mat for mat in kit.mats if mat.is_printed for _ in range(kit.seats if mat.is_each else 1)]
    assert [mat["width"] for mat in drawn] == [mat.width for mat in printed]
    for number, mat in enumerate(drawn):
        of_mat = [part for part in parts if part.data["mat"] == number]
        area = sum(part.width * (part.height - mats.NAME) for part in of_mat)
        assert area == pytest.approx(mat["width"] * mat["height"])
        assert max(part.data["left"] + part.width for part in of_mat) == pytest.approx(mat["width"])
        assert max(part.data["top"] + part.data["height"] for part in of_mat) == pytest.approx(mat["height"])


@everywhere
def test_a_mat_is_cut_through_no_step_and_no_words(game: str, edition: str, paper: Paper) -> None:
    """Letters of mats are 0.6 as wide as they are large, and a card with words has them in its middle."""
    room = placing.room_of(paper)
    for mat in catalog.kit(game, edition).mats:
        if not mat.is_printed:
            continue
        parts = cutting.parts_of(mat, room.width, room.height - mats.NAME)
        for cut in {part.left for part in parts} - {0}:
            for spot in mat.spots:
                inside = 0.01 if spot.form == "step" else spot.width / 2 - 0.3 * 2.6 * len(spot.note)
                assert not spot.left + inside < cut < spot.left + spot.width - inside, spot.slug
            for label in mat.labels:
                width = 0.6 * label.size * len(label.words)
                left = label.left - (width / 2 if label.anchor == "middle" else 0)
                assert not left < cut < left + width, label.words
        for cut in {part.top for part in parts} - {0}:
            for spot in mat.spots:
                assert not spot.top + 0.01 < cut < spot.top + spot.height - 0.01, spot.slug


def test_a_mat_without_a_good_place_to_cut_is_cut_all_the_same() -> None:
    mat = Mat("long", "Long", 300, 50, (Spot("all", "area", 0, 0, 300, 50, "Words " * 20),))
    assert [part.width for part in cutting.parts_of(mat, 190, 250)] == [150, 150]


@pytest.mark.parametrize("pair", usually(NEWEST), ids="-".join)
@pytest.mark.soak(seconds=1, one_in=4)
def test_nothing_on_mats_markers_and_aids_is_below_6_points(pair: tuple[str, str]) -> None:
    kit, cards = catalog.kit(*pair), edition_list(*pair)
    assert cards is not None
    finish = box.Finish(PAPERS["a4"])
    drawn, parts = mats.mat_items(kit, finish.paper)
    things = items(kit, finish.paper)
    for name, listed in (("Mats", parts), ("Markers", things["markers"]), ("Player aids", things["aids"])):
        pdf = box._pages(cards, finish, name, listed, drawn if name == "Mats" else ())
        for page in pypdf.PdfReader(io.BytesIO(pdf)).pages:
            assert min(sizes_on(page)) >= 6, name


def sizes_on(page: pypdf.PageObject) -> list[float]:
    """Return the sizes of all words on a page, in points."""
    found: list[float] = []

    def visit(text: str, _user: Any, matrix: Any, _font: Any, size: float) -> None:
        if text.strip():
            found.append(round(size * (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5, 2))

    page.extract_text(visitor_text=visit)
    return found


@everywhere
def test_a_caption_is_on_the_sheet_of_what_it_is_about(game: str, edition: str, paper: Paper) -> None:
    for sheet in placing.pack(items(catalog.kit(game, edition), paper)["markers"], paper):
        assert sheet[-1].item.data["kind"] != "caption"


def test_a_caption_is_nearer_to_what_it_is_about() -> None:
    disc = placing.Item(20, 20, {"kind": "disc"})
    caption = placing.Item(100, 5, {"kind": "caption"}, starts_row=True)
    above, said, below = placing.pack([disc, caption, disc], PAPERS["a4"])[0]
    assert said.y - (above.y + 20) > below.y - (said.y + 5)


def test_what_is_larger_than_the_paper_is_an_error() -> None:
    paper = PAPERS["a4"]
    with pytest.raises(placing.TooLarge, match="wider"):
        placing.pack([placing.Item(300, 10, {"kind": "disc"})], paper)
    with pytest.raises(placing.TooLarge, match="more than a sheet"):
        placing.pack([placing.Item(10, 290, {"kind": "disc"})], paper)


def test_opposite_faces_of_a_die_add_up_to_seven() -> None:
    die = catalog.kit("scrapyard", "1.0").dice[0]
    row = markers._die(die).data["faces"]
    # Of a row of four the first is opposite the third; the last two are above and below the second.
    for one, other in ((0, 2), (1, 3), (4, 5)):
        assert int(row[one]) + int(row[other]) == 7
    assert sorted(row) == sorted(die.faces)


@pytest.mark.parametrize(("sides", "is_of_paper"), [(4, False), (6, True), (8, False), (12, False)])
def test_a_die_that_no_sheet_can_be_folded_to_is_on_none(sides: int, is_of_paper: bool) -> None:
    """The markers of a draft of Scrapyard with other dice than cubes failed."""
    kit = catalog.kit("scrapyard", "1.0")
    die = replace(kit.dice[0], name="Die of a draft", faces=tuple(map(str, range(1, sides + 1))))
    made = markers.marker_items(replace(kit, dice=(die,)), 190)
    captions = [item.data["words"] for item in made if item.data["kind"] == "caption"]
    assert any(die.name in words for words in captions) is is_of_paper
    without = markers.marker_items(replace(kit, dice=()), 190)
    assert len(made) == len(without) + (die.copies if is_of_paper else 0)


@cache
def printed(game: str, edition: str, paper: str, has_bleed: bool) -> dict[str, bytes]:
    cards = edition_list(game, edition)
    assert cards is not None
    finish = box.Finish(PAPERS[paper], has_bleed, is_light=has_bleed)
    return box.printed(catalog.kit(game, edition), cards, finish, {"end-1": "9.1"}, lambda *told: None)


def ink_of(page: Any) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of all that is printed on a page, in millimetres."""
    image = page.render(scale=1).to_pil().convert("L").point(lambda light: light < 250 and 255)
    left, top, right, bottom = image.getbbox()
    return left * MM, top * MM, (right - 1) * MM, (bottom - 1) * MM


@drawn_boxes
@pytest.mark.soak(seconds=2)
def test_a_printed_game_keeps_8_mm_from_every_edge(pair: tuple[str, str]) -> None:
    """A pixel of the picture is a third of a millimetre."""
    for paper, has_bleed in (("a4", False), ("letter", True)):
        sheet = PAPERS[paper]
        for name, pdf in printed(*pair, paper, has_bleed).items():
            with pypdfium2.PdfDocument(pdf) as document:
                for number, page in enumerate(document):
                    left, top, right, bottom = ink_of(page)
                    where = f"{name}, page {number + 1}"
                    assert min(left, top) > 8 - MM, where
                    assert right < sheet.width - 8 + MM, where
                    assert bottom < sheet.height - 8 + MM, where


@pytest.mark.soak(seconds=2)
@drawn_boxes
def test_a_game_fills_as_many_sheets_as_its_page_says_before(pair: tuple[str, str]) -> None:
    for paper, has_bleed in (("a4", False), ("letter", True)):
        said = box.sheets_of(catalog.kit(*pair), box.Finish(PAPERS[paper], has_bleed))
        files = printed(*pair, paper, has_bleed).values()
        pages = [len(pypdf.PdfReader(io.BytesIO(pdf)).pages) for pdf in files]
        assert pages == [2 * said.cards, said.mats, said.markers, said.aids]


@pytest.mark.soak(seconds=1)
@drawn_boxes
def test_every_card_of_the_kit_is_printed_in_its_deck(pair: tuple[str, str]) -> None:
    kit = catalog.kit(*pair)
    names = {card.slug: card.name for card in catalog.cards(*pair)}
    with pypdfium2.PdfDocument(printed(*pair, "a4", False)["cards.pdf"]) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    fronts, backs = texts[::2], texts[1::2]
    lines = Counter(line.strip() for text in fronts for line in text.splitlines())
    for slug, name in names.items():
        wanted = sum(share.copies for deck in kit.decks for share in deck.shares if share.card == slug)
        assert lines[name] == wanted, name
    for deck in kit.decks:
        assert any(f"{deck.name} (" in text for text in fronts), deck.name
    title = catalog.title(pair[0]).name
    copies = sum(deck.copies for deck in kit.decks)
    assert sum(text.splitlines().count(title) for text in backs) == 2 * copies, "a back says it at both ends"


@drawn_boxes
@pytest.mark.soak(seconds=1)
def test_bleed_has_its_boxes(pair: tuple[str, str]) -> None:
    """Trimmed to its box, a page is exactly its cards: two columns of 88 mm and three rows of 63 mm."""
    for page in pypdf.PdfReader(io.BytesIO(printed(*pair, "letter", True)["cards.pdf"])).pages:
        trim, ground = page.trimbox, page.bleedbox
        assert float(trim.width) * MM == pytest.approx(2 * 88 + 2 * BLEED)
        assert float(trim.height) * MM == pytest.approx(3 * 63 + 4 * BLEED)
        assert (float(ground.width) - float(trim.width)) * MM == pytest.approx(2 * BLEED)
        assert (float(trim.left) - float(ground.left)) * MM == pytest.approx(BLEED)
        assert float(trim.left + trim.right) == pytest.approx(float(page.mediabox.width), abs=0.01)


@pytest.mark.soak(seconds=2)
@drawn_boxes
def test_crop_marks_keep_off_the_words_above_the_cards(pair: tuple[str, str]) -> None:
    """They stood in the tails of the letters that say which deck it is."""
    for paper, has_bleed in (("a4", False), ("letter", True)):
        with pypdfium2.PdfDocument(printed(*pair, paper, has_bleed)["cards.pdf"]) as document:
            page = document[0]
            middle = page.get_height() - 20 / MM
            boxes = [thing.get_bounds() for thing in page.get_objects(max_depth=1) if thing.type == 2]
            tops = [top for left, _, right, top in boxes if right - left < 1 and top > middle]
            text = page.get_textpage()
            lows = [text.get_charbox(number)[1] for number in range(text.count_chars())]
            assert tops
            assert max(tops) * MM < min(low for low in lows if low > middle) * MM - 0.2


@drawn_boxes
def test_little_ink_is_little(pair: tuple[str, str]) -> None:
    def ink(pdf: bytes) -> float:
        with pypdfium2.PdfDocument(pdf) as document:
            image = document[0].render(scale=0.5).to_pil().convert("L")
        return sum(255 - light for light in image.get_flattened_data())

    full, light = printed(*pair, "a4", False), printed(*pair, "letter", True)
    # Nine cards in full colour, and six with little ink.
    assert ink(light["cards.pdf"]) / 6 < ink(full["cards.pdf"]) / 9 / 3


@pytest.mark.soak(seconds=1)
def test_player_aids_name_rules_by_number() -> None:
    with pypdfium2.PdfDocument(
        printed("scrapbots", "3.6-2020-07", "a4", False)["player-aids.pdf"]
    ) as document:
        assert "9.1" in document[0].get_textpage().get_text_range()


def test_a_print_shop_gets_a_card_to_a_page() -> None:
    scout = card_list("x", "x", [catalog.card("scrapbots", "3.6", "scout")])
    reader = pypdf.PdfReader(io.BytesIO(shop_pdf(scout)))
    assert len(reader.pages) == 2 * scout.copies
    for page in reader.pages:
        for found, width, height in ((page.trimbox, 63, 88), (page.bleedbox, 69, 94)):
            assert float(found.width) * MM == pytest.approx(width, abs=0.01)
            assert float(found.height) * MM == pytest.approx(height, abs=0.01)
            assert float(found.left + found.right) == pytest.approx(float(page.mediabox.width), abs=0.01)
    with pypdfium2.PdfDocument(shop_pdf(scout)) as document:
        picture = document[0].render(scale=1).to_pil().convert("RGB")
    # The ground goes on to the end of the bleed, 7 mm from the edge of the page, and no farther.
    assert picture.getpixel((round(7.6 / MM), round(54 / MM))) != (255, 255, 255)
    assert picture.getpixel((round(6.3 / MM), round(54 / MM))) == (255, 255, 255)


@pytest.mark.parametrize(
    ("dpi", "size"),
    [(150, (372, 520)), soaking(300, (744, 1039), seconds=4), soaking(600, (1488, 2079), seconds=6)],
)
def test_faces_are_pictures_of_their_size(dpi: int, size: tuple[int, int]) -> None:
    steps: list[tuple[str, int, int]] = []
    crawl = card_list("x", "x", [catalog.card("junkyard", "0.1", "roll")])
    body = face_archive(crawl, dpi, lambda *told: steps.append(told))
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        names = [f"junkyard-roll-{number}.png" for number in range(1, 5)]
        assert archive.namelist() == [*names, "junkyard-back.png"], "each copy has a number of its own"
        for name in archive.namelist():
            picture = Image.open(archive.open(name))
            assert picture.size == pytest.approx(size, abs=1)
    assert steps == [("Drawing the cards", 0, 4)]


def test_cards_of_several_editions_have_a_picture_each() -> None:
    """Of those with the same name, programs that unpack the archive kept one."""
    scouts = [catalog.card("scrapbots", edition, "scout") for edition in ("3.6-2020-07", "3.4")]
    body = face_archive(card_list("x", "x", scouts), 30, lambda *told: None)
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.namelist() == [
            "scrapbots-3-6-2020-07-scout.png",
            "scrapbots-3-4-scout.png",
            "scrapbots-back.png",
        ]
