"""What the compiled loop has noted, turned into the values that physics reports."""

from __future__ import annotations

import math

import numpy as np

from magnetsim.physics.state import Clock, Log, Motion, empty_log
from magnetsim.physics.stepping import IMPULSE_QUANTUM
from magnetsim.shot import Contact, Exit, Settled, Trajectory
from magnetsim.table import Bond, Table

_STRIKES, _SAMPLES = 1, 2


class Report:
    """Grows with the run: samples are taken out block by block, strikes stay where the loop can add to them."""

    def __init__(self, table: Table, clock: Clock, block: int) -> None:
        self._table = table
        self._clock = clock
        samples = math.ceil(block * clock.step / clock.sample_every) + 4
        self.log = empty_log(len(table), max(256, 16 * len(table)), samples)
        self._samples: list[tuple[np.ndarray, ...]] = []
        self._exits: list[Exit] = []

    def take_samples(self) -> None:
        """Empty the log of samples."""
        count = int(self._clock.count[_SAMPLES])
        log = self.log
        parts = (log.sample_step, log.sample_pose, log.sample_here, log.sample_energy)
        if count:
            self._samples.append(tuple(part[:count].copy() for part in parts))
        self._clock.count[_SAMPLES] = 0

    def make_room(self) -> None:
        """Empty the log of samples, and double the room for strikes when it runs short."""
        self.take_samples()
        log, room = self.log, len(self.log.strike_step)
        if int(self._clock.count[_STRIKES]) + 8 * len(self._table) > room:
            bigger = empty_log(len(self._table), 2 * room, len(log.sample_step))
            for name in ("strike_pair", "strike_step", "strike_place", "strike_impulse"):
                getattr(bigger, name)[:room] = getattr(log, name)
            self.log = bigger

    def last_step(self) -> int:
        """The step of the latest sample."""
        logged = int(self._clock.count[_SAMPLES])
        return int(self.log.sample_step[logged - 1] if logged else self._samples[-1][0][-1])

    def leave(self, motion: Motion, row: int) -> None:
        """Note that the magnet in this row has passed the rim."""
        self._exits.append(
            Exit(
                magnet=int(self._table.magnet[row]),
                time=float(self._clock.count[0] * self._clock.step),
                position=(float(motion.x[row]), float(motion.y[row])),
                velocity=(float(motion.vx[row]), float(motion.vy[row])),
                angle=float(motion.angle[row]),
                spin=float(motion.spin[row]),
            )
        )

    def settled(self, end: Table, *, at_rest: bool, before: frozenset[Bond]) -> Settled:
        """All of it, with the table at the end and the bonds there were before."""
        steps = int(self._clock.count[0])
        return Settled(
            table=end,
            at_rest=at_rest,
            duration=steps * self._clock.step,
            steps=steps,
            contacts=self._contacts(),
            exits=tuple(self._exits),
            bonds_made=tuple(sorted(end.bonds - before)),
            bonds_broken=tuple(sorted(before - end.bonds)),
            trajectory=self._trajectory(),
        )

    def _contacts(self) -> tuple[Contact, ...]:
        log, count = self.log, int(self._clock.count[_STRIKES])
        numbers = self._table.magnet
        contacts = [
            Contact(
                pair=(int(numbers[log.strike_pair[entry, 0]]), int(numbers[log.strike_pair[entry, 1]])),
                time=float(log.strike_step[entry] * self._clock.step),
                position=(float(log.strike_place[entry, 0]), float(log.strike_place[entry, 1])),
                impulse=float(log.strike_impulse[entry] * IMPULSE_QUANTUM),
            )
            for entry in range(count)
        ]
        return tuple(sorted(contacts, key=lambda contact: (contact.time, contact.pair)))

    def _trajectory(self) -> Trajectory:
        self.take_samples()
        step, pose, here, energy = (np.concatenate(parts) for parts in zip(*self._samples, strict=True))
        # What has left stays, in the recording, where it was seen last.
        for gone in self._exits:
            row = self._table.row(gone.magnet)
            pose[~here[:, row], row] = (*gone.position, gone.angle)
        total = energy[0, 0] + energy[0, 1]
        arrays = {
            "magnet": self._table.magnet,
            "time": step * self._clock.step,
            "position": np.ascontiguousarray(pose[:, :, :2]),
            "angle": np.ascontiguousarray(pose[:, :, 2]),
            "present": here,
            "kinetic": np.ascontiguousarray(energy[:, 0]),
            "magnetic": np.ascontiguousarray(energy[:, 1]),
            "dissipated": total + energy[:, 2] - energy[:, 0] - energy[:, 1],
        }
        for array in arrays.values():
            array.setflags(write=False)
        return Trajectory(**arrays)
