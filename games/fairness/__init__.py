"""Fairness: what anybody can check about a match."""
