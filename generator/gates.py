"""Both gates over one site of one project: what stops it from going out."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from matplotlib.backends import backend_svg

from generator.artifacts.amber import RUN_FILE
from generator.artifacts.amber_run import FORMAT
from generator.artifacts.declared import declare
from generator.artifacts.discovery import discover
from generator.artifacts.files import Limits, read_whole
from generator.artifacts.reading import artifacts_of, read_runs, refuse_if_unread
from generator.artifacts.records import RunArtifact
from generator.artifacts.workers import interrupts_held, workers
from generator.errors import Problem, ReleaseStopped, UnusableInput
from generator.project import MARKER, shipped
from generator.publication.key import private_texts
from generator.publication.report import json_schema
from generator.publication.scan.explain.site import explain
from generator.publication.scan.finding import Finding
from generator.publication.scan.search.gathered import Gathered, read_back, spelled
from generator.publication.scan.search.names import Common
from generator.publication.scan.search.private import Stated, no_one
from generator.publication.scan.search.public import PublicSide
from generator.publication.scan.search.search import search
from generator.regular_file import read_regular
from generator.site.files import tree_digest
from generator.site.mkdocs import CACHE
from generator.site.record import NONE_PASSED, Inputs, Made, digests_of, recorded
from generator.site.settings import Settings, project_config
from generator.site.theme import pinned_assets, public_code, public_texts
from generator.site.vouched import Voucher
from generator.spec.load import LoadedSpec
from generator.spec.sources import placeholders
from generator.whole_file import write_whole

_PROGRAM = Path(__file__).parent
_LARGEST = 1 << 30
_GATES = 2
_NOTHING: tuple[Gathered, Made] = Gathered(), {}
_NOT_READ_ALOUD = _PROGRAM / "demo"
"""The demonstration's private texts are written by the program, and are private all the same."""


@dataclass(frozen=True, slots=True)
class Gates:
    """What a site is held against: its project's settings, and the private side where it is.

    `tell` is told what the gates left undone. With two `jobs` each gate has a process of its own.
    """

    settings: Settings
    loaded: LoadedSpec
    results: Path | None
    tell: Callable[[Problem], None] = no_one
    jobs: int = 1

    def findings(
        self, site: Path, passed: Inputs = NONE_PASSED, memory: Path | None = None
    ) -> list[Finding]:
        """Return all that must not go out, by the positive gate and then by the negative one.

        The positive gate does not look again into versions that `passed` it as they are; the
        negative one keeps what it gathered from a site in the file `memory`. What they left undone
        is told once both have ended.
        """
        with workers(self.jobs, _GATES if self.results else 1) as pool:
            if pool:
                with interrupts_held():  # submitting starts the process
                    searched = pool.submit(_searched, replace(self, tell=no_one), site, memory)
            unexplained = _unexplained(site, self.settings, passed)
            private, told = searched.result() if pool else _searched(self, site, memory)
        for problem in told:
            self.tell(problem)
        return unexplained + private

    def private_texts(self, folder: Path, memory: Path | None = None) -> Iterator[Finding]:
        """Yield the private texts in a folder of public files, by the negative gate alone.

        Versions that are as they were when the file `memory` was written are not read again.
        """
        if self.results is not None:
            elsewhere = _read_elsewhere(self.results, self.loaded)
            declared = sorted(set(self._declared(self.results, elsewhere)))
            assets = pinned_assets(shipped(MARKER))
            common = Common.of(_shipped_texts(), public_code(assets), declared, assets.values())
            limits = self.loaded.spec.limits
            private = chain(self._private(declared), _ids(elsewhere, declared))
            by = tree_digest(_PROGRAM, apart=CACHE)
            versions = _folders(folder) if memory else {}
            before, apart = _remembered(memory, versions, by, common)
            public = PublicSide(folder, common, before, apart)
            findings = list(search(public, self.results, limits, private, self.tell))
            yield from findings
            if memory and not findings:
                with suppress(OSError):  # it saves time, and nothing else
                    write_whole(
                        memory, spelled(public.gathered, _as_read(folder, versions, apart), by)
                    )

    def _private(self, declared: Sequence[str]) -> Iterator[Stated]:
        """Yield private texts that lie outside the results: the key, the map, ids of arms.

        An arm's id that is put together from nothing but declared texts, such as a model and its
        agent, tells nothing that they do not.
        """
        home = self.settings.mkdocs_yml.parent
        for file, text in private_texts(self.loaded, home):
            yield Stated(text, file, None, "alias")
        spec = self.loaded.spec
        arms = [each.arm for each in spec.sources if each.arm and not placeholders(each.arm)]
        for private in (*spec.labels.arms, *arms):
            if _tells_more(private, declared):
                yield Stated(private, self.loaded.path or home, None, "arm_id")

    def _declared(self, results: Path, elsewhere: Sequence[RunArtifact]) -> Iterator[str]:
        """Yield the names that the spec declares public.

        Its notes are prose, in which a private name may stand by mistake: they are searched.
        """
        spec = self.loaded.spec
        yield from (spec.protocol.name, spec.protocol.version, *spec.labels.arms.values())
        yield from spec.side_effect_classes
        cited = spec.citation
        yield from (text for text in (cited.title, *cited.authors, cited.url) if text)
        yield from (each.label for each in spec.sources if each.label)
        yield from _declared_identity(results, spec.identity_public, spec.limits)
        for identity in (
            *(each.run.arm for each in elsewhere),
            *(each.identity for each in spec.sources),
        ):
            values = (getattr(identity, name) for name in spec.identity_public)
            yield from (value for value in values if value is not None)
        config = project_config(self.settings.mkdocs_yml)
        yield from (str(config.get(name) or "") for name in ("site_name", "site_description"))


