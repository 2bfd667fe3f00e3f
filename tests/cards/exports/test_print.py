"""Print and play: sizes in millimetres, the right number of every card, and pages that look like cards."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageColor

from cards.catalogue.faces import type_of
from cards.exports import drawing, pages
from cards.exports.lists import CardList, card_list
from cards.exports.look import colours, enamel_of
from games import catalog
from games.engine.cards import TextLine
from scrapsite.common.typesetting import running
from tests.soak.tenths import soaking

MM = 25.4 / 72
RENDER_DPI = 80
PIXEL = 25.4 / RENDER_DPI
PAPERS = list(pages.PAPERS.values())
# What takes seconds for each paper: the first one in the usual run.
A_PAPER = [PAPERS[0], *(soaking(paper, seconds=8) for paper in PAPERS[1:])]
A4 = pages.LAYOUTS["a4"]
Drawn = Callable[[str, CardList], dict[str, bytes]]


def pdf_of(drawn: Drawn, cards: CardList, paper: str = "a4", backs: str = "backs") -> bytes:
    return drawn(f"print-{paper}-{backs}", cards)["cards.pdf"]


def page_texts(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


def page_image(pdf: bytes, number: int) -> Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        return document[number].render(scale=RENDER_DPI / 72).to_pil().convert("RGB")


def pixel(image: Image.Image, x: float, y: float) -> Any:
    """Return the colour at a place in millimetres."""
    return image.getpixel((int(x / 25.4 * RENDER_DPI), int(y / 25.4 * RENDER_DPI)))


def thin_lines(pdf: bytes, number: int) -> Iterator[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of the page's crop marks, in millimetres from its corner."""
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[number]
        height = page.get_height()
        for thing in page.get_objects(max_depth=1):
            left, bottom, right, top = thing.get_bounds()
            if thing.type == 2 and min(right - left, top - bottom) * MM < 0.5:
                yield tuple(edge * MM for edge in (left, height - top, right, height - bottom))


@pytest.mark.parametrize("paper", A_PAPER, ids=lambda paper: paper.slug)
@pytest.mark.soak(seconds=1)
def test_a_page_has_the_papers_size(drawn: Drawn, scrapbots: CardList, paper: pages.Paper) -> None:
    for page in pypdf.PdfReader(io.BytesIO(pdf_of(drawn, scrapbots, paper.slug))).pages:
        assert float(page.mediabox.width) * MM == pytest.approx(paper.width, abs=0.01)
        assert float(page.mediabox.height) * MM == pytest.approx(paper.height, abs=0.01)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.slug)
@pytest.mark.soak(seconds=1)
def test_crop_marks_stand_where_cards_of_63_by_88_mm_end(
    drawn: Drawn, scrapbots: CardList, paper: pages.Paper
) -> None:
    lines = list(thin_lines(pdf_of(drawn, scrapbots, paper.slug), 0))
    upright = sorted({round((left + right) / 2, 1) for left, top, right, bottom in lines if bottom - top > 1})
    flat = sorted({round((top + bottom) / 2, 1) for left, top, right, bottom in lines if right - left > 1})
    columns, rows, width, height = (3, 3, 63, 88) if paper.slug == "a4" else (2, 4, 88, 63)
    left, top = (paper.width - columns * width) / 2, 14.5
    assert upright == pytest.approx([left + column * width for column in range(columns + 1)], abs=0.06)
    assert flat == pytest.approx([top + row * height for row in range(rows + 1)], abs=0.06)
    assert len(lines) == 2 * (columns + 1) + 2 * (rows + 1)


@pytest.mark.parametrize("paper", A_PAPER, ids=lambda paper: paper.slug)
@pytest.mark.soak(seconds=1)
def test_everything_on_a_page_keeps_8_mm_from_its_edges(
    drawn: Drawn, cards: CardList, paper: pages.Paper
) -> None:
    """Home printers can't reach the edges. What is measured is a picture of the page, to a pixel."""
    pdf = pdf_of(drawn, cards, paper.slug)
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            left, top, right, bottom = ink_of(page)
            assert min(left, top) > 8 - PIXEL
            assert right < paper.width - 8 + PIXEL
            assert bottom < paper.height - 8 + PIXEL


