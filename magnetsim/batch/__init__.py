"""Many games of many scenarios, on many processors, and a table that is the same whatever happened on the way."""
