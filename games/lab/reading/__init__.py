"""What a report says, for people to read: sentences, and tables with their pictures."""
