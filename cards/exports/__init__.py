"""Cards as files: to print, for Tabletop Simulator, for nanDECK, as CSV and JSON.

`lists.card_list(name, slug, cards)` makes what is exported from any cards; `kinds.KINDS` says as what;
`delivery.deliver(request, cards, file)` answers a request with it. See docs/decisions/0008-card-exports.md.
"""
