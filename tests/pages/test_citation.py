"""How a version is cited: both forms say the same, and no name breaks them."""

from __future__ import annotations

import hashlib
import html
import re

import msgspec
import pytest
import yaml

from generator.pages.citation import bibtex, citation_cff
from generator.pages.kinds.downloads import build
from generator.pages.page import view
from generator.publication.report import Citation, Report, encode
from tests.sample_parts import HOSTILE
from tests.sample_report import sample_report


def cited(**fields: object) -> Report:
    citation = Citation(**fields)  # type: ignore[arg-type]
    return msgspec.structs.replace(sample_report(), citation=citation)


def test_the_cff_has_what_its_format_asks_for_and_the_digest_of_the_report() -> None:
    report = cited(
        title="Stability of agents",
        authors=["A. Writer", "Groupe Évaluation"],
        url="https://example.org/stability",
    )
    said = yaml.safe_load(citation_cff(report))
    assert said["cff-version"] == "1.2.0"
    assert said["title"] == "Stability of agents"
    assert said["authors"] == [{"name": "A. Writer"}, {"name": "Groupe Évaluation"}]
    assert (said["version"], said["date-released"]) == (report.version, report.published_on)
    assert said["url"] == "https://example.org/stability"
    digest = hashlib.sha256(encode(report)).hexdigest()
    assert said["identifiers"][0]["value"] == f"sha256:{digest}"


def test_without_authors_nobody_is_made_up() -> None:
    said = yaml.safe_load(citation_cff(sample_report()))
    assert said["authors"] == [{"name": "The publishers of this stability report"}]
    assert "url" not in said


def test_without_a_date_there_is_no_year() -> None:
    report = msgspec.structs.replace(sample_report(), published_on=None)
    assert "year" not in bibtex(report)
    assert "date-released" not in yaml.safe_load(citation_cff(report))


def test_bibtex_names_version_year_and_authors() -> None:
    said = bibtex(cited(authors=["A. Writer", "B and C Ltd"]))
    assert said.startswith("@misc{stability-report-2026.11,\n")
    assert '  author = "{A. Writer} and {B and C Ltd}",\n' in said
    assert '  year = "2026",\n  month = "11",\n' in said


@pytest.mark.parametrize("name", [*HOSTILE, "50% & more_or {less} #1 $x ~y ^z \\input{x}"])
def test_no_name_breaks_either_form(name: str) -> None:
    report = cited(title=name, authors=[name])
    said = bibtex(report)
    unescaped = re.sub(r"\\[{}&%$#_]", "", said)
    assert unescaped.count("{") == unescaped.count("}")
    assert len(said.splitlines()) == len(bibtex(sample_report()).splitlines())
    assert yaml.safe_load(citation_cff(report))["authors"][0]["name"]


def test_the_page_shows_the_entry_to_copy() -> None:
    report = cited(title="Stability", authors=["A. Writer"])
    listing = str(build(view(report))[0].context["citation"])
    text = html.unescape(listing.removeprefix("<pre><code>").removesuffix("</code></pre>"))
    assert text == bibtex(report).rstrip("\n")
