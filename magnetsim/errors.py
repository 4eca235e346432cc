"""The few kinds of error; whose fault it is shows in the type.

MagnetsimError
├── ScenarioError   the file is wrong: the user's to mend (exit 2)
├── RecordError     a record is damaged, or differs from what is re-run
├── CodeError       a position or shot code is not as it was written
├── IllegalShot     a move the rules refuse; nothing has changed
└── PhysicsError    a state left the finite numbers: never scored
"""

from __future__ import annotations


class MagnetsimError(Exception):
    """Any error that magnetsim raises on purpose."""


class ScenarioError(MagnetsimError):
    """A scenario that cannot be used; says file, key path, what was expected and what was found."""


class RecordError(MagnetsimError):
    """A record that cannot be read, or that re-running does not confirm."""


class CodeError(MagnetsimError):
    """A position or shot code that cannot be read."""


class IllegalShot(MagnetsimError):
    """A move the rules refuse; the state is as before.

    reason : short name of the refusal, one of the game's own reasons
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class PhysicsError(MagnetsimError):
    """A state that is no longer finite, or that never could be played.

    step : number of the step in which it was seen, from 0
    magnet : the number of the magnet
    """

    def __init__(self, message: str, *, step: int = 0, magnet: int | None = None) -> None:
        super().__init__(message)
        self.step = step
        self.magnet = magnet
