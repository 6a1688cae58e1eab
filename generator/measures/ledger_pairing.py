"""Which artifacts are one ledger: copies fold, and a record stands beside the bundle it is of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from generator.artifacts.eio_records import Bundle, LedgerArtifact, PortableRecord
from generator.errors import Problem


@dataclass(frozen=True, slots=True)
class PairedLedger:
    """One ledger: what states it, and the bundle that a record can be checked against.

    `private_id` is what its alias is made of: the run's id, or of a record alone its archive's
    digest; of a run with several ledgers, the content too tells them apart.
    """

    source: LedgerArtifact
    bundle: Bundle | None
    private_id: str


def pair_ledgers(
    artifacts: Sequence[LedgerArtifact],
) -> tuple[list[PairedLedger], tuple[Problem, ...]]:
    """Return the ledgers in the order they were found, and what must be said of them."""
    found = _distinct(artifacts)
    bundles = {each.archive_sha256: each for each in found if isinstance(each, Bundle)}
    records: dict[str, PortableRecord] = {}
    for artifact in found:
        if isinstance(artifact, PortableRecord):
            # A second, differing record of one archive cannot stand beside its bundle too.
            records.setdefault(artifact.archive_sha256, artifact)
    ledgers = []
    for artifact in found:
        if isinstance(artifact, Bundle) and artifact.archive_sha256 in records:
            continue
        bundle = None
        if isinstance(artifact, PortableRecord) and records[artifact.archive_sha256] is artifact:
            bundle = bundles.get(artifact.archive_sha256)
        ledgers.append(PairedLedger(artifact, bundle, _private_id(bundle or artifact)))
    return _told_apart(ledgers), tuple(_same_run(ledgers))


def _distinct(artifacts: Iterable[LedgerArtifact]) -> list[LedgerArtifact]:
    """Return the artifacts without further copies of one."""
    first: dict[str, LedgerArtifact] = {}
    for artifact in artifacts:
        first.setdefault(content_of(artifact), artifact)
    return list(first.values())


def content_of(artifact: LedgerArtifact) -> str:
    """Return a digest that two artifacts share if they say the same."""
    if isinstance(artifact, Bundle):
        return f"bundle {artifact.archive_sha256}"
    if isinstance(artifact, PortableRecord):
        return f"record {artifact.content}"
    return " ".join(("trials", *(source.sha256 for source in artifact.sources)))


def _private_id(artifact: LedgerArtifact) -> str:
    if isinstance(artifact, PortableRecord):
        return artifact.archive_sha256
    return artifact.run_id


def _told_apart(ledgers: Iterable[PairedLedger]) -> list[PairedLedger]:
    """Give a ledger whose id another has already an id of its own, by what it says."""
    taken: set[str] = set()
    apart = []
    for ledger in ledgers:
        if ledger.private_id in taken:
            told = f"{ledger.private_id}\0{content_of(ledger.source)}"
            ledger = replace(ledger, private_id=told)  # noqa: PLW2901 - the same, told apart
        taken.add(ledger.private_id)
        apart.append(ledger)
    return apart


def _same_run(ledgers: Iterable[PairedLedger]) -> Iterable[Problem]:
    """Warn of a run that has ledgers of differing content."""
    seen: set[str] = set()
    for ledger in ledgers:
        run_id = (ledger.bundle or ledger.source).run_id
        if run_id is not None and run_id in seen:
            yield Problem(
                "SAME_RUN_OTHER_CONTENT",
                "Another file has the same run_id but other content: they are two ledgers.",
                "Give each run its own run_id, or remove the one that is out of date.",
                ledger.source.file,
                field="run_id",
            )
        if run_id is not None:
            seen.add(run_id)
