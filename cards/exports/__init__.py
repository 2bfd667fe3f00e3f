"""Cards as files: to print, for Tabletop Simulator, for nanDECK, as CSV and JSON.

`lists.card_list(name, slug, cards)` makes a list to export; `kinds` holds the files that a list can become;
`delivery.deliver(request, cards, file, progress_url)` answers a request with one of them. See
docs/decisions/0008-card-exports.md.
"""
