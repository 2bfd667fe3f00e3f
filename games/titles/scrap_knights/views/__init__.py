"""What a viewer may know, and tables dealt anew from it."""
