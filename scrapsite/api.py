"""The JSON API at /api/v1/: joins the routers of the apps. Its description is at /api/v1/docs."""

from importlib.util import find_spec

from ninja import NinjaAPI

api = NinjaAPI(title="Scrapsite", version="1", urls_namespace="api-v1")

for prefix, module in (("", "games.api"), ("/cards", "cards.api"), ("/rules", "rules.api")):
    if find_spec(module):
        api.add_router(prefix, f"{module}.router")
