"""What is wrong with a command line, in words of our own: those of the library below are English only."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase, Words, listed, message


class UsageError(MagnetsimError):
    """A command line that asks for what is not there."""


class _InWords:
    """What frames the help, in the words that the command was given; the library has English only."""

    words: Words | None = None

    def get_usage(self, ctx: Any) -> str:
        """How the command is called."""
        said: str = super().get_usage(ctx)  # type: ignore[misc]
        return said if self.words is None else said.replace("Usage: ", self.words.gettext("Usage: "), 1)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        if self.words is not None:
            from typer import rich_utils

            class Folding(rich_utils.OptionHighlighter):
                def __call__(self, text: Any) -> Any:
                    """The text marked; a line without spaces, as in Chinese, goes on below and is not cut off."""
                    marked = super().__call__(text)
                    marked.overflow = "fold"
                    return marked

            rich_utils.highlighter = Folding()
            _ = self.words.gettext
            rich_utils.ARGUMENTS_PANEL_TITLE = _("Arguments")
            rich_utils.OPTIONS_PANEL_TITLE = _("Options")
            rich_utils.COMMANDS_PANEL_TITLE = _("Commands")
            rich_utils.DEFAULT_STRING = _("[default: {}]")
            rich_utils.REQUIRED_LONG_STRING = _("[required]")
        super().format_help(ctx, formatter)  # type: ignore[misc]


class Command(_InWords, TyperCommand):
    """A command that says in our words which arguments are too many."""

    allow_extra_args = True

    def invoke(self, ctx: Any) -> Any:
        """Run it; UsageError when arguments are left over."""
        if ctx.args:
            raise UsageError(Phrase("unexpected argument {argument}", argument=repr(ctx.args[0])))
        return super().invoke(ctx)


class Group(_InWords, TyperGroup):
    """Commands, of which one that is not there is named in our words."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with; UsageError when it is none."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            keys = listed(self.commands)
            raise UsageError(Phrase("no such command: {name}; known here: {keys}", name=repr(args[0]), keys=keys))
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
                names = listed(repr(str(getattr(one, "value", one))) for one in choices)
                return Phrase("{name}: expected one of {names}", name=name, names=names)
            return Phrase("{name}: {problem}", name=name, problem=_value_problem(str(getattr(error, "message", ""))))
        case _:
            return error.format_message()


_VALUE_PROBLEMS = (
    (r"Input should be a valid integer.*", message("expected a whole number")),
    (r"Input should be a valid number.*", message("expected a number")),
    (r"Input should be less than or equal to (.+)", message("expected at most {bound}")),
    (r"Input should be greater than or equal to (.+)", message("expected at least {bound}")),
)
"""What the library finds wrong with a value, and our words for it."""


def _value_problem(said: str) -> Phrase | str:
    """What the library says of a value, in our words where we know it."""
    for pattern, ours in _VALUE_PROBLEMS:
        if found := re.fullmatch(pattern, said):
            return Phrase(ours, bound=found[1]) if found.groups() else Phrase(ours)
    return said
