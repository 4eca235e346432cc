"""What is wrong with a command line, in words of our own: those of the library below are English only."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase


class UsageError(MagnetsimError):
    """A command line that asks for what is not there."""


class Command(TyperCommand):
    """A command that says in our words which arguments are too many."""

    allow_extra_args = True

    def invoke(self, ctx: Any) -> Any:
        """Run it; UsageError when arguments are left over."""
        if ctx.args:
            raise UsageError(Phrase("unexpected argument {argument}", argument=repr(ctx.args[0])))
        return super().invoke(ctx)


class Group(TyperGroup):
    """Commands, of which one that is not there is named in our words."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with; UsageError when it is none."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = ", ".join(self.commands)
            raise UsageError(Phrase("no such command: {name}; known here: {keys}", name=repr(args[0]), keys=known))
        return super().resolve_command(ctx, args)


def usage_problem(error: typer.TyperException) -> Phrase | str:
    """What the library found wrong with a command line."""
    parameter = getattr(error, "param", None)
    name = " / ".join(getattr(parameter, "opts", ())) if getattr(parameter, "param_type_name", "") == "option" else ""
    name = name or str(getattr(parameter, "metavar", None) or getattr(parameter, "name", ""))
    match type(error).__name__:
        case "NoSuchOption":
            option, close = str(getattr(error, "option_name", "")), getattr(error, "possibilities", None)
            if close:
                return Phrase("no such option: {option}; did you mean {word}?", option=option, word=close[0])
            return Phrase("no such option: {option}", option=option)
        case "BadOptionUsage":
            option = str(getattr(error, "option_name", ""))
            return Phrase("{option}: expected one value, or none where it is a flag", option=option)
        case "MissingParameter":
            return Phrase("{name} is missing", name=name)
        case "BadParameter" if parameter is not None:
            choices = getattr(parameter.type_descriptor, "choices", None)
            if choices:
                names = ", ".join(repr(str(getattr(one, "value", one))) for one in choices)
                return Phrase("{name}: expected one of {names}", name=name, names=names)
            return Phrase("{name}: {problem}", name=name, problem=getattr(error, "message", ""))
        case _:
            return error.format_message()
