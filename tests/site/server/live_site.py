"""A server process for the live tests: ``python -m tests.site.server.live_site PORT BODY_SECONDS``."""

import os
import sys

import django


def main(port: int, body_seconds: float) -> None:
    """Serve the views of this folder."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup(set_prefix=False)

    from django.conf import settings

    from scrapsite.server import bounds
    from scrapsite.server.application import SiteApplication
    from scrapsite.server.runner import Place, serve
    from tests.site.server.views import socket_patterns

    settings.ROOT_URLCONF = "tests.site.server.views"
    settings.TEMPLATES = []  # the pages of errors have links to views that aren't here
    bounds.BODY_SECONDS = bounds.LINE_SECONDS = body_seconds
    application = SiteApplication(1, 1, socket_patterns)
    serve(application, Place("127.0.0.1", port))
    application.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
