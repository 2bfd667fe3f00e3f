"""Which cards get played, counted."""
