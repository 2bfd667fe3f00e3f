"""What editors say, in forms that publish, of changed paragraphs that the game goes by."""

from django.http import HttpRequest

from rules.wiki.checks import MOST_BLOCKS
from rules.wiki.models import CheckVerdict

_PREFIX, _SOURCED = "check:", "sourced:"
_OF_GAME = (CheckVerdict.HOLDS, CheckVerdict.FOLLOW)


def verdicts_of(request: HttpRequest) -> dict[str, CheckVerdict]:
    """Return the verdicts in the form, by anchor. What isn't a verdict is left out."""
    names = [name for name in request.POST if name.startswith(_PREFIX)][:MOST_BLOCKS]
    said = {name.removeprefix(_PREFIX): request.POST[name] for name in names}
    return {anchor: CheckVerdict(one) for anchor, one in said.items() if one in _OF_GAME}


def sourced_in(request: HttpRequest) -> tuple[str, ...]:
    """Return the anchors of the paragraphs that were compared with the source, as the form says."""
    names = [name for name in request.POST if name.startswith(_SOURCED)][:MOST_BLOCKS]
    return tuple(name.removeprefix(_SOURCED) for name in names)
