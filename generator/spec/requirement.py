"""What a key of the spec must hold, in words: made from the very types that its values must pass.

A type that has words of its own (a pattern has) is told by those; every other by its kind and its
bounds.
"""

from __future__ import annotations

from typing import Annotated, get_args, get_origin

import msgspec
from msgspec import inspect


def requirement(wanted: object) -> str:
    """Return what a value of a type must be, to complete `This must be ...`."""
    return _told(inspect.type_info(wanted))


def _told(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=schema):
            told = str((schema or {}).get("description") or _told(inner))
        case inspect.LiteralType(values=values):
            told = f"{'one of ' if len(values) > 1 else ''}{', '.join(map(str, values))}"
        case inspect.UnionType(types=types):
            told = " or ".join(map(_told, types))
        case inspect.IntType() | inspect.FloatType():
            told = _number(kind)
        case inspect.VarTupleType(min_length=least, max_length=most):
            told = f"a list of {least} to {most} entries" if least and most else "a list"
        case inspect.DictType() | inspect.StructType():
            told = "a map of keys to values"
        case inspect.StrType():
            told = "text"
        case inspect.BoolType():
            told = "true or false"
        case _:
            told = "null"
    return told


def _number(kind: inspect.IntType | inspect.FloatType) -> str:
    """Tell the bounds of a number, of which every number in the spec has two."""
    word = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    return f"{word} from {_plain(kind.ge or 0)} to {_plain(kind.le or 0)}"


def _plain(bound: float) -> str:
    """Spell a bound: with thousands marked where it has any, never as a power of ten."""
    return f"{bound:,.10f}".rstrip("0") if bound % 1 else f"{int(bound):,}"


def fits(value: object, wanted: object) -> bool:
    """Whether a value is of a type and within its bounds."""
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError:
        return False
    return True


def item_type(wanted: object) -> object | None:
    """Return the type of a list's entries, None for what is no list."""
    return _argument(wanted, tuple, 0)


def value_type(wanted: object) -> object | None:
    """Return the type of a map's values, None for what is no map."""
    return _argument(wanted, dict, 1)


def _argument(wanted: object, of: type, index: int) -> object | None:
    plain = get_args(wanted)[0] if get_origin(wanted) is Annotated else wanted
    return get_args(plain)[index] if get_origin(plain) is of else None
