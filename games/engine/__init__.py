"""The pure core that every title stands on: protocol, chance, events, effects, codec."""
