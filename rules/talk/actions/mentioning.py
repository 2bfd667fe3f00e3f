"""People named in a comment with an @ before their name, and that they are told."""

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from rules.document.errors import BadText, Refused
from rules.document.markup import plain
from rules.talk.actions.notifying import tell_of_mention
from rules.talk.models import Comment, Mention
from scrapsite.common.players import LONGEST_NAME, players_named

MOST_IN_COMMENT = 10
MOST_A_DAY = 50
MOST_SIGNS = 100

# What was quoted was said by somebody else, and code means nobody.
_UNMEANT = re.compile(r"<(blockquote|code|pre)>.*?</\1>", re.DOTALL)
_SIGN = re.compile(r"(?<![\w@.-])@(?=\w)")


def people_in(html: str, author: User) -> list[User]:
    """Return the people whom a comment of *author* names: accounts, not guests, and not themselves.

    *Raises:* BadText when they are too many.
    """
    said = plain(_UNMEANT.sub(" ", html))
    places = [sign.end() for sign in _SIGN.finditer(said)]
    if len(places) > MOST_SIGNS:
        raise BadText(f"A comment has at most {MOST_SIGNS} names with an @.", "text/mentions")
    wanted = [tuple(_names_at(said, place)) for place in places]
    by_name = players_named(name for names in wanted for name in names)
    found = [next((by_name[name] for name in names if name in by_name), None) for names in wanted]
    people = list(dict.fromkeys(user for user in found if user is not None and user != author))
    if len(people) > MOST_IN_COMMENT:
        raise BadText(
            f"A comment can mention {MOST_IN_COMMENT} people; this one names {len(people)}.", "text/mentions"
        )
    return people


def mention(comment: Comment, people: Iterable[User]) -> list[User]:
    """Store that *comment* names *people* and tell those who weren't told yet; return these.

    *Raises:* Refused when its author has mentioned too many within a day.
    """
    known = set(comment.mentions.values_list("user", flat=True))
    new = [user for user in people if user.pk not in known]
    if not new:
        return []
    day = timezone.now() - timedelta(days=1)
    count = Mention.objects.filter(comment__author=comment.author, created_at__gt=day).count()
    if count + len(new) > MOST_A_DAY:
        raise Refused(
            f"You can mention {MOST_A_DAY} people a day. Leave out the @ before names for now.",
            "rules/many-mentions",
        )
    Mention.objects.bulk_create(Mention(comment=comment, user=user) for user in new)
    tell_of_mention(comment, new)
    return new


def _names_at(said: str, place: int) -> Iterator[str]:
    """Yield what could be a name at *place*, the longest first. A name ends where a word does."""
    rest = said[place : place + LONGEST_NAME + 1]
    for end in range(min(len(rest), LONGEST_NAME), 0, -1):
        is_inside_word = end < len(rest) and rest[end - 1].isalnum() and rest[end].isalnum()
        if not is_inside_word and not rest[end - 1].isspace():
            yield rest[:end]
