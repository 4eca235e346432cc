"""The rules of 《心心相引》: `game` is the machine that moves the state, the rest are its parts."""
