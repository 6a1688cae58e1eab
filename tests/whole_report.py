"""A report with every kind of page: arms, cases, comparisons, an audit, a ledger, a study."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.pages.addresses import ROWS_ON_ARM_PAGE
from generator.publication.report import Report
from tests.pages.test_audit import everything
from tests.pages.test_ledgers import LEDGER
from tests.sample_report import large_report, sample_report
from tests.study.reports import KEY
from tests.study.reports import report as study_report


def whole_report(folder: Path) -> Report:
    """Return the report; the audit's cells are written into a folder and read there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STABILITY_ALIAS_KEY", KEY)
        audited = everything(folder)
    usual = sample_report()
    paged = large_report(ROWS_ON_ARM_PAGE + 1)
    return replace(
        usual,
        arms=[*usual.arms, *audited.arms, *paged.arms],
        audit=audited.audit,
        ledgers=[LEDGER],
        studies=study_report("pass").studies,
    )
