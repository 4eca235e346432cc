"""A clock for a window that runs."""

import pygame


class Recorded:
    """A clock of frames 0.1 s long that does one thing after each, and holds what is seen against a picture anew."""

    def __init__(self, window, monkeypatch, things):
        self.window, self.things, self.shown = window, list(things), [0]
        monkeypatch.setattr(pygame.time, "Clock", lambda: self)
        show = window.screen.show
        monkeypatch.setattr(window.screen, "show", lambda: (self.note(), show()))

    def note(self):
        self.shown[-1] += 1

    def tick(self, _frames):
        seen = pygame.image.tobytes(self.window.surface, "RGB")
        self.window.draw()
        assert seen == pygame.image.tobytes(self.window.surface, "RGB"), "what is seen is stale"
        if not self.things:
            self.window.running = False
        else:
            self.shown.append(0)
            self.things.pop(0)()
        return 100
