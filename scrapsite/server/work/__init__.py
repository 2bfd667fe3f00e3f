"""Threads by kind of work, with queues that are limited and shared fairly.

See docs/decisions/0029-threads-by-kind-of-work.md.
"""
