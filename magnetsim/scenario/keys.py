"""What may stand where in a scenario file, read off the models: for messages and for the reference page."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Len, Lt, MaxLen, MinLen
from pydantic.fields import FieldInfo

from magnetsim.language import Phrase, joined, listed, message
from magnetsim.scenario.feelinks import FeelinksScenario
from magnetsim.scenario.model import Scenario
from magnetsim.scenario.quantities import Section

UNITS = {
    "_kg_m3": "kg/m³",
    "_kg_m2": "kg·m²",
    "_mm": "mm",
    "_deg": "°",
    "_g": "g",
    "_T": "T",
    "_Am2": "A·m²",
    "_Nm_s": "N·m/s",
    "_N_s": "N/s",
    "_Nm": "N·m",
    "_N": "N",
    "_Hz": "Hz",
    "_rad_s": "rad/s",
    "_m_s": "m/s",
    "_ms": "ms",
    "_s": "s",
}
"""Unit by the end of the key; a longer ending stands before one that it ends with."""

TAGS = ("shape", "outline", "pattern")
"""Keys whose value says which keys belong beside them."""


class Slot(NamedTuple):
    """A place for a value: its annotation, and limits that are not part of it."""

    annotation: Any
    metadata: tuple[Any, ...] = ()


def unit(key: str) -> str:
    """The unit that a key carries; empty when none."""
    return next((unit for ending, unit in UNITS.items() if key.endswith(ending)), "")


def key_of(name: str, field: FieldInfo) -> str:
    """The key as it stands in a file."""
    return field.alias or name


def fields(model: type[Section]) -> dict[str, FieldInfo]:
    """The fields of a section by their keys."""
    return {key_of(name, field): field for name, field in model.model_fields.items()}


def members(annotation: Any) -> list[Any]:
    """The alternatives of an annotation, None left out; itself when it has none."""
    bare = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    if get_origin(bare) in (Union, types.UnionType):
        return [member for member in get_args(bare) if member is not types.NoneType]
    return [annotation]


def sections_in(annotation: Any) -> list[type[Section]]:
    """The sections that an annotation may hold, at any depth of lists and tables."""
    found: list[type[Section]] = []
    for member in members(annotation):
        bare = get_args(member)[0] if get_origin(member) is Annotated else member
        if isinstance(bare, type) and issubclass(bare, Section):
            found.append(bare)
        elif get_origin(bare) in (tuple, dict):
            found.extend(section for part in get_args(bare) if part is not Ellipsis for section in sections_in(part))
    return found


def tag_values(annotation: Any, tag: str) -> list[str]:
    """The values of a tag key that choose among the sections of an annotation."""
    return [
        value
        for section in sections_in(annotation)
        if tag in section.model_fields
        for value in get_args(section.model_fields[tag].annotation)
    ]


def root_of(data: Any) -> type[Scenario] | type[FeelinksScenario]:
    """The model of a whole file, by the game that its data names."""
    return FeelinksScenario if _item(data, "game") == "feelinks" else Scenario


def walk(model: type[Section] = Scenario, path: str = "") -> Iterator[tuple[str, type[Section]]]:
    """Every section of a file with its header's path: "", "table", "kinds.NAME", "magnets[]", …"""
    yield path, model
    for key, field in fields(model).items():
        for section in sections_in(field.annotation):
            origin = {get_origin(member) for member in members(field.annotation)}
            inner = f"{key}[]" if tuple in origin else f"{key}.NAME" if dict in origin else key
            yield from walk(section, f"{path}.{inner}" if path else inner)


def heading(path: str, section: type[Section]) -> str:
    """A section as people call it: "at the top", "[[players]]", '[table] with shape = "round"'."""
    if not path:
        return "at the top"
    name = path.replace("[]", "")
    header = f"[[{name}]]" if path.endswith("[]") else f"[{name}]"
    tags = [f'{tag} = "{value}"' for tag in TAGS for value in tag_values(section, tag)]
    return f"{header} with {tags[0]}" if tags else header


def slot_at(location: Sequence[int | str], data: Any) -> Slot | None:
    """The place that a location leads to, through the data that chose among alternatives; None beyond the models."""
    slot = Slot(root_of(data))
    for step in location:
        found = _inner(slot, step, data)
        if found is None:
            return None
        slot = found
        data = _item(data, step)
    return slot


def name_slot_at(location: Sequence[int | str], data: Any) -> Slot | None:
    """The place for the names of a table by name that a location leads to; None when it is no such table."""
    slot = slot_at(location, data)
    tables = [] if slot is None else [one for one in map(_bare, members(slot.annotation)) if get_origin(one) is dict]
    return Slot(get_args(tables[0])[0]) if tables else None


def section_at(location: Sequence[int | str], data: Any) -> type[Section] | None:
    """The section that a location leads to; None when it is none."""
    slot = slot_at(location, data)
    for step in location:
        data = _item(data, step)
    return None if slot is None else _section(slot, data)


def _item(data: Any, step: int | str) -> Any:
    try:
        return data[step]
    except (LookupError, TypeError):
        return None


