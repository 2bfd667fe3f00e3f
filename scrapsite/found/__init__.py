"""What search engines, and programs that show a link's picture, read of the site."""
