"""Template tags of the table talk."""

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.talk.mentions import mentions
from games.talk.notes import mark_of
from games.talk.queries import Talk, TalkLine
from games.templatetags.boards import card_link

register = template.Library()
register.filter("note_mark", mark_of)


@register.simple_tag
def talk_words(line: TalkLine, talk: Talk) -> SafeString:
    """Return what *line* says, with links to the cards it names."""
    parts = mentions(line.text, talk.title, talk.edition)
    return format_html_join(
        "", "{}", ((part if isinstance(part, str) else card_link(part),) for part in parts)
    )
