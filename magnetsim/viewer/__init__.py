"""The window and the pictures: the only code that knows pygame."""
