"""How the site is served: one hop into Django, a guard and a page cache in front, and the runner."""