def ink_of(page: Any) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of all that is printed on a page, in millimetres."""
    image = page.render(scale=RENDER_DPI / 72).to_pil().convert("L").point(lambda light: light < 250 and 255)
    left, top, right, bottom = image.getbbox()
    return left * PIXEL, top * PIXEL, (right - 1) * PIXEL, (bottom - 1) * PIXEL


@pytest.mark.soak(seconds=1)
@pytest.mark.parametrize("paper", A_PAPER, ids=lambda paper: paper.slug)
def test_crop_marks_stay_off_the_cards(drawn: Drawn, scrapbots: CardList, paper: pages.Paper) -> None:
    edges = pages.LAYOUTS[paper.slug].trim
    lines = list(thin_lines(pdf_of(drawn, scrapbots, paper.slug), 0))
    assert lines
    for left, top, right, bottom in lines:
        beside = right < edges[0] or left > edges[2]
        assert beside or bottom < edges[1] or top > edges[3]


@pytest.mark.soak(seconds=1)
def test_credits_are_6_points_or_more(drawn: Drawn, cards: CardList) -> None:
    whole = " ".join(cards.credits)  # a line may end one and begin the next
    for paper in ("a4", "letter"):
        said = [
            (size, words)
            for size, words in sizes_of(pdf_of(drawn, cards, paper), 0)
            if len(words) > 12 and words in whole
        ]
        assert said
        for size, words in said:
            assert size >= 6, words


def sizes_of(pdf: bytes, number: int) -> list[tuple[float, str]]:
    """Return the words of a page with their sizes in points."""
    found: list[tuple[float, str]] = []

    def visit(text: str, _user: Any, matrix: Any, _font: Any, size: float) -> None:
        scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
        found.append((round(size * scale, 2), text.strip()))

    pypdf.PdfReader(io.BytesIO(pdf)).pages[number].extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize("paper", A_PAPER, ids=lambda paper: paper.slug)
def test_every_copy_of_every_card_is_there(drawn: Drawn, cards: CardList, paper: pages.Paper) -> None:
    texts = page_texts(pdf_of(drawn, cards, paper.slug, "fronts"))
    lines = Counter(line.strip() for text in texts for line in text.splitlines())
    names = Counter({card.name: 0 for card in cards.cards})
    for card in cards.cards:
        names[card.name] += card.quantity
    assert {name: lines[name] for name in names} == dict(names)
    assert len(texts) == -(-cards.copies // (9 if paper.slug == "a4" else 8))


def test_words_and_figures_of_a_card_are_text(drawn: Drawn, cards: CardList) -> None:
    words = " ".join(" ".join(page_texts(pdf_of(drawn, cards))).split())
    for card in cards.cards:
        assert type_of(card).upper() in words
        for line in card.lines:
            always, _, heads = line.text.partition("Heads: ")
            assert always.strip() in words
            assert heads in words


@pytest.mark.soak(seconds=1)
def test_pages_say_title_number_and_credits(drawn: Drawn, cards: CardList) -> None:
    texts = page_texts(pdf_of(drawn, cards, "letter"))
    for number, text in enumerate(texts):
        side = "Back" if number % 2 else "Front"
        assert f"{side} {number // 2 + 1} of {len(texts) // 2}" in text
        assert cards.name in text
        for sentence in cards.credits:
            assert sentence in " ".join(text.split())


def test_scrapbots_names_designer_artists_and_licences(drawn: Drawn, scrapbots: CardList) -> None:
    first = page_texts(pdf_of(drawn, scrapbots))[0]
    for words in ("David Torres", "CC BY-NC-SA 4.0", "Game-icons.net", "CC BY 3.0"):
        assert words in first


def test_fonts_are_inside(drawn: Drawn, cards: CardList) -> None:
    found = {}
    for page in pypdf.PdfReader(io.BytesIO(pdf_of(drawn, cards))).pages:
        for font in page["/Resources"]["/Font"].values():
            for inner in font.get_object()["/DescendantFonts"]:
                found[font.get_object()["/BaseFont"]] = inner.get_object()["/FontDescriptor"].get_object()
    assert all("/FontFile2" in descriptor or "/FontFile3" in descriptor for descriptor in found.values())
    families = {name.partition("+")[2].partition("-")[0] for name in found}
    assert families == {"ShareTechMono", "RobotoMono"}


@pytest.mark.soak(seconds=1)
def test_cards_show_the_colour_of_their_type_and_lie_in_the_order_of_the_box(
    drawn: Drawn, cards: CardList
) -> None:
    pdf = pdf_of(drawn, cards, "a4", "fronts")
    copies = [card for card in cards.cards for _ in range(card.quantity)]
    for number in {0, (len(copies) - 1) // 9}:
        image = page_image(pdf, number)
        on_page = copies[number * 9 : number * 9 + 9]
        for place in range(9):
            row, column = divmod(place, 3)
            x, y = A4.left + column * 63, A4.top + row * 88
            if place >= len(on_page):
                assert pixel(image, x + 31, y + 44) == (255, 255, 255)
                continue
            enamel = ImageColor.getrgb(colours()[enamel_of(on_page[place])])
            assert close(pixel(image, x + 1.2, y + 44), enamel), on_page[place].slug
            assert max(pixel(image, x + 5, y + 4)) < 40, "the name plate is oil black"


def close(one: Any, other: Any) -> bool:
    return all(abs(a - b) < 40 for a, b in zip(one, other, strict=False))


@pytest.mark.soak(seconds=1)
def test_art_fills_the_window(drawn: Drawn, cards: CardList) -> None:
    """A card without its drawing would leave the window dark."""
    image = page_image(pdf_of(drawn, cards, "a4", "fronts"), 0)
    left, top = A4.left, A4.top
    window = image.crop(
        tuple(int(mm / 25.4 * RENDER_DPI) for mm in (left + 6, top + 20, left + 57, top + 45))
    )
    bright = sum(1 for colour in window.get_flattened_data() if min(colour) > 200)
    assert bright > window.width * window.height * 0.05


@pytest.mark.parametrize("layout", [*pages.LAYOUTS.values(), *pages.BLEEDING.values()])
@pytest.mark.soak(seconds=0.2, one_in=4)
def test_backs_lie_behind_their_fronts(scrapbots: CardList, layout: pages.Layout) -> None:
    """Turned over its long edge, a point at x from the left is at x from the right.

    Measured are points just inside and just outside what is printed of a card, its bleed included.
    """
    five = card_list("x", "x", [msgspec.structs.replace(scrapbots.cards[0], quantity=5)])
    pdf = drawing.compile_pdf("print.typ", pages.job_of(five, pages.faces_of(five), layout, with_backs=True))
    front, back = (page_image(pdf, number) for number in range(2))
    edges = layout.xs[0] - layout.bleed, layout.xs[-1] + layout.size[0] + layout.bleed
    places = [x + 2 for x in layout.xs] + [edge + step for edge in edges for step in (-0.5, 0.5)]
    printed = 0
    for x in places:
        for y in layout.ys:
            here = pixel(front, x, y + 30) != (255, 255, 255)
            behind = pixel(back, layout.paper.width - x, y + 30) != (255, 255, 255)
            assert here == behind, (x, y)
            printed += here
    assert 0 < printed < len(places) * layout.rows


def test_a_back_has_its_upper_end_where_the_front_has_it() -> None:
    """On Letter cards lie sideways: with its upper end to the right, a card's back has it to the left."""
    layout = pages.LAYOUTS["letter"]
    assert layout.is_turned
    sheets = list(pages.sheets(pages.Faces((), (0,)), 8, True))
    turns = [pages._sheet(sheet, layout, [0])["spots"][0]["turn"] for sheet in sheets]
    assert turns == [90, -90]


