"""Loading the spec: a project's own values over the defaults, checked key by key.

The spec is its owner's own file, written for publication, so messages name its keys.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import get_args

import msgspec

from generator.errors import Problem, UnusableInput
from generator.spec.model import Section, SourceRule, Spec
from generator.spec.requirement import fits, item_type, requirement, value_type
from generator.spec.safe_yaml import Document, Place, Value, parse_yaml, read_yaml
from generator.spec.sources import Source, wrong_sources

_SHIPPED = "stability.yml"


@dataclass(frozen=True, slots=True)
class LoadedSpec:
    """A spec, with the digest of the file it was read from.

    `path` is the project's own file, None where the defaults stand alone. `lines` are the lines on
    which its values begin; `sources` are the spec's entries of that name, each with its place.
    """

    spec: Spec
    sha256: str
    path: Path | None
    lines: Mapping[Place, int] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()

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
    values["notes"] = _unfolded(values["notes"])
    problems = [*_unknown_keys(own, stated, Spec), *_wrong_values(own, values, Spec)]
    if problems:
        raise UnusableInput(*sorted(problems, key=lambda problem: problem.line or 0))
    spec = msgspec.convert(values, Spec)
    sources = tuple(
        Source(rule, n, own.file, own.line(("sources", n))) for n, rule in enumerate(spec.sources)
    )
    if contradictions := (*_contradictions(own, spec), *wrong_sources(sources)):
        raise UnusableInput(*contradictions)
    return LoadedSpec(spec, hashlib.sha256(own.data).hexdigest(), path, own.lines, sources)


def _unfolded(notes: Value) -> Value:
    """Return notes without the line break that YAML leaves at the end of a folded text."""
    if not isinstance(notes, list):
        return notes
    return [each.removesuffix("\n") if isinstance(each, str) else each for each in notes]


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
    return {each.name: _below(each.type) for each in msgspec.structs.fields(section)}


def _below(kind: object) -> type[Section] | None:
    """Return the section that a key holds: one, perhaps one, or a list of them."""
    for each in (kind, *get_args(kind)):
        if isinstance(each, type) and issubclass(each, Section):
            return each
    return None


def _sections(value: Value, place: Place) -> list[tuple[dict[str, Value], Place]]:
    """Return the mappings that stand at a place: one, or those of a list."""
    if isinstance(value, dict):
        return [(value, place)]
    listed = enumerate(value) if isinstance(value, list) else ()
    return [(each, (*place, n)) for n, each in listed if isinstance(each, dict)]


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
            # On a terminal its owner reads the key; it may be a private name in the wrong place.
            yield replace(_problem(own, here, "UNKNOWN_KEY", what), public_field=_dotted(place))
        elif (below := known[key]) is not None:
            for inner, where in _sections(value, here):
                yield from _unknown_keys(own, inner, below, where)


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
        if below is not None and below is not SourceRule:
            yield from _all_keys(below, (*place, key))


def _wrong_values(
    own: Document, values: dict[str, Value], section: type[Section], place: Place = ()
) -> Iterator[Problem]:
    fields = {each.name: each for each in msgspec.structs.fields(section)}
    types = {name: each.type for name, each in fields.items()}
    for key, below in _keys(section).items():
        here = (*place, key)
        if key not in values:
            if fields[key].required:
                yield _problem(own, here, "BAD_VALUE", "The key is missing.")
            continue
        value = values[key]
        if below is not None and (inner := _sections(value, here)):
            for mapping, where in inner:
                yield from _wrong_values(own, mapping, below, where)
            for n, entry in enumerate(value if isinstance(value, list) else ()):
                if not isinstance(entry, dict):
                    yield _problem(own, (*here, n), "BAD_VALUE", "The entry is no mapping of keys.")
        elif not fits(value, types[key]):
            yield from _wrong_value(own, value, types[key], here)


def _wrong_value(own: Document, value: Value, wanted: object, place: Place) -> Iterator[Problem]:
    """Yield what is wrong with a value: with each of its entries, or else with the whole of it."""
    told = False
    for where, name, entry, kind in _entries(value, wanted, place):
        if not fits(entry, kind):
            told = True
            yield _bad(own, where, name, entry, kind)
    if not told:
        yield _bad(own, place, _dotted(place), value, wanted)


def _entries(
    value: Value, wanted: object, place: Place
) -> Iterator[tuple[Place, str, Value, object]]:
    """Yield a value's entries, each with its place, the name it may be given, and its type."""
    name = _dotted(place)
    if isinstance(value, list) and (item := item_type(wanted)) is not None:
        for index, each in enumerate(value):
            yield (*place, index), f"{name}[{index}]", each, item
    elif isinstance(value, dict) and (item := value_type(wanted)) is not None:
        # The entry's own key is an id, so its line tells which it is.
        for key, each in value.items():
            yield (*place, key), name, each, item


def _bad(own: Document, place: Place, name: str, value: Value, wanted: object) -> Problem:
    what = f"This must be {requirement(wanted)}."
    if value is not None and not isinstance(value, str | list | dict) and fits(str(value), wanted):
        what += " Put it in quotes to make it text."
    return _problem(own, place, "BAD_VALUE", what, name)


def _contradictions(own: Document, spec: Spec) -> Iterator[Problem]:
    """Yield what the values, each right by itself, say against one another."""
    if spec.stages.confirmation < spec.stages.screen:
        what = "A confirmation has no fewer trials than a screen."
        yield _problem(own, ("stages", "confirmation"), "CONTRADICTION", what)
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
    shown = (f"[{each}]" if isinstance(each, int) else f".{each}" for each in place)
    return "".join(shown).removeprefix(".")


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
