"""What is played in one window after another: a match, and those that one goes on with from its moments."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from magnetsim.cli.memory import Memory
from magnetsim.cli.output import Interrupted, relative, say
from magnetsim.cli.playing import Outlet, own_place, tell_end
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.errors import MagnetsimError
from magnetsim.language import Words

if TYPE_CHECKING:
    from magnetsim.record import RecordWriter
    from magnetsim.rules.base import Outcome
    from magnetsim.session import Session
    from magnetsim.viewer.app import Window
    from magnetsim.viewer.live import LiveMatch
    from magnetsim.viewer.person import Person
    from magnetsim.viewer.screen import Screen


@dataclass
class Sitting:
    """All that is played and shown by one command.

    path : the file that it began with        memory : how its windows begin, and what is kept of how they end
    """

    path: Path
    words: Words
    memory: Memory
    _opened: ExitStack = field(default_factory=ExitStack)
    _played: list[_Played] = field(default_factory=list)

    def show(self, screen: Screen, session: Session, person: Person | None = None) -> None:
        """Play a match and show it meanwhile, record it, and tell how it ended; and so those that go on from it.

        person : who plays at the window, if any; a match that a person left stays in the record's unfinished file

        Without a person a match goes to its end also when nobody looks any more. Ctrl-C is Interrupted, after that.
        OutputError, at the end, when it could not be recorded.
        """
        interrupted = False
        with self._opened:
            try:
                following = self._show_one(screen, session, person)
                while following is not None:
                    following = self._show_one(screen, *following)
            except KeyboardInterrupt:
                interrupted = True
            finally:
                screen.close()
                self._finish()
        self._tell(interrupted=interrupted)

    def _show_one(self, screen: Screen, session: Session, person: Person | None) -> tuple[Session, Person] | None:
        """Show a match until its window is closed; what is to be shown after it."""
        from magnetsim.record import RecordWriter
        from magnetsim.viewer.app import Window
        from magnetsim.viewer.live import LiveMatch
        from magnetsim.viewer.playhead import Playhead
        from magnetsim.viewer.preview import Preview
        from magnetsim.viewer.show import match_show
        from magnetsim.viewer.taking import Taking

        seed, kept, before = session.scenario.seed, Outlet(), list(session.match.steps)
        place = own_place(Path(self.path.stem.removesuffix(f"-{seed}")), seed)
        writer = self._opened.enter_context(RecordWriter.beside(place, session))
        live = LiveMatch(
            session,
            lambda step: kept.write(writer.watch, step),
            person,
            lambda: kept.write(lambda _: writer.rewrite(), None),
        )
        played = _Played(session, live, writer, kept, person)
        self._played.append(played)
        taking = None
        if person is not None:
            preview = Preview(session.world)
            self._opened.callback(preview.close)
            taking = Taking(session, person, preview)
        screen.say_wait(self.memory.told_in)
        with said_if_long(getting_ready(self.words)):
            live.start()
            first = live.first() if not before and session.scenario.position is None else None
        moves = before if first is None else [first]
        if not moves and session.scenario.position is None:
            return None
        show = match_show(session, moves, self.memory.told_in)
        window = Window(screen, show, self.memory.settings, live.grow, taking, session)
        if before:
            window.head = Playhead(time=show.film.length)
        window.run()
        self.memory.keep(window.settings)
        following = on_from(window)
        if following is not None:
            played.leave()
        return following

    def _finish(self) -> None:
        """Wait until all matches are over or left; raises the error that stopped the first of those it stopped."""
        failure: MagnetsimError | None = None
        for played in self._played:
            played.leave()
        for played in self._played:
            try:
                played.finish()
            except MagnetsimError as error:
                failure = failure or error
        if failure is not None:
            raise failure

    def _tell(self, *, interrupted: bool) -> None:
        """What became of all that was played."""
        _ = self.words.gettext
        left = [played.writer for played in self._played if played.outcome is None and played.writer.turns]
        said = _("What was played until then is in {path}")
        text = "\n".join(said.format(path=relative(writer.unfinished)) for writer in left)
        if not interrupted:
            for played in self._played:
                if played.outcome is not None:
                    tell_end(played.session, played.outcome, played.place, self.words)
            if text:
                say(text)
        for played in self._played:
            if played.kept.failure is not None:
                raise played.kept.failure
        if interrupted:
            raise Interrupted(text or _("Interrupted."))


@dataclass
class _Played:
    """A match that was shown, with its record."""

    session: Session
    live: LiveMatch
    writer: RecordWriter
    kept: Outlet
    person: Person | None
    outcome: Outcome | None = None

    @property
    def place(self) -> Path | None:
        """Where it is recorded, if it could be."""
        return self.writer.path if self.kept.failure is None else None

    def leave(self) -> None:
        """Let the person go; a match without one goes on."""
        from magnetsim.viewer.person import Leave

        if self.person is not None:
            self.person.answer(Leave())

    def finish(self) -> None:
        """Wait until it is over or left, and finish its record; raises the error that stopped it."""
        self.outcome = self.live.finish()
        if self.outcome is not None:
            self.kept.write(self.writer.finish, self.outcome)


def on_from(window: Window) -> tuple[Session, Person] | None:
    """The match that one wants to go on with from a window that was closed, and who plays it; None: no match."""
    from magnetsim.viewer.forking import forked
    from magnetsim.viewer.person import Person
    from magnetsim.viewer.seating import seat_person

    if window.fork is None or window.match is None:
        return None
    person, (session, show) = Person(), window.match
    return seat_person(forked(session, show.steps[: window.fork.moves], window.fork.seats), person), person
