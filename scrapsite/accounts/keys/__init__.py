"""One's keys for programs: making, listing and voiding them."""
