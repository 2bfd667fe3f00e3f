"""Printed pages: Typst in a process of its own, its fonts and colours, and what it made, kept on disk."""
