"""What the compiled loop has noted, turned into the values that physics reports."""

from __future__ import annotations

import math

import numpy as np

from magnetsim.physics.state import IMPULSE_QUANTUM, SAMPLES, STEPS, STRIKES, Scene, empty_log, velocities_now
from magnetsim.shot import Contact, Exit, Settled, Trajectory
from magnetsim.table import Bond, Floats, Table


class Report:
    """Grows with the run: samples are taken out block by block, strikes stay where the loop can add to them."""

    def __init__(self, table: Table, scene: Scene, block: int) -> None:
        self._table = table
        self._scene = scene
        samples = min(block, math.ceil(block * scene.step / scene.sample_every)) + 4
        self.log = empty_log(len(table), max(256, 16 * len(table)), samples)
        self._samples: list[tuple[Floats, Floats]] = []
        self._exits: list[Exit] = []

    def make_room(self) -> None:
        """Empty the log of samples, and double the room for strikes when it runs short."""
        count = int(self._scene.tally[SAMPLES])
        if count:
            self._samples.append((self.log.pose[:count].copy(), self.log.energy[:count].copy()))
        self._scene.tally[SAMPLES] = 0
        room = len(self.log.strikes)
        if int(self._scene.tally[STRIKES]) + 8 * len(self._table) > room:
            bigger = empty_log(len(self._table), 2 * room, len(self.log.energy))
            bigger.strikes[:room] = self.log.strikes
            self.log = bigger

    def last_step(self) -> int:
        """The step of the latest sample."""
        logged = int(self._scene.tally[SAMPLES])
        return int(self.log.energy[logged - 1, 0] if logged else self._samples[-1][1][-1, 0])

    def leave(self, row: int) -> None:
        """Note that the magnet in this row has passed the rim."""
        magnet, steps = self._scene.magnets[row], int(self._scene.tally[STEPS])
        velocity, spin = velocities_now(self._scene.magnets[row : row + 1], steps)
        self._exits.append(
            Exit(
                magnet=int(self._table.magnet[row]),
                time=steps * self._scene.step,
                position=(float(magnet["x"]), float(magnet["y"])),
                velocity=(float(velocity[0, 0]), float(velocity[0, 1])),
                angle=float(magnet["angle"]),
                spin=float(spin[0]),
            )
        )

    def settled(self, end: Table, *, at_rest: bool, before: frozenset[Bond]) -> Settled:
        """All of it, with the table at the end and the bonds there were before."""
        steps = int(self._scene.tally[STEPS])
        return Settled(
            table=end,
            at_rest=at_rest,
            duration=steps * self._scene.step,
            steps=steps,
            contacts=self._contacts(),
            exits=tuple(self._exits),
            bonds_made=tuple(sorted(end.bonds - before)),
            bonds_broken=tuple(sorted(before - end.bonds)),
            trajectory=self._trajectory(),
        )

    def _contacts(self) -> tuple[Contact, ...]:
        numbers = self._table.magnet
        contacts = [
            Contact(
                pair=(int(numbers[strike["first"]]), int(numbers[strike["second"]])),
                time=float(strike["step"] * self._scene.step),
                position=(float(strike["x"]), float(strike["y"])),
                impulse=float(strike["quanta"] * IMPULSE_QUANTUM),
            )
            for strike in self.log.strikes[: int(self._scene.tally[STRIKES])]
        ]
        return tuple(sorted(contacts, key=lambda contact: (contact.time, contact.pair)))

    def _trajectory(self) -> Trajectory:
        self.make_room()
        pose = np.concatenate([pose for pose, _ in self._samples])
        energy = np.concatenate([energy for _, energy in self._samples])
        here = pose[:, :, 3] == 1.0
        # What has left stays, in the recording, where it was seen last.
        for gone in self._exits:
            row = self._table.row(gone.magnet)
            pose[~here[:, row], row, :3] = (*gone.position, gone.angle)
        step, kinetic, magnetic, work = np.ascontiguousarray(energy.T)
        arrays = {
            "magnet": self._table.magnet,
            "time": step * self._scene.step,
            "position": np.ascontiguousarray(pose[:, :, :2]),
            "angle": np.ascontiguousarray(pose[:, :, 2]),
            "present": here,
            "kinetic": kinetic,
            "magnetic": magnetic,
            "dissipated": kinetic[0] + magnetic[0] + work - kinetic - magnetic,
        }
        for array in arrays.values():
            array.setflags(write=False)
        return Trajectory(**arrays)
