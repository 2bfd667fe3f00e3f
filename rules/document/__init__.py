"""A rulebook as text: read, compared, merged. Pure."""
