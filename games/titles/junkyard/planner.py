def advise(edition, state, seat):
    return None
