"""Prepares a site with players in matches of all games; prints who they are."""

import json
import os
import sys

import django


def main(matches: int) -> None:
    """Make so many matches of two guests each."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
    django.setup()

    from scrapsite.server.preparing import prepare

    prepare(lambda text: None)
    from games import catalog
    from scrapsite.bench.prepare import make_match

    titles = [(title.slug, title.newest.slug) for title in catalog.titles()]
    players = [player for number in range(matches) for player in make_match(*titles[number % len(titles)])]
    sys.stdout.write(json.dumps(players))


if __name__ == "__main__":
    main(int(sys.argv[1]))