@pytest.mark.soak(seconds=1)
def test_the_same_cards_give_the_same_bytes(drawn: Drawn, scrapbots: CardList) -> None:
    assert pages.print_pdf(scrapbots, pages.A4, True) == pdf_of(drawn, scrapbots)


def test_words_are_never_markup(scrapbots: CardList) -> None:
    evil = '#panic("x") *b* $x$ `r` @a <l> \\ #image("/etc/passwd") "'
    card = msgspec.structs.replace(
        scrapbots.cards[4],
        name=evil,
        type=evil,
        lines=(TextLine(evil, evil), TextLine("2 Energy", evil)),
        quantity=1,
    )
    text = " ".join(page_texts(pages.print_pdf(card_list(evil, "evil", [card]), pages.A4, False))[0].split())
    assert text.count('#panic("x") *b* $x$') == 5
    assert "#image" in text
    assert "@a <l>" in text


def test_an_icon_is_a_name_and_not_a_path(scrapbots: CardList) -> None:
    card = msgspec.structs.replace(scrapbots.cards[0], icon="../fonts/CREDITS", quantity=1)
    assert pages.print_job(card_list("x", "x", [card]), pages.A4, False)["look"]["art"].keys() == {
        "walking-scout"
    }


def test_a_page_that_cannot_be_set_is_an_error_and_not_a_file(scrapbots: CardList) -> None:
    job = pages.print_job(scrapbots, pages.A4, False) | {"paper": {}}
    with pytest.raises(running.NotSet, match="dictionary does not contain"):
        drawing.compile_pdf("print.typ", job)


def test_typst_has_a_time_limit(scrapbots: CardList, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MOST_SECONDS", 0.01)
    with pytest.raises(running.NotSet, match="more than"):
        pages.print_pdf(scrapbots, pages.A4, False)


def test_long_texts_shrink_until_they_fit(scrapbots: CardList) -> None:
    lines = tuple(TextLine(f"{number} Energy", "Deal 10 damage to every Scrapbot. " * 4) for number in (3, 7))
    card = msgspec.structs.replace(
        scrapbots.cards[4], name="The Most Longwinded Scrapbot Ever Built", lines=lines, quantity=1
    )
    pdf = pages.print_pdf(card_list("x", "x", [card]), pages.A4, False)
    image = page_image(pdf, 0)
    assert pixel(image, A4.left + 31, A4.top + 90) == (255, 255, 255)
    words = " ".join(page_texts(pdf)[0].split())
    assert words.count("Deal 10 damage") == 8
    assert "Scrapbots 3.6 ×1" in words


def test_a_numbered_copy_says_how_many_there_are_of_its_kind() -> None:
    crane = catalog.card("junkyard", "0.1", "crane")
    words = page_texts(pages.print_pdf(card_list("x", "x", [crane]), pages.A4, False))[0]
    assert words.count("×9") == 9


def test_a_number_stays_in_the_line_of_its_word() -> None:
    """Crane is “Salvage 1. Turn. Salvage 1.”, which is a little too long for one line."""
    crane = catalog.card("junkyard", "0.1", "crane")
    words = page_texts(pages.print_pdf(card_list("x", "x", [crane]), pages.A4, False))[0]
    lines = [" ".join(line.split()) for line in words.splitlines()]
    assert lines.count("Salvage 1.") == 9
    assert "1." not in lines
