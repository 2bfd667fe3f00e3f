"""Scrapsite as installed on a phone or a desk: what browsers ask for that, and what they keep."""
