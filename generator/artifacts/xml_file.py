"""An XML file as a stream of its elements: no document type, no entities, no text between tags.

A document type can define entities that grow without bound or name other files. No report of tests
has one, so that one is refused before any of it is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from generator.artifacts.files import MIB, Limits, SafeFile, too_long
from generator.errors import Problem, UnusableInput

Start = Callable[[str, dict[str, str], int], None]
"""Takes an element's name without a prefix, its attributes, and the line on which it begins."""
End = Callable[[str], None]


def read_xml(path: Path, limits: Limits, start: Start, end: End) -> str:
    """Hand the elements of a file to two functions; return the digest of the file's bytes."""
    parser = expat.ParserCreate()
    deep = 0

    def opened(name: str, attributes: dict[str, str]) -> None:
        nonlocal deep
        deep += 1
        if deep > limits.json_depth:
            what = (
                f"Elements nest deeper than the {limits.json_depth} levels that limits.json_depth "
                "allows."
            )
            raise _refused("TOO_DEEP", what, parser.CurrentLineNumber)
        start(_local(name), attributes, parser.CurrentLineNumber)

    def closed(name: str) -> None:
        nonlocal deep
        deep -= 1
        end(_local(name))

    def doctype(*_said: object) -> NoReturn:
        what = "The file has a document type, which can define entities; it is not read."
        raise _refused("XML_DOCTYPE", what, parser.CurrentLineNumber)

    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = doctype
    parser.ExternalEntityRefHandler = doctype
    try:
        with SafeFile(path) as file:
            _parse(parser, file, limits)
            return file.finish()
    except expat.ExpatError as error:
        what = "The file is not whole, well-formed XML."
        raise UnusableInput(_refused("NOT_XML", what, error.lineno).problems[0].at(path)) from None
    except UnusableInput as unusable:
        raise UnusableInput(*(each.at(path) for each in unusable.problems)) from None


def _parse(parser: expat.XMLParserType, file: SafeFile, limits: Limits) -> None:
    read = 0
    while data := file.read(MIB):
        read += len(data)
        _feed(parser, data)
        # What the parser waits for the end of, such as one attribute, is in memory.
        if read - max(parser.CurrentByteIndex, 0) > limits.line_mib * MIB:
            raise UnusableInput(too_long(limits).at(line=parser.CurrentLineNumber))
    _feed(parser, b"", last=True)


def _feed(parser: expat.XMLParserType, data: bytes, *, last: bool = False) -> None:
    try:
        parser.Parse(data, last)
    except (LookupError, ValueError):
        what = "The file is written in an encoding that is not known."
        raise _refused("NOT_UTF8", what, 1) from None


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _refused(code: str, what: str, line: int) -> UnusableInput:
    return UnusableInput(Problem(code, what, "Correct it where the file is written.", line=line))
