"""Loading the spec: a project's own values over the defaults, checked key by key.

The spec is its owner's own file, written for publication, so messages name its keys.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import msgspec

from generator.errors import Problem, UnusableInput
from generator.spec.model import Section, Spec
from generator.spec.safe_yaml import Document, Place, Value, parse_yaml, read_yaml
from generator.spec.seen import all_seen

_SHIPPED = "stability.yml"
_LONGEST_NOTE = 2000
_NO_NOTE = (
    f"A note is a sentence of 1 to {_LONGEST_NOTE} characters, without line breaks or characters "
    "that nobody sees, such as zero-width spaces and direction marks."
)

# How msgspec says where in a value its complaint is: "Expected `int` - at `$[2]`".
_COMPLAINT = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<inside>.*)`)?")


@dataclass(frozen=True, slots=True)
class LoadedSpec:
    """A spec, with the digest of the file it was read from.

    `path` is the project's own file, None where the defaults stand alone.
    """

    spec: Spec
    sha256: str
    path: Path | None

    @property
    def folder(self) -> Path | None:
        """The folder that the spec's relative paths start from."""
        return None if self.path is None else self.path.absolute().parent


def load_spec(path: Path | None = None) -> LoadedSpec:
    """Return a project's own spec over the defaults that ship with the package, or those alone."""
    shipped = resources.files(__package__).joinpath(_SHIPPED).read_bytes()
    defaults = parse_yaml(shipped, Path(_SHIPPED))
    own = defaults if path is None else read_yaml(path)
    stated = {} if own.values is None else own.values
    if not isinstance(stated, dict) or not isinstance(defaults.values, dict):
        raise UnusableInput(_problem(own, (), "WRONG_TYPE", "The spec is no mapping of keys."))
    values = _over(defaults.values, stated, Spec)
    problems = [*_unknown_keys(own, stated, Spec), *_wrong_values(own, values, Spec)]
    if problems:
        raise UnusableInput(*sorted(problems, key=lambda problem: problem.line or 0))
    spec = msgspec.convert(values, Spec)
    if contradictions := tuple(_contradictions(own, spec)):
        raise UnusableInput(*contradictions)
    return LoadedSpec(spec, hashlib.sha256(own.data).hexdigest(), path)


def read_flat_yaml(file: Path) -> dict[str, str]:
    """Return a private map of text to text, such as the alias map; its keys are never named."""
    document = read_yaml(file)
    stated = {} if document.values is None else document.values
    remedy = "Write one `id: alias` on each line."
    if not isinstance(stated, dict):
        raise UnusableInput(Problem("WRONG_TYPE", "The file is no map.", remedy, file, 1))
    wrong = tuple(
        Problem("WRONG_TYPE", "The value is not text.", remedy, file, document.line((key,)))
        for key, value in stated.items()
        if not isinstance(value, str)
    )
    if wrong:
        raise UnusableInput(*wrong)
    return {key: value for key, value in stated.items() if isinstance(value, str)}


def _keys(section: type[Section]) -> dict[str, type[Section] | None]:
    """Return a section's keys, each with the section below it, or None if a value stands there."""
    return {
        each.name: each.type
        if isinstance(each.type, type) and issubclass(each.type, Section)
        else None
        for each in msgspec.structs.fields(section)
    }


def _over(
    defaults: dict[str, Value], own: dict[str, Value], section: type[Section]
) -> dict[str, Value]:
    """Return a project's values; in a section, keys that it leaves out keep their defaults."""
    merged = {**defaults, **own}
    for key, below in _keys(section).items():
        default, value = defaults[key], merged[key]
        if below is not None and isinstance(default, dict) and isinstance(value, dict):
            merged[key] = _over(default, value, below)
    return merged


def _unknown_keys(
    own: Document, values: dict[str, Value], section: type[Section], place: Place = ()
) -> Iterator[Problem]:
    known = _keys(section)
    for key, value in values.items():
        here = (*place, key)
        if key not in known:
            what = f"There is no such key; the nearest is {_nearest(key, place, tuple(known))}."
            yield _problem(own, here, "UNKNOWN_KEY", what)
        elif (below := known[key]) is not None and isinstance(value, dict):
            yield from _unknown_keys(own, value, below, here)


def _nearest(key: str, place: Place, siblings: tuple[str, ...]) -> str:
    """Return the known key that is spelled most alike: a sibling, if any is much alike."""
    everywhere = {keys[-1]: _dotted(keys) for keys in _all_keys(Spec)}
    alike = difflib.get_close_matches(key, siblings, n=1)
    if not alike and (elsewhere := difflib.get_close_matches(key, everywhere, n=1)):
        return everywhere[elsewhere[0]]
    nearest = alike or difflib.get_close_matches(key, siblings, n=1, cutoff=0.0)
    return _dotted((*place, nearest[0]))


def _all_keys(section: type[Section], place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, below in _keys(section).items():
        yield (*place, key)
        if below is not None:
            yield from _all_keys(below, (*place, key))


def _wrong_values(
    own: Document, values: dict[str, Value], section: type[Section], place: Place = ()
) -> Iterator[Problem]:
    types = {each.name: each.type for each in msgspec.structs.fields(section)}
    for key, below in _keys(section).items():
        here, value = (*place, key), values[key]
        if below is not None and isinstance(value, dict):
            yield from _wrong_values(own, value, below, here)
        elif isinstance(value, dict):
            # One by one: the complaint is on the entry's line, but its key, an id, is not named.
            for name, each in value.items():
                yield from _wrong_value(own, {name: each}, types[key], here, (*here, name))
        else:
            yield from _wrong_value(own, value, types[key], here, here)


def _wrong_value(
    own: Document, value: Value, wanted: object, place: Place, stands_at: Place
) -> Iterator[Problem]:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        complaint = _COMPLAINT.fullmatch(str(error))
        what, inside = complaint.groups() if complaint else (str(error), None)
        field = f"{_dotted(place)}{(inside or '').replace('[...]', '')}"
        yield _problem(own, stands_at, "BAD_VALUE", f"{what}.", field)


def _contradictions(own: Document, spec: Spec) -> Iterator[Problem]:
    """Yield what the values, each right by itself, say against one another."""
    if spec.stages.confirmation < spec.stages.screen:
        what = "A confirmation has no fewer trials than a screen."
        yield _problem(own, ("stages", "confirmation"), "CONTRADICTION", what)
    for number, note in enumerate(spec.notes):
        if not (note and len(note) <= _LONGEST_NOTE and all_seen(note)):
            yield _problem(own, ("notes", number), "BAD_VALUE", _NO_NOTE, f"notes[{number}]")
    lists: dict[Place, Collection[object]] = {
        ("pass_k",): spec.pass_k,
        ("side_effect_classes",): spec.side_effect_classes,
        ("identity_public",): spec.identity_public,
        ("labels", "arms"): spec.labels.arms.values(),
    }
    for place, listed in lists.items():
        if len(set(listed)) < len(listed):
            yield _problem(own, place, "LISTED_TWICE", "One value stands here twice.")


def _dotted(place: Place) -> str:
    return ".".join(str(each) for each in place)


def _problem(
    own: Document, place: Place, code: str, what: str, field: str | None = None
) -> Problem:
    return Problem(
        code,
        what,
        "Correct the spec; a key that is left out keeps its default.",
        own.file,
        own.line(place),
        field or _dotted(place) or None,
    )
