"""What players say beside the moves."""
