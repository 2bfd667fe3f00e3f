"""Measures engine and server side by side: `python -m scrapsite.bench`."""
