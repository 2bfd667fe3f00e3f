"""The workshop: pages on which people make drafts, save them, share them and begin matches of them."""
