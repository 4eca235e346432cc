"""Values as plain data for strict JSON, and back: tables and states, for records and for codes."""
