"""Functions on plain arrays, most of them compiled; they know nothing of the rest of the project."""
