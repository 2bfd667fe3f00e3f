def estimate(edition, state, seat):
    return 0.0
