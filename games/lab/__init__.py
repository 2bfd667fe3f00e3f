"""The lab: what many games between bots say of an edition, and of a draft beside its base."""
