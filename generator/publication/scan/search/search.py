"""Everything private against everything public: what is in both stops a release."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

import msgspec
import numpy as np

from generator.artifacts import eio_records, records
from generator.artifacts.files import Limits
from generator.errors import Problem
from generator.publication.scan.finding import FILE_NAME, Finding
from generator.publication.scan.search.decode import View
from generator.publication.scan.search.grams import Pieces, pieces
from generator.publication.scan.search.place import offset_of
from generator.publication.scan.search.private import Stated, no_one, private_texts
from generator.publication.scan.search.public import PublicSide
from generator.publication.scan.search.reading import Reading
from generator.publication.scan.search.self_attack import alias_digits, guessed
from generator.publication.scan.search.suspects import Sieve, Suspect

_MOST = 100
"""After so many findings a site is no better or worse."""

_MOST_IDS, _LONGEST_ID = 5_000, 200
_ALIASED = frozenset(
    ("alias", "case_id", "task_id", "arm_id", "run_id", "finding_id", "claim_id", "account")
)
"""The fields whose ids aliases are made of; the alias map's entries come as the first of them."""

_OTHERS = frozenset(("variants", "billing_fingerprint"))
_ENDINGS = ("id", "ids", "_case", "case", "arm", "run", "name", "variant")
_NO_KEY = 0
_REMEDY = "Find the label, note, template or setting that says it, and take it out there."
_DRAW = "Make the aliases with a key, or draw them at random."

FIELDS = frozenset(
    name
    for module in (records, eio_records)
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, msgspec.Struct)
    for name in each.__struct_encode_fields__
) | {"file name", "name of a field"}
"""The names that the formats define: no other one is named in a message."""


def search(
    public: PublicSide,
    results: Path,
    limits: Limits,
    also: Iterable[Stated] = (),
    tell: Callable[[Problem], None] = no_one,
) -> Iterator[Finding]:
    """Yield every private text found in a site, and every alias that gives its id away.

    `also` are private texts that lie elsewhere than in the results, such as the alias key. `tell`
    is told what was not looked for.
    """
    yield from public.findings
    sieve = Sieve(public.pieces, public.gathered.words, public.common)
    suspects: dict[bytes, Suspect] = {}
    ids = _Ids()
    for stated in chain(also, private_texts(results, limits, tell)):
        ids.take(stated)
        for suspect in sieve.take(stated):
            _keep(suspects, suspect)
    for suspect in sieve.end():
        _keep(suspects, suspect)
    yield from _confirmed(public, list(suspects.values()))
    yield from _self_attack(public, ids.first())
    if ids.too_many:
        tell(_not_all())


def _not_all() -> Problem:
    what = f"The aliases were tried with {_MOST_IDS:,} ids, and there are more."
    remedy = "Nothing is to be done: an alias that is made with a key is opened by none of them."
    return Problem("IDS_NOT_TRIED", what, remedy)


@dataclass
class _Ids:
    """The ids that the aliases of a site are tried with, those first that aliases are made of."""

    aliased: dict[str, Stated] = field(default_factory=dict)
    others: dict[str, Stated] = field(default_factory=dict)
    too_many: bool = False

    def take(self, stated: Stated) -> None:
        """Keep a text if it is an id; no alias is of an attempt, of which there are most."""
        name = stated.field or ""
        if len(stated.text) > _LONGEST_ID or name.startswith("attempt"):
            return
        if name in _ALIASED:
            kept = self.aliased
        elif name.endswith(_ENDINGS) or name in _OTHERS:
            kept = self.others
        else:
            return
        if len(kept) < _MOST_IDS:
            kept.setdefault(stated.text, stated)
        elif stated.text not in kept:
            self.too_many = True

    def first(self) -> dict[str, Stated]:
        """Return as many of them as are tried; `too_many` then says whether these are not all."""
        self.too_many |= len(self.aliased.keys() | self.others.keys()) > _MOST_IDS
        return dict(islice(chain(self.aliased.items(), self.others.items()), _MOST_IDS))


def _keep(suspects: dict[bytes, Suspect], suspect: Suspect) -> None:
    suspects.setdefault(suspect.name.letters, suspect)


def _confirmed(public: PublicSide, suspects: list[Suspect]) -> Iterator[Finding]:
    """Yield where suspects stand: the public side is read once more, only if there are any."""
    wanted: dict[int, list[Suspect]] = defaultdict(list)
    for suspect in suspects:
        wanted[_key(suspect)].append(suspect)
    keys = Pieces(np.sort(np.fromiter(wanted, np.uint64, len(wanted))))
    places: dict[bytes, dict[str, tuple[Suspect, View]]] = {}
    for path, view in public.read() if wanted else ():
        reading = Reading(view.text, public.common)
        short, _ = pieces(reading.letters)
        for key in [_NO_KEY, *sorted(set(short[keys.has(short)].tolist()))]:
            for suspect in wanted[key]:
                letters = suspect.name.letters
                if len(places) == _MOST and letters not in places:
                    continue
                if path not in places.get(letters, ()) and reading.holds(suspect.name):
                    places.setdefault(letters, {})[path] = suspect, view
    for files in places.values():
        (path, (suspect, view)), *more = files.items()
        yield _finding(suspect, path, view, public, len(more))


def _key(suspect: Suspect) -> int:
    """Return the number of a suspect's first piece, without which it is nowhere."""
    short, _ = pieces(suspect.name.letters)
    return int(short[0]) if len(short) else _NO_KEY


def _finding(suspect: Suspect, path: str, view: View, public: PublicSide, more: int) -> Finding:
    """Return the first file that a suspect stands in, and in how many more it does."""
    others = f", and in {more} more file{'s' if more > 1 else ''}" if more else ""
    return Finding(
        gate="negative",
        rule="PRIVATE_TEXT",
        file=path,
        offset=0
        if view.name == FILE_NAME
        else offset_of(
            (public.site / path).read_bytes(),
            view.name,
            lambda text: Reading(text, public.common).holds(suspect.name),
        ),
        what=f"A private text stands here{others}.",
        remedy=_REMEDY,
        view=view.name or None,
        origin=suspect.stated.origin(FIELDS),
    )


def _self_attack(public: PublicSide, ids: dict[str, Stated]) -> Iterator[Finding]:
    """Yield the aliases that a list of likely ids would open."""
    opened = dict(guessed(ids, public.gathered.digits))
    if not opened:
        return
    by_digits = {digits: private for private, digits in opened.items()}
    for path, view in public.read():
        for digits in sorted(set(alias_digits(view.text)) & by_digits.keys()):
            yield Finding(
                gate="negative",
                rule="GUESSABLE_ALIAS",
                file=path,
                offset=max(view.text.find(digits), 0),
                what="An alias is an unkeyed digest of its id.",
                remedy=_DRAW,
                view=view.name or None,
                origin=ids[by_digits.pop(digits)].origin(FIELDS),
            )
