"""Draft editions: what designers change in an edition, kept in revisions that never change."""
