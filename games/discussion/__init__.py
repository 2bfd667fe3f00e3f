"""What people say about drafts, and what moderators do about it."""
