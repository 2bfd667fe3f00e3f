"""What a page is about, as JSON-LD in the words of schema.org."""

import json
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.engine.protocol import Title

# So that no word can end the element it stands in.
_SAFE = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def site_facts() -> SafeString:
    """Return the site, and how its cards are searched."""
    search = f"{settings.SITE_URL}{reverse('cards:card_list')}?q={{search_term_string}}"
    return _element(
        {
            "@type": "WebSite",
            "name": "Scrapsite",
            "url": f"{settings.SITE_URL}/",
            "potentialAction": {
                "@type": "SearchAction",
                "target": {"@type": "EntryPoint", "urlTemplate": search},
                "query-input": "required name=search_term_string",
            },
        }
    )


def game_facts(title: Title) -> SafeString:
    """Return the game *title* and for how many it is."""
    return _element(
        {
            "@type": "Game",
            "name": title.name,
            "description": title.tagline,
            "url": settings.SITE_URL + reverse("games:title_detail", args=(title.slug,)),
            "numberOfPlayers": {
                "@type": "QuantitativeValue",
                "minValue": title.seats[0],
                "maxValue": title.seats[-1],
            },
        }
    )


def _element(facts: dict[str, Any]) -> SafeString:
    told = json.dumps({"@context": "https://schema.org", **facts}, ensure_ascii=False).translate(_SAFE)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(told))  # noqa: S308
