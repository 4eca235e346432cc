"""Hand-made batches: rows with what a test cares about, written as a batch writes them."""

from __future__ import annotations

import json

from magnetsim.results.layout import MANIFEST
from magnetsim.results.parts import part_bytes
from magnetsim.results.schema import COLUMNS, FINISHED, GAMES, KEY, SHOTS, TIMES


def game_row(game=0, winners=(0,), scores=(5, 3), starters=(0,), **others):
    """A finished game of two; 8 magnets, all collected."""
    row = dict.fromkeys(column.name for column in COLUMNS[GAMES])
    row |= {
        "scenario": "made", "digest": "d0", "game": game, "batch_seed": "1", "seed": str(game), "kind": "xinxin",
        "versions": "{}", "players": ["小红", "小明"], "strategies": ["greedy", "random"], "hands": ["steady"] * 2,
        "status": FINISHED, "termination": "collected", "clause": "X5.1", "winners": list(winners), "teams": [],
        "scores": list(scores), "starters": list(starters), "start_drawn": True,
        "playing": [list(range(len(scores)))] * len(starters), "tied_scores": [], "turns": 0, "shots": 0,
        "skipped": 0, "no_starts": 0, "forfeits": 0, "idle_turns": 0, "refusals": 0, "magnets": sum(scores), "left": 0,
        "new_clusters": 0, "taken": 0, "falls": 0, "catches": 0, "given": 0, "unrested": 0, "ties": 0, "replays": 0,
        "stalemate": False, "simulated_s": 0.0,
    }  # fmt: skip
    return row | others


def shot_row(game=0, turn=1, seat=0, taken=0, sizes=(), **others):
    """A flick straight in from the seat's middle."""
    row = dict.fromkeys(column.name for column in COLUMNS[SHOTS])
    row |= {
        "scenario": "made", "digest": "d0", "game": game, "turn": turn, "replay": 0, "game_turn": turn - 1,
        "seat": seat, "player": ("小红", "小明")[seat], "strategy": ("greedy", "random")[seat], "way": "flick",
        "magnet": 0, "x_mm": 0.0, "y_mm": -290.0, "angle_deg": 0.0, "along_mm": 0.0, "aim_direction_deg": 90.0,
        "aim_inward_deg": 0.0, "aim_speed_m_s": 1.0, "aim_offset_mm": 0.0, "direction_deg": 91.0, "inward_deg": 1.0,
        "speed_m_s": 1.1, "offset_mm": 0.0, "refusals": 0, "simulated_s": 0.5, "at_rest": True, "contacts": 1,
        "new_clusters": len(sizes), "cluster_sizes": list(sizes), "taken": taken, "falls": 0, "catchers": [],
        "given": 0, "clauses": ["X3.2"],
    }  # fmt: skip
    return row | others


def write_batch(folder, games=(), shots=(), planned=None, parts=1, parameters=None):
    """Write a batch's folder, its games dealt out among parts."""
    for table in (GAMES, SHOTS, TIMES):
        (folder / table).mkdir(parents=True)
    for number in range(parts if games else 0):
        mine = [row for i, row in enumerate(games) if i % parts == number]
        numbers = {(row["scenario"], row["digest"], row["game"]) for row in mine}
        theirs = [row for row in shots if (row["scenario"], row["digest"], row["game"]) in numbers]
        name = f"part-{number:03}.parquet"
        times = [
            {**dict(zip(KEY, key, strict=True)), "wall_s": 0.5, "process_s": 0.4, "attempts": 1} for key in numbers
        ]
        (folder / TIMES / name).write_bytes(part_bytes(TIMES, times))
        (folder / SHOTS / name).write_bytes(part_bytes(SHOTS, theirs))
        (folder / GAMES / name).write_bytes(part_bytes(GAMES, mine, parameters))
    plan = {"planned": len(games) if planned is None else planned, "parameters": parameters or {}}
    (folder / MANIFEST).write_text(json.dumps(plan), encoding="utf-8")
    return folder
