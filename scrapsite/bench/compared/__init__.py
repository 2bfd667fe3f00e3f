"""What the site is compared with."""
