"""The world of 《心心相引》: where the rules' moves become physics, and its reports become facts."""

from magnetsim.tabletop.world import World, tabletop

__all__ = ["World", "tabletop"]
