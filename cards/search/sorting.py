"""How the card list is sorted: the orders to choose from, and the links that sort it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from cards.catalogue.links import found_url
from cards.search.address import Asked
from cards.search.facets import FacetLink, Option
from cards.search.language.editing import narrowed, without
from cards.search.language.operators import NUMBERS, ORDERS
from cards.search.language.question import Question

Sorted = Literal["ascending", "descending", ""]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the checklist, and the link that sorts the list by it.

    *key:* of the order. *is_sorted:* how the list is sorted by it now, empty if it isn't.
    """

    key: str
    label: str
    url: str
    is_number: bool
    is_sorted: Sorted = ""

    @property
    def found_url(self) -> str:
        return found_url(self.url)


def order_options(question: Question, figures: Collection[str]) -> tuple[Option, ...]:
    """Return the entries of the select for orders. *figures:* those that the cards found have."""
    known = {operator.key for operator in NUMBERS}
    return tuple(
        Option("" if key == "box" else key, _capital(order.label), key == question.order)
        for key, order in ORDERS.items()
        if key not in known or key in figures or key == question.order
    )


def reverse_link(asked: Asked, question: Question) -> FacetLink:
    """Return the link that turns the order round."""
    turned = without(asked.text, "direction")
    if not question.is_descending:
        turned = narrowed(asked.text, "direction", "desc")
    return FacetLink("reverse", "Reverse order", asked.url(turned), question.is_descending)


def columns(
    asked: Asked, question: Question, figures: Iterable[tuple[str, str]], *, has_editions: bool
) -> tuple[Column, ...]:
    """Return the columns of a checklist. *figures:* keys and labels. *has_editions:* whether it says them.

    Where the question compares editions, the last one says what became of the cards.
    """
    found = [("name", "Card", False), ("type", "Type", False)]
    found += [(key, label, True) for key, label in figures]
    found += [("qty", "Copies", True)]
    found += [("edition", "Edition", False)] if has_editions else []
    found += [("turnover", "What changed", False)] if question.compared else []
    return tuple(_column(asked, question, *said) for said in found)


def _column(asked: Asked, question: Question, key: str, label: str, is_number: bool) -> Column:
    if key not in ORDERS:
        return Column(key, label, "", is_number)
    if key != question.order:
        text = narrowed(without(asked.text, "direction"), "order", key)
        return Column(key, label, asked.url(text), is_number)
    turned = reverse_link(asked, question)
    return Column(key, label, turned.url, is_number, "descending" if question.is_descending else "ascending")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
