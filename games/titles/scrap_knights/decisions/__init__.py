"""What a seat may decide: which moves there are, which are refused and why, where they stand on the board."""
