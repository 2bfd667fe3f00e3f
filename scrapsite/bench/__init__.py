"""Benchmarks of the engine and the server: `python -m scrapsite.bench`."""
