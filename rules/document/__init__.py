"""Reading, comparing and merging the text of rulebooks. Pure: no database and no Django models."""
