"""The text that `magnetsim scenario new` writes: a whole game to start from."""

TEMPLATE = """\
# A game of 《心心相引》. docs/scenarios.md describes every key; those left out take their defaults.
schema = 1
name = "my game"
game = "xinxin"
seed = 1                         # all chance comes from here

[table]
shape = "rectangle"              # or "round" with diameter_mm, "polygon" with corners_mm
size_mm = [600, 600]
friction_static = 0.30
friction_kinetic = 0.24

[kinds.heart]
outline = "heart"                # or "disc" with diameter_mm, "points" with points_mm
width_mm = 20
height_mm = 7
density_kg_m3 = 4900             # or mass_g
remanence_T = 0.15               # or moment_Am2
restitution = 0.3
friction = 0.3

[layout]                         # or [[magnets]] one by one: kind, position_mm, angle_deg
pattern = "jittered-grid"
kind = "heart"
count = 25
spacing_mm = 55

[rules]
ways = ["flick", "push", "deliver"]

[[players]]                      # clockwise round the table
name = "小红"
strategy = "random"              # or "greedy", "scripted" with shots
hand = "normal"                  # or "perfect", "steady", "shaky"

[[players]]
name = "小明"
strategy = "greedy"
hand = "steady"
"""