def _unexplained(site: Path, settings: Settings, passed: Inputs) -> list[Finding]:
    """Return what nothing explains in a site, by the positive gate alone."""
    voucher = Voucher(site, settings, passed)
    found = list(explain(site, voucher.folders(), voucher.passed))
    return voucher.findings + [each for each in found if not voucher.refuses(each.file)]


def _searched(gates: Gates, site: Path, memory: Path | None) -> tuple[list[Finding], list[Problem]]:
    """Return what the negative gate finds in a site, and what it would have told."""
    told: list[Problem] = []
    return list(replace(gates, tell=told.append).private_texts(site, memory)), told


def _folders(site: Path) -> Made:
    """Return the digest of the folder of each version of a site."""
    return digests_of(site, [name for name in recorded(site) if (site / name).is_dir()])


def _as_read(folder: Path, versions: Made, apart: Collection[str]) -> Made:
    """Return the versions of a folder that are still what they were before they were read."""
    now = digests_of(folder, [each for each in versions if f"{each}/" not in apart])
    return {each: digest for each, digest in versions.items() if now.get(each, digest) == digest}


def _remembered(
    memory: Path | None, versions: Made, by: str, common: Common
) -> tuple[Gathered, frozenset[str]]:
    """Return what is kept of earlier versions, and the folders of those that it is kept of.

    It is as good as reading them while they are as they were, byte for byte, none of it is of a
    version that is gone, and what excused a text in them still does.
    """
    try:
        gathered, kept = read_back(read_regular(memory, _LARGEST), by) if memory else _NOTHING
    except UnusableInput:
        gathered, kept = _NOTHING
    same = [version for version, digest in versions.items() if kept.get(version) == digest]
    gone = kept.keys() - versions.keys()
    if not same or gone or any(text not in common.texts for text in gathered.excused):
        return Gathered(), frozenset()
    return gathered, frozenset(f"{version}/" for version in same)


def _tells_more(private: str, declared: Iterable[str]) -> bool:
    """Whether a letter or digit of a name is left when all that is declared is taken out of it."""
    for text in sorted((each for each in declared if each in private), key=len, reverse=True):
        private = private.replace(text, " ") if text else private
    return any(char.isalnum() for char in private)


def _shipped_texts() -> Iterator[str]:
    """Yield what everybody can read who has the program: its text, templates and theme.

    A project's own templates are not among them: what is in those and in the results was copied.
    """
    for file in sorted(_PROGRAM.rglob("*")):
        if file.suffix in {".py", ".yml"} and not file.is_relative_to(_NOT_READ_ALOUD):
            text = file.read_text("utf-8")
            yield text
            yield text.replace(".md", ".html")  # how pages are named once they are built
    for file in sorted(shipped("templates").rglob("*.j2")):
        yield file.read_text("utf-8")
    yield json_schema().decode()
    yield Path(backend_svg.__file__).read_text("utf-8")  # the properties that figures are drawn by
    yield from public_texts(shipped(MARKER))


def stop_leaks(findings: Iterable[Finding], site: Path, *, names: bool) -> None:
    """Stop the release if anything was found; `site` is where the files are going to lie."""
    problems = [problem for each in findings for problem in each.problems(site, names=names)]
    if problems:
        raise ReleaseStopped(*problems)


def _declared_identity(results: Path, fields: tuple[str, ...], limits: Limits) -> Iterator[str]:
    """Yield the values of the identity fields that the spec declares public.

    A file that the readers would refuse is no release's, and declares nothing.
    """
    for file in sorted(results.rglob(RUN_FILE)) if results.is_dir() else []:
        try:
            run = json.loads(read_whole(file, limits).data)
        except (UnusableInput, ValueError, RecursionError):
            continue
        if isinstance(run, dict) and run.get("format") == FORMAT:
            arm = run.get("arm")
            stated = arm if isinstance(arm, dict) else {}
            yield from (stated[name] for name in fields if isinstance(stated.get(name), str))


def _read_elsewhere(results: Path, loaded: LoadedSpec) -> list[RunArtifact]:
    """Return the runs in other formats, as the spec declares them: their readers make ids of parts.

    A run that cannot be read is passed over, and stops the commands that build on it; what the spec
    cannot declare stops this one, too.
    """
    found = discover(results, loaded.spec.limits, loaded.sources)
    foreign = tuple(each for each in found.runs if each.reader.format != FORMAT)
    declared = declare(replace(found, runs=foreign), read_runs(foreign, loaded.spec.limits))
    refuse_if_unread(also=declared.problems)
    return artifacts_of(declared.readings)


def _ids(artifacts: Iterable[RunArtifact], declared: Sequence[str]) -> Iterator[Stated]:
    """Yield the ids that readers found, once each: files may state them in parts or by a name."""
    found: dict[str, Stated] = {}
    for artifact in artifacts:
        run = artifact.run
        for text, field in ((run.arm.arm_id, "arm_id"), (run.run_id, "run_id")):
            found.setdefault(text, Stated(text, artifact.file, None, field))
        attempts = artifact.attempts_file
        for case in run.cases:
            found.setdefault(case.case_id, Stated(case.case_id, artifact.file, None, "case_id"))
        for attempt in artifact.attempts:
            stated = {"case_id": attempt.case_id, "attempt_id": attempt.attempt_id}
            for field, text in stated.items():
                found.setdefault(text, Stated(text, attempts, attempt.line, field))
    yield from (each for text, each in found.items() if _tells_more(text, declared))
