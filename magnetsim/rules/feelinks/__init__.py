"""The rules of 《同感》 (Feelinks): seats, phases, votes, scores, as pure functions of states and moves."""
