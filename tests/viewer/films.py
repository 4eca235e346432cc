"""Films of whole matches."""

from magnetsim.viewer.film import Film, step_clip


def match_film(session, steps):
    """The film of moves that were made, from the match's start."""
    film, before = Film(), session.match.start
    for step in steps:
        film.add(step_clip(session, before, step))
        before = step.after
    return film
