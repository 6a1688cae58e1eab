"""The positive gate: a clean site passes, and nothing that was put into one does."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from benchmarks.disguises import FILES, INLINE, OUT_OF_REACH
from benchmarks.planted_leaks import Plant, plant
from generator.publication.scan.explain import derived, frame, page
from generator.publication.scan.explain import site as explain_site
from generator.publication.scan.explain.markup import Refused
from generator.publication.scan.finding import Finding

Check = Callable[[Path], list[Finding]]
Put = Callable[[Path], None]

SECRET = "Zquorv Mimbel 7714"
INDEX = "v2/search/search_index.json"


def replaced(file: str, old: str, new: str) -> Put:
    """Put something in the place of the first such text in a file."""

    def put(site: Path) -> None:
        text = (site / file).read_text("utf-8")
        assert old in text
        (site / file).write_text(text.replace(old, new, 1), "utf-8")

    return put


def added(file: str, data: bytes) -> Put:
    """Put a file where there is none, or bytes behind one."""

    def put(site: Path) -> None:
        place = site / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes((place.read_bytes() if place.exists() else b"") + data)

    return put


def in_index(**values: str) -> Put:
    """Change an entry of the search index."""

    def put(site: Path) -> None:
        index = json.loads((site / INDEX).read_bytes())
        index["docs"][1].update(values)
        (site / INDEX).write_text(json.dumps(index, separators=(",", ":")))

    return put


def renamed(site: Path) -> None:
    (site / "v2/methods.html").rename(site / f"v2/{SECRET}.html")


def linked(site: Path) -> None:
    (site / "v2/methods.html").unlink()
    (site / "v2/methods.html").symlink_to(site / "v2/index.html")


def repacked(data: Callable[[bytes], bytes]) -> Put:
    def put(site: Path) -> None:
        file = site / "v2/sitemap.xml.gz"
        file.write_bytes(data(file.read_bytes()))

    return put


def _footer(data: bytes) -> int:
    """Where the footer of a Parquet table begins."""
    return len(data) - 8 - int.from_bytes(data[-8:-4], "little")


def rewritten(file: str, **said: str) -> Put:
    """Write a Parquet table again, with something noted beside its rows."""

    def put(site: Path) -> None:
        table = pq.read_table(site / file)
        pq.write_table(table.replace_schema_metadata(said), site / file, store_schema=bool(said))

    return put


def in_table(change: Callable[[bytes], bytes]) -> Put:
    """Change the bytes of a Parquet table."""

    def put(site: Path) -> None:
        data = (site / "v2/data/cases.parquet").read_bytes()
        assert change(data) != data
        (site / "v2/data/cases.parquet").write_bytes(change(data))

    return put


PLANTED: dict[str, tuple[str, Put]] = {
    "text of an article": ("v2/index.html", replaced("v2/index.html", "</p>", f" {SECRET}</p>")),
    "a number of an article": ("v2/index.html", replaced("v2/index.html", "<td>", "<td>1")),
    "a paragraph": ("v2/index.html", replaced("v2/index.html", "<h2", "<p>x</p><h2")),
    "behind an article": (
        "v2/index.html",
        replaced("v2/index.html", "</article>", f"</article><p>{SECRET}</p>"),
    ),
    "a second article": (
        "v2/index.html",
        replaced("v2/index.html", "</article>", "</article><article></article>"),
    ),
    "no article": ("v2/index.html", replaced("v2/index.html", "<article", "<main")),
    "a comment": ("v2/index.html", replaced("v2/index.html", "<h2", "<!-- x --><h2")),
    "a comment in the frame": (
        "v2/index.html",
        replaced("v2/index.html", "<title", "<!----><title"),
    ),
    "text of the frame": (
        "v2/index.html",
        replaced("v2/index.html", "All versions", f"All versions {SECRET}"),
    ),
    "the title": ("v2/index.html", replaced("v2/index.html", "<title>", f"<title>{SECRET} ")),
    "the description": (
        "v2/index.html",
        replaced("v2/index.html", '"description" content="', f'"description" content="{SECRET} '),
    ),
    "another meta": (
        "v2/index.html",
        replaced("v2/index.html", "<title>", f'<meta name="author" content="{SECRET}"><title>'),
    ),
    "a class": ("v2/index.html", replaced("v2/index.html", 'class="no-js"', 'class="zquorv"')),
    "an attribute of the frame": (
        "v2/index.html",
        replaced("v2/index.html", 'dir="ltr"', f'dir="ltr" data-md-note="{SECRET}"'),
    ),
    "an address of the frame": (
        "v2/index.html",
        replaced("v2/index.html", 'href="glossary.html"', 'href="mimbel.html"'),
    ),
    "an anchor of the frame": (
        "v2/index.html",
        replaced("v2/index.html", 'class="md-skip"', 'href="#mimbel" class="md-skip"'),
    ),
    "a drawing": ("v2/index.html", replaced("v2/index.html", ' d="M', ' d="M7 7')),
    "a script": (
        "v2/index.html",
        replaced("v2/index.html", "<title>", "<script>var x=1</script><title>"),
    ),
    "a tag of the frame": (
        "v2/index.html",
        replaced("v2/index.html", "<title>", "<iframe></iframe><title>"),
    ),
    "a style": ("v2/index.html", replaced("v2/index.html", "<title>", "<style>p{}</style><title>")),
    "a setting": (
        "v2/index.html",
        replaced("v2/index.html", '"annotate": null', f'"annotate": "{SECRET}"'),
    ),
    "the policy": (
        "v2/index.html",
        replaced("v2/index.html", "default-src 'none'", "default-src *"),
    ),
    "a digest in the policy": (
        "v2/index.html",
        replaced("v2/index.html", "'sha256-", f"'sha256-{'A' * 43}=' 'sha256-"),
    ),
    "a hidden character": (
        "v2/index.html",
        replaced("v2/index.html", "Overview", "Over\u200bview"),
    ),
    "bytes that are no text": ("v2/index.html", added("v2/index.html", b"\xff")),
    "a page of an older version": ("v1/index.html", replaced("v1/index.html", "<td>", "<td>7")),
    "a cell of a table": ("v2/data/cases.csv", replaced("v2/data/cases.csv", ",", f",{SECRET},")),
    "a row of a table": ("v2/data/cases.csv", added("v2/data/cases.csv", b"x\n")),
    "a value in the JSON of a table": (
        "v2/data/cases.json",
        replaced("v2/data/cases.json", '"kind":"', f'"kind":"{SECRET}'),
    ),
    "a field in the JSON of a table": (
        "v2/data/cases.json",
        replaced("v2/data/cases.json", '{"arm"', f'{{"x":"{SECRET}","arm"'),
    ),
    "a note in a Parquet table": (
        "v2/data/cases.parquet",
        rewritten("v2/data/cases.parquet", note=SECRET),
    ),
    "a Parquet table with statistics": (
        "v2/data/cases.parquet",
        rewritten("v2/data/cases.parquet"),
    ),
    "a value in a Parquet table": (
        "v2/data/cases.parquet",
        in_table(lambda data: data.replace(b"Atlas", b"Zquor", 1)),
    ),
    "who wrote a Parquet table": (
        "v2/data/cases.parquet",
        in_table(lambda data: data.replace(b"parquet-cpp-arrow", b"zquorv-mimbel-771")),
    ),
    "before the footer of a Parquet table": (
        "v2/data/cases.parquet",
        in_table(lambda data: b"".join([data[: _footer(data)], b"x" * 9, data[_footer(data) :]])),
    ),
    "behind a Parquet table": ("v2/data/cases.parquet", in_table(lambda data: data + b"PAR1")),
    "a table of no Parquet": ("v2/data/cases.parquet", in_table(lambda _: b"PAR1xPAR1")),
    "a figure": (
        "v2/figures/headline-light.svg",
        replaced("v2/figures/headline-light.svg", "</desc>", f" {SECRET}</desc>"),
    ),
    "a field of the report": ("v2/report.json", replaced("v2/report.json", "{", '{"x": 1,')),
    "a value of the report": (
        "v2/report.json",
        replaced("v2/report.json", '"notes": [', f'"notes": ["{SECRET}", '),
    ),
    "the spelling of the report": ("v2/report.json", replaced("v2/report.json", "{", "{ ")),
    "the schema": (
        "v2/report.schema.json",
        replaced("v2/report.schema.json", "{", f'{{"$comment": "{SECRET}",'),
    ),
    "an entry of the index": (INDEX, in_index(text=f"<p>{SECRET}</p>")),
    "a title of the index": (INDEX, in_index(title=SECRET)),
    "a place of the index": (INDEX, in_index(location=f"{SECRET}.html")),
    "a tag of the index": (INDEX, in_index(text='<p title="x"></p>')),
    "another field of the index": (INDEX, in_index(tags="x")),
    "a setting of the index": (INDEX, replaced(INDEX, '["en"]', '["en","de"]')),
    "another part of the index": (INDEX, replaced(INDEX, '{"config"', '{"x":1,"config"')),
    "a map": ("v2/sitemap.xml", replaced("v2/sitemap.xml", "</loc>", "x</loc>")),
    "another tag in a map": (
        "v2/sitemap.xml",
        replaced("v2/sitemap.xml", "</loc>", "</loc><lastmod>2026-10-01</lastmod>"),
    ),
    "behind a packed map": ("v2/sitemap.xml.gz", repacked(lambda data: data + b"x")),
    "a packed map": ("v2/sitemap.xml.gz", repacked(lambda _: gzip.compress(b"x", mtime=0))),
    "the name in a packed map": (
        "v2/sitemap.xml.gz",
        repacked(lambda data: data.replace(b"sitemap.xml\0", b"zquorv.xml\0x", 1)),
    ),
    "a cell of the history": (
        "history/trials-only.html",
        replaced("history/trials-only.html", "<td>", "<td>7"),
    ),
    "a state of a case": (
        "history/data/cases/trials-only.csv",
        added("history/data/cases/trials-only.csv", b"x\n"),
    ),
    "a trend": (
        "history/figures/trials-only-headline-dark.svg",
        replaced("history/figures/trials-only-headline-dark.svg", "</desc>", f" {SECRET}</desc>"),
    ),
    "an entry of the feed": (
        "feed.xml",
        replaced("feed.xml", "</summary>", f" {SECRET}</summary>"),
    ),
    "a badge": (
        "v2/badges/atlas-2-high-headline.svg",
        replaced("v2/badges/atlas-2-high-headline.svg", "</title>", f" {SECRET}</title>"),
    ),
    "the citation": ("v2/CITATION.cff", added("v2/CITATION.cff", b"x: 1\n")),
    "an asset": ("v2/assets/tables.js", added("v2/assets/tables.js", b"// x")),
    "an asset of the theme": (
        "v2/assets/images/favicon.png",
        added("v2/assets/images/favicon.png", SECRET.encode()),
    ),
    "another asset": ("v2/assets/zquorv.css", added("v2/assets/zquorv.css", b"")),
    "the list of versions": ("versions.json", replaced("versions.json", "[", "[ ")),
    "a title of a version": (
        "versions.json",
        replaced("versions.json", '"title": "v2"', f'"title": "{SECRET}"'),
    ),
    "an alias of a version": (
        "versions.json",
        replaced("versions.json", '"latest"', '"latest", "zquorv"'),
    ),
    "the first page": ("index.html", replaced("index.html", "</p>", f" {SECRET}</p>")),
    "the page for lost readers": ("404.html", replaced("404.html", "<h1>", "<h1>x")),
    "a page of the latest": (
        "latest/methods.html",
        replaced("latest/methods.html", "</p>", f" {SECRET}</p>"),
    ),
    "the record of builds": (".builds.json", replaced(".builds.json", '":"', '":"0')),
    "a file beside": (f"{SECRET}.txt", added(f"{SECRET}.txt", b"")),
    "a hidden file": ("v2/.zquorv", added("v2/.zquorv", b"")),
    "a file in a folder of its own": ("zquorv/a.html", added("zquorv/a.html", b"")),
    "a picture": ("v2/x.png", added("v2/x.png", b"\x89PNG\r\n\x1a\n")),
    "a source map": ("v2/assets/tables.js.map", added("v2/assets/tables.js.map", b"{}")),
    "another name": (f"v2/{SECRET}.html", renamed),
    "a link": ("v2/methods.html", linked),
}


def test_a_clean_site_is_explained(site: Path, explained: Check) -> None:
    assert explained(site) == []


@pytest.mark.parametrize("name", PLANTED)
def test_whatever_is_put_into_a_site_is_refused(name: str, site: Path, explained: Check) -> None:
    file, put = PLANTED[name]
    put(site)
    found = explained(site)
    assert file in {finding.file for finding in found}
    assert all(finding.gate == "positive" for finding in found)
    assert SECRET not in "".join(
        f"{finding.what}{finding.remedy}{finding.rule}" for finding in found
    )


def test_a_finding_points_at_the_byte(site: Path, explained: Check) -> None:
    text = (site / "v2/methods.html").read_text("utf-8")
    at = text.index("<h2", text.index("<article"))
    (site / "v2/methods.html").write_text(f"{text[:at]}<p>é</p>{text[at:]}", "utf-8")
    (finding,) = explained(site)
    assert (finding.file, finding.offset) == ("v2/methods.html", len(text[:at].encode()))


def test_no_disguise_gets_past(site: Path, explained: Check) -> None:
    """Every page carries one disguise; there are fewer pages than disguises, so in portions."""
    pages = sorted(path for path in (site / "v2").rglob("*.html"))
    clean = {page: page.read_text("utf-8") for page in pages}
    disguises = [name for name in (*INLINE, *OUT_OF_REACH)]
    missed = []
    for at in range(0, len(disguises), len(pages)):
        planted = dict(zip(pages, disguises[at:], strict=False))
        for page, name in planted.items():
            text = clean[page]
            leak = Plant("notes", name, "zumi bako, fole -tiru 77")
            page.write_bytes(plant(text, text.index("<article") + 400, leak))
        refused = {site / finding.file for finding in explained(site)}
        missed += [name for page, name in planted.items() if page not in refused]
        for page in planted:
            page.write_text(clean[page], "utf-8")
    assert missed == []


def test_no_planted_file_gets_past(site: Path, explained: Check) -> None:
    for number, (name, write) in enumerate(FILES.values()):
        (site / "v2" / f"d{number}").mkdir()
        (site / "v2" / f"d{number}" / name).write_bytes(write("zumi bako"))
    refused = {finding.file for finding in explained(site)}
    assert {f"v2/d{i}/{name}" for i, (name, _) in enumerate(FILES.values())} == refused


def test_without_a_list_of_versions_nothing_is_explained(site: Path, explained: Check) -> None:
    (site / "versions.json").unlink()
    assert "v2/index.html" in {finding.file for finding in explained(site)}


def test_a_report_that_the_list_does_not_bind_is_refused(site: Path, explained: Check) -> None:
    shutil.copyfile(site / "v1/report.json", site / "v2/report.json")
    assert "v2/report.json" in {finding.file for finding in explained(site)}


RULES: dict[str, tuple[object, str, object, str]] = {
    "articles": (page, "_compare", lambda *_: None, "text of an article"),
    "the grammar of the frame": (frame, "check_frame", lambda *_: None, "a tag of the frame"),
    "texts of the frame": (frame.Frame, "_says", lambda *_: True, "text of the frame"),
    "words of the frame": (frame.Frame, "_worded", lambda *_: True, "a class"),
    "addresses of the frame": (frame.Frame, "_leads", lambda *_: True, "an address of the frame"),
    "the policy": (frame.Frame, "_is_policy", lambda *_: True, "a digest in the policy"),
    "scripts": (frame.Frame, "_check_script", lambda *_: None, "a script"),
    "settings": (frame.Frame, "_check_config", lambda *_: None, "a setting"),
    "exact files": (explain_site, "_check_exact", lambda *_: None, "an asset"),
    "the search index": (
        explain_site,
        "check_search_index",
        lambda *_: None,
        "a title of the index",
    ),
    "quotes of the index": (derived, "_explained", lambda *_: True, "an entry of the index"),
    "maps": (explain_site, "check_sitemap", lambda *_: None, "another tag in a map"),
    "packed maps": (explain_site, "check_packed_sitemap", lambda *_: None, "behind a packed map"),
}


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_needed(
    rule: str, site: Path, explained: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one rule switched off, what it alone refuses gets past."""
    where, name, off, planted = RULES[rule]
    file, put = PLANTED[planted]
    put(site)
    monkeypatch.setattr(where, name, off)
    assert file not in {finding.file for finding in explained(site)}


