"""Changes the text of a question: narrows it by a choice, or takes the choice back."""

from cards.search.language.errors import SearchError
from cards.search.language.operators import SETTING_KEYS
from cards.search.language.parser import Term, Token, tokens
from cards.search.language.readings import quoted
from cards.search.language.vocabulary import Choices, fitting
from scrapsite.common.fulltext.words import plain


def narrowed(text: str, key: str, value: str) -> str:
    """Return *text* with `key:value` in it; this replaces what *text* says about *key* for all its cards."""
    term = chosen(text, key)
    if term is not None and plain(term.value) == plain(value):
        return text
    kept, settings = _cut(text, key)
    inside = f"({kept})" if key not in SETTING_KEYS and _has_alternatives(kept) else kept
    return " ".join(filter(None, [inside, f"{key}:{quoted(value)}", settings]))


def without(text: str, key: str) -> str:
    """Return *text* without what it says about *key* for all its cards."""
    return " ".join(filter(None, _cut(text, key)))


def chosen(text: str, key: str) -> Term | None:
    """Return what *text* says about *key* for all its cards; None unless it says exactly one thing."""
    found = [token.term for token in _common(text) if _is_choice(token, key)]
    return found[0] if len(found) == 1 else None


def meant(choices: Choices, term: Term | None) -> list[str]:
    """Return the choices that the values of *term* mean; none without a term."""
    return [found for value in term.values for found in fitting(choices, value.text)] if term else []


def _cut(text: str, key: str) -> tuple[str, str]:
    """Return *text* without its choices of *key*, and its settings separately."""
    common, settings = _common(text), list[str]()
    kept = [token for token, _ in _tokens(text)]
    if not kept:
        return text, ""
    for token in common:
        if token.term is not None and token.term.key in SETTING_KEYS and token.term.key != key:
            settings.append(text[token.start : token.end])
        elif not _is_choice(token, key):
            continue
        _drop(kept, token)
    return _joined(text, kept), " ".join(settings)


def _drop(kept: list[Token], token: Token) -> None:
    """Remove *token*, and an `and` that would be left with only one side."""
    place = kept.index(token)
    if place and kept[place - 1].kind == "and":
        del kept[place - 1 : place + 1]
    else:
        is_followed = place + 1 < len(kept) and kept[place + 1].kind == "and"
        del kept[place : place + 1 + is_followed]


def _joined(text: str, kept: list[Token]) -> str:
    """Return the tokens *kept* as a question; tokens that touched each other still do."""
    parts, end = list[str](), -1
    for token in kept:
        parts += ["" if token.start == end or end < 0 else " ", text[token.start : token.end]]
        end = token.end
    return "".join(parts)


def _is_choice(token: Token, key: str) -> bool:
    return token.term is not None and token.term.key == key and token.term.sign in (":", "=")


def _common(text: str) -> list[Token]:
    """Return the tokens that apply to all cards: outside parentheses, not negated, no alternatives.

    Settings always apply to all cards.
    """
    found = _tokens(text)
    is_open = any(token.kind == "or" for token, depth in found if not depth)
    common, before = [], None
    for token, depth in found:
        is_setting = token.term is not None and token.term.key in SETTING_KEYS
        if is_setting or not (depth or is_open or (before is not None and before.kind == "minus")):
            common.append(token)
        before = token
    return common


def _has_alternatives(text: str) -> bool:
    return any(token.kind == "or" for token, depth in _tokens(text) if not depth)


def _tokens(text: str) -> list[tuple[Token, int]]:
    """Return the tokens with the number of parentheses around each; none if *text* can't be read."""
    try:
        cut = tokens(text)
    except SearchError:
        return []
    found, depth = [], 0
    for token in cut:
        depth -= token.kind == "close"
        found.append((token, depth))
        depth += token.kind == "open"
    return found