def _section(slot: Slot, data: Any) -> type[Section] | None:
    """The section among the alternatives of a place that the data's tag chooses."""
    direct = [member for member in map(_bare, members(slot.annotation)) if isinstance(member, type)]
    found = [member for member in direct if issubclass(member, Section)]
    for section in found:
        for tag in TAGS:
            field = section.model_fields.get(tag)
            if field is not None and _item(data, tag) in get_args(field.annotation):
                return section
    return found[0] if len(found) == 1 else None


def _inner(slot: Slot, step: int | str, data: Any) -> Slot | None:
    section = _section(slot, data)
    if section is not None:
        field = fields(section).get(str(step))
        return None if field is None else Slot(field.annotation, tuple(field.metadata))
    for member in map(_bare, members(slot.annotation)):
        parts = get_args(member)
        if get_origin(member) is dict:
            return Slot(parts[1])
        if get_origin(member) is tuple and isinstance(step, int):
            if parts[-1] is Ellipsis:
                return Slot(parts[0])
            return Slot(parts[step]) if step < len(parts) else None
    return None


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def describe(slot: Slot) -> Phrase:
    """What may stand in a place, in words: "a number from 0 to 2"."""
    return joined(message(" or "), _distinct(_describe(member, slot.metadata) for member in members(slot.annotation)))


def _distinct(phrases: Iterable[Phrase]) -> list[Phrase]:
    return list({str(phrase): phrase for phrase in phrases}.values())


def _describe(annotation: Any, metadata: tuple[Any, ...]) -> Phrase:
    limits = _Limits.of(annotation, metadata)
    bare = _bare(annotation)
    if get_origin(bare) is Literal:
        return choice([repr(value) if isinstance(value, int) else f'"{value}"' for value in get_args(bare)])
    if get_origin(bare) is tuple:
        parts = get_args(bare)
        if parts[-1] is Ellipsis:
            return limits.listed(describe(Slot(parts[0])))
        same = joined(" / ", _distinct(describe(Slot(part)) for part in parts))
        return Phrase("a list of {count}, each {each}", count=len(parts), each=same)
    if get_origin(bare) is dict:
        return Phrase("a table by name, each {each}", each=describe(Slot(get_args(bare)[1])))
    if bare is bool:
        return Phrase("true or false")
    if bare is int:
        return limits.number(Phrase("a whole number"))
    if bare is float:
        return limits.number(Phrase("a number"))
    return limits.characters() if bare is str else Phrase("a table")


def choice(words: Sequence[str]) -> Phrase:
    """The words as alternatives: "a, b or c"."""
    if len(words) == 1:
        return Phrase("{word}", word=words[0])
    return Phrase("{words} or {last}", words=listed(words[:-1]), last=words[-1])


class _Limits(NamedTuple):
    """Limits on a value or on a length, each with its own word."""

    low: Phrase | None = None
    high: Phrase | None = None
    shortest: int = 0
    longest: int | None = None

    @classmethod
    def of(cls, annotation: Any, metadata: tuple[Any, ...]) -> _Limits:
        found = list(metadata)
        if get_origin(annotation) is Annotated:
            for extra in get_args(annotation)[1:]:
                found.extend(extra.metadata if isinstance(extra, FieldInfo) else [extra])
        limits = cls()
        for limit in found:
            match limit:
                case Ge():
                    limits = limits._replace(low=Phrase("from {low}", low=f"{limit.ge:g}"))
                case Gt():
                    limits = limits._replace(low=Phrase("above {low}", low=f"{limit.gt:g}"))
                case Le():
                    limits = limits._replace(high=Phrase("to {high}", high=f"{limit.le:g}"))
                case Lt():
                    limits = limits._replace(high=Phrase("below {high}", high=f"{limit.lt:g}"))
                case MinLen():
                    limits = limits._replace(shortest=limit.min_length)
                case MaxLen():
                    limits = limits._replace(longest=limit.max_length)
                case Len():
                    limits = limits._replace(shortest=limit.min_length, longest=limit.max_length)
        return limits

    def number(self, kind: Phrase) -> Phrase:
        """Such as "a number from 0 to 2", for a kind of number."""
        if self.low and self.high:
            return Phrase("{kind} {low} {high}", kind=kind, low=self.low, high=self.high)
        if self.low:
            return Phrase("{kind} {low} on", kind=kind, low=self.low)
        return Phrase("{kind} {high}", kind=kind, high=self.high) if self.high else kind

    def listed(self, each: Phrase) -> Phrase:
        """Such as "a list of 3 to 100, each a number"."""
        if self.longest is None:
            if self.shortest:
                return Phrase("a list of {least} or more, each {each}", least=self.shortest, each=each)
            return Phrase("a list, each {each}", each=each)
        if self.shortest:
            return Phrase("a list of {least} to {most}, each {each}", least=self.shortest, most=self.longest, each=each)
        return Phrase("a list of at most {most}, each {each}", most=self.longest, each=each)

    def characters(self) -> Phrase:
        """Such as "text of 1 to 80 characters"."""
        if self.shortest:
            return Phrase("text of {least} to {most} characters", least=self.shortest, most=self.longest)
        return Phrase("text of at most {most} characters", most=self.longest)
