"""What is kept about somebody: taking it along, deleting it, and forgetting it in time."""
