"""The same site under Django's own ASGI handler, to compare with."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.bench.settings")
application = get_asgi_application()
