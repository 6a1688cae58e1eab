"""The data dictionary: what every field of the report is, read off the types themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import get_args

from msgspec import Meta, inspect

from generator.pages.escape import Markdown, md, md_join
from generator.pages.flatten import holds_records, kinds, may_be_null, without_none
from generator.pages.meanings.lookup import MEANINGS, spot, why_null
from generator.pages.meanings.meaning import Meaning
from generator.pages.table import Table, row_anchor, text
from generator.publication import strings
from generator.publication.base import Public
from generator.publication.report import Report

_TEXTS = {
    "Alias": "alias",
    "Label": "label declared public",
    "Declared": "value declared public",
    "Note": "sentence written for publication",
    "Address": "web address declared public",
    "Day": "date, YYYY-MM-DD",
    "Digest": "SHA-256, 64 hex digits",
    "Version": "version",
    "VariantName": "V1, V2, …",
    "OrderPattern": "letters P and F in order of start",
    "ClassName": "declared class of side effect",
    "CutReason": "code of a cut, its arm and its reason, with colons between",
    "StatisticsPath": "path in the recorded statistics",
}


def _pattern(name: str) -> str:
    return next(
        meta.pattern
        for meta in get_args(getattr(strings, name))
        if isinstance(meta, Meta) and meta.pattern
    )


_BY_PATTERN = {_pattern(name): said for name, said in _TEXTS.items()}


@dataclass(frozen=True, slots=True)
class Record:
    """One type of the report: its name, what it says of itself, and its fields."""

    name: str
    about: str
    anchor: str
    table: Table


def records() -> list[Record]:
    """Return every type of the report, the report first, then as its fields name them."""
    return [_record(struct) for struct in types_of(Report)]


def types_of(record: type[Public]) -> list[inspect.StructType]:
    """Return a type and every type that its fields lead to, each once."""
    found: dict[str, inspect.StructType] = {}
    _collect(inspect.type_info(record), found)
    return list(found.values())


def _collect(kind: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    if isinstance(kind, inspect.StructType) and kind.cls.__name__ not in found:
        found[kind.cls.__name__] = kind
        for field in kind.fields:
            _collect(field.type, found)
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            _collect(part, found)
    elif isinstance(kind, inspect.ListType):
        _collect(kind.item_type, found)
    elif isinstance(kind, inspect.DictType):
        _collect(kind.value_type, found)


def record_anchor(name: str) -> str:
    """Return the anchor of a type in the dictionary."""
    return f"type-{_hyphened(name)}"


def _field_anchor(name: str, field: str) -> str:
    """Return the anchor of a field; not under its type's, which another type's may equal."""
    return f"field-{_hyphened(name)}-{field}"


def _hyphened(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def _record(struct: inspect.StructType) -> Record:
    name = struct.cls.__name__
    names = frozenset(field.encode_name for field in struct.fields)
    rows = tuple(_row(name, field, names) for field in struct.fields)
    anchor = record_anchor(name)
    columns = text("Field", "Holds", "Unit", "Meaning", "Null where")
    return Record(name, _about(struct), anchor, Table(anchor, columns, rows))


def _row(owner: str, field: inspect.Field, beside: frozenset[str]) -> tuple[Markdown, ...]:
    name = field.encode_name
    said = _meaning(owner, field)
    null = why_null(owner, name, beside) if may_be_null(field.type) else ""
    return (
        row_anchor(_field_anchor(owner, name), name),
        _said(field.type),
        md("{}", said.unit),
        md("{}", said.says),
        md("{}", null),
    )


def _meaning(owner: str, field: inspect.Field) -> Meaning:
    """Return the words of a field; of one that holds records, the first that those say."""
    kind = without_none(field.type)
    if isinstance(kind, inspect.ListType) and holds_records(kind):
        kind = kind.item_type
    if isinstance(kind, inspect.StructType):
        return Meaning(f"{_about(kind).partition('. ')[0].removesuffix('.')}.")
    return MEANINGS[spot(owner, field.encode_name)]


def _about(struct: inspect.StructType) -> str:
    return " ".join((struct.cls.__doc__ or "").replace("`", "").split())


def _said(kind: inspect.Type) -> Markdown:
    """Return what a field holds, in words; whether it may be null has a column of its own."""
    if isinstance(kind, inspect.StructType):
        name = kind.cls.__name__
        return md("[{}](#{})", name, Markdown(record_anchor(name)))
    if isinstance(kind, inspect.ListType):
        return md("list of {}", _said(kind.item_type))
    if isinstance(kind, inspect.DictType):
        return md("map from {} to {}", _said(kind.key_type), _said(kind.value_type))
    if isinstance(kind, inspect.LiteralType):
        return md_join(", ", [Markdown(f"`{_spelled(value)}`") for value in kind.values])
    if isinstance(kind, inspect.UnionType):
        return md_join(" or ", [_said(part) for part in kinds(kind)])
    return Markdown(_plain(kind))


def values(kind: inspect.Type) -> str:
    """Return what one value of a column may be, as plain text."""
    if isinstance(kind, inspect.ListType):
        return f"list of {values(kind.item_type)}"
    if isinstance(kind, inspect.LiteralType):
        return ", ".join(_spelled(value) for value in kind.values)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(values(part) for part in kinds(kind))
    return _plain(kind)


def _spelled(value: object) -> str:
    """Return a member of a vocabulary as JSON spells it, without the quotes of a text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.IntType):
        return "whole number from 0" if kind.ge == 0 else "whole number"
    if isinstance(kind, inspect.FloatType):
        return "number from 0 to 1" if (kind.ge, kind.le) == (0, 1) else "number"
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.StrType):
        return _BY_PATTERN[kind.pattern or ""]
    raise TypeError(f"no words for {type(kind).__name__}")
