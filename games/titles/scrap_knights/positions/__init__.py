"""Lays out positions that explain a rule."""
