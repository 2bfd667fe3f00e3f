"""What other apps may ask of the rulebooks, as `scrapsite.common.rulebook` has it."""
