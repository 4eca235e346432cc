"""The games' rules: pure reducers over what the world reports."""
