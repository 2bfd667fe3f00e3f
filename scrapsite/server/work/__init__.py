"""Threads by kind of work, with queues that are limited and shared fairly.

See docs/decisions/0025-threads-by-kind-of-work.md.
"""
