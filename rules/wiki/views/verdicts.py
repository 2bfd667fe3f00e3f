"""What editors say, in forms that publish, of changed paragraphs that the game goes by."""

from django.http import HttpRequest

from rules.wiki.checks import MOST_BLOCKS
from rules.wiki.models import CheckVerdict

_PREFIX = "check:"


def verdicts_of(request: HttpRequest) -> dict[str, CheckVerdict]:
    """Return the verdicts in the form, by anchor. What isn't a verdict is left out."""
    names = [name for name in request.POST if name.startswith(_PREFIX)][:MOST_BLOCKS]
    said = {name.removeprefix(_PREFIX): request.POST[name] for name in names}
    return {anchor: CheckVerdict(one) for anchor, one in said.items() if one in CheckVerdict.values}