def test_the_grammar_holds_even_where_a_page_of_the_report_says_it() -> None:
    for article in ('<p onclick="x">a</p>', "<p>a</p><!-- b -->", "<script>a</script>"):
        source = page.Source(article)
        with pytest.raises(Refused):
            source.tokens  # noqa: B018 - the check is made when they are read


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("figures/a.svg", b"<svg><script>x</script></svg>"),
        ("figures/a.svg", b"<svg><!-- x --></svg>"),
        ("report.json", '{"arm": "a\u200bb"}'.encode()),
        ("data/a.csv", "a\u202eb".encode()),
        ("data/a.csv", b"\xff"),
    ],
)
def test_files_are_read_strictly_even_where_they_are_as_they_were_made(
    name: str, data: bytes, tmp_path: Path
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(data)
    vouched = explain_site.Vouched("", {name: data}, {}, {}, {})
    assert [finding.file for finding in explain_site.explain(tmp_path, [vouched])] == [name]


@pytest.mark.parametrize("folder", ["1/queue-drain", "queue-drain/deeper"])
def test_an_empty_folder_is_explained_by_nothing(folder: str, tmp_path: Path) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "1").mkdir(exist_ok=True)
    (tmp_path / "1" / "a.txt").write_bytes(b"a")
    of_version = explain_site.Vouched("1/", {"1/a.txt": b"a"}, {}, {}, {})
    root = explain_site.Vouched("", {}, {}, {}, {})
    (finding,) = explain_site.explain(tmp_path, [of_version, root])
    assert (finding.rule, finding.file) == ("UNEXPLAINED_FILE", f"{folder}/")
    (problem,) = finding.problems(tmp_path, names=False)
    assert problem.file == (tmp_path / folder).parent
