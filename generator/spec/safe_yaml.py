"""YAML read as data and nothing else: one document, no anchors, no tags, no doubled keys.

Of plain scalars only null, true, false and decimal numbers are other than text, and keys always
are text: `no`, `on`, a date, `0x1F` or `010` stays what is written. Messages quote nothing.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from generator.errors import Problem, UnusableInput
from generator.regular_file import read_regular

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
Place = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

_CONSTANTS = {"": None, "~": None, "null": None, "true": True, "false": False}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9]\d{0,17})", re.ASCII)
_DECIMAL = re.compile(
    r"[-+]?(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)|(?:0|[1-9]\d*)?\.\d+)", re.ASCII
)
# Far more than a file that a person keeps; the parser's own time grows steeply with the depth.
_LARGEST = 4 << 20
_DEEPEST = 16


@dataclass(frozen=True, slots=True)
class Document:
    """A document's values, the line on which each of them begins, and the bytes they stand in."""

    file: Path
    data: bytes
    values: Value
    lines: dict[Place, int] = field(default_factory=dict)

    def line(self, place: Place) -> int | None:
        """Return the line of a value, or of the nearest thing around it that has one."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place)


def read_yaml(file: Path) -> Document:
    """Read a file's one document."""
    return parse_yaml(read_regular(file, _LARGEST), file)


def parse_yaml(data: bytes, file: Path) -> Document:
    """Return the one document that the bytes of a file are."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _refused(file, "NOT_UTF8", "The file is not UTF-8.", "Write it in UTF-8.") from None
    try:
        _check_events(text, file)
        node = yaml.compose(text, yaml.SafeLoader)
        lines: dict[Place, int] = {}
        values = None if node is None else _value(node, (), lines, file)
    except yaml.MarkedYAMLError as error:
        raise _not_yaml(file, error.problem_mark.line + 1 if error.problem_mark else None) from None
    except yaml.reader.ReaderError as error:
        raise _not_yaml(file, text.count("\n", 0, int(error.position)) + 1) from None
    return Document(file, data, values, lines)


def _check_events(text: str, file: Path) -> None:
    documents = depth = 0
    for event in yaml.parse(text, yaml.SafeLoader):
        documents += isinstance(event, yaml.DocumentStartEvent)
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if documents > 1:
            what = "There is more than one document."
        elif depth > _DEEPEST:
            what = f"This nests deeper than {_DEEPEST} levels."
        elif isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            what = "There is an anchor or an alias."
        elif getattr(event, "tag", None) is not None:
            what = "There is a tag."
        else:
            continue
        line = event.start_mark.line + 1 if event.start_mark else None
        raise _refused(file, "NOT_PLAIN_YAML", what, "Write the values out, plainly.", line)


def _value(node: yaml.Node, place: Place, lines: dict[Place, int], file: Path) -> Value:
    lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*place, n), lines, file) for n, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, place, lines, file)
    quoted = isinstance(node, yaml.ScalarNode) and node.style is not None
    return str(node.value) if quoted else _scalar(node.value)


def _mapping(
    node: yaml.MappingNode, place: Place, lines: dict[Place, int], file: Path
) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise _refused(file, "NOT_PLAIN_YAML", "A key is not text.", "Name it.", line)
        if key.value in found:
            what = "The same key stands here and above it."
            raise _refused(file, "DOUBLED_KEY", what, "Keep one of them.", line)
        lines[(*place, key.value)] = line
        found[key.value] = _value(value, (*place, key.value), lines, file)
    return found


def _scalar(text: str) -> Value:
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    return text


def _not_yaml(file: Path, line: int | None) -> UnusableInput:
    return _refused(
        file, "NOT_YAML", "This is not YAML.", "Look for a tab, a bracket or a quote.", line
    )


def _refused(
    file: Path, code: str, what: str, remedy: str, line: int | None = None
) -> UnusableInput:
    return UnusableInput(Problem(code, what, remedy, file, line))
