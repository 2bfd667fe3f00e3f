"""The search language: its parser, its operators, and questions that were understood."""
