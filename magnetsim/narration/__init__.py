"""Games in words, in both languages: a line a turn, and why each thing happened."""
