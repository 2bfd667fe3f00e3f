"""Pictures of boards as a few shapes, drawn from views alone. Pure."""
