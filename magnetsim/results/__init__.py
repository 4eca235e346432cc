"""Results of many games: the tables they are kept in, read back, counted, and drawn."""
