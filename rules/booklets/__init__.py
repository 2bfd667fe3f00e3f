"""Rulebooks as booklets to print, drawn by the worker."""
