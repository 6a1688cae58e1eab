"""The spec: a project's own values over the defaults, and every wrong key named with its line."""

from __future__ import annotations

import hashlib
import os
import socket
from importlib import resources
from pathlib import Path

import pytest

from generator.console import Console, as_json
from generator.errors import Problem, UnusableInput
from generator.spec.load import load_spec, read_flat_yaml


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "stability.yml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refused(path: Path) -> tuple[Problem, ...]:
    with pytest.raises(UnusableInput) as caught:
        load_spec(path)
    return caught.value.problems


def test_a_folded_note_is_the_line_it_says(tmp_path: Path) -> None:
    file = tmp_path / "stability.yml"
    file.write_text("notes:\n  - >\n    One sentence\n    on two lines.\n")
    assert load_spec(file).spec.notes == ("One sentence on two lines.",)


def test_the_defaults_are_those_of_the_protocol() -> None:
    loaded = load_spec()
    spec = loaded.spec
    assert (spec.interval.method, spec.interval.level) == ("clopper-pearson", 0.95)
    assert (spec.stages.screen, spec.stages.confirmation) == (5, 20)
    assert spec.pass_k == (1, 2, 3, 4, 5, 8)
    assert spec.case_rule == "all"
    assert spec.publication.minimum_tasks == 5
    assert (spec.boundary.margin, spec.masquerade.max_wall_s) == (1, 10)
    assert (spec.order.alpha, spec.order.minimum_trials) == (0.05, 5)
    assert spec.identity_public[0] == "served_model"
    assert (spec.alias.case, spec.alias.digits, spec.alias.map_file) == ("A", 8, None)
    assert (spec.limits.line_mib, spec.limits.archive_ratio, spec.limits.json_depth) == (
        256,
        100,
        64,
    )
    assert (spec.random_seed, spec.resampling.draws) == (20260915, 10_000)
    assert (spec.protocol.version, spec.notes, spec.labels.arms) == ("0.2", (), {})
    assert (loaded.path, loaded.folder) == (None, None)
    shipped = resources.files("generator.spec").joinpath("stability.yml").read_bytes()
    assert loaded.sha256 == hashlib.sha256(shipped).hexdigest()


def test_a_key_that_is_left_out_keeps_its_default_at_any_depth(tmp_path: Path) -> None:
    path = written(tmp_path, "stages: {screen: 7}\ninterval:\n  level: 0.9\n")
    spec = load_spec(path).spec
    assert (spec.stages.screen, spec.stages.confirmation) == (7, 20)
    assert (spec.interval.method, spec.interval.level) == ("clopper-pearson", 0.9)
    assert spec.publication.minimum_tasks == 5


def test_a_value_replaces_its_default_whole(tmp_path: Path) -> None:
    text = "pass_k: [1, 3]\nidentity_public: []\ncase_rule: 2\nboundary: {margin: 0.5}\n"
    spec = load_spec(written(tmp_path, text)).spec
    assert (spec.pass_k, spec.identity_public, spec.case_rule) == ((1, 3), (), 2)
    assert spec.boundary.margin == 0.5


@pytest.mark.parametrize("text", ["", "# nothing of its own\n", "---\n", "{}"])
def test_an_empty_spec_is_the_defaults(tmp_path: Path, text: str) -> None:
    assert load_spec(written(tmp_path, text)).spec == load_spec().spec


def test_the_digest_is_of_the_files_bytes_and_the_folder_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b"# a comment counts\nnotes: [One.]\r\n"
    written(tmp_path, text)
    monkeypatch.chdir(tmp_path)
    loaded = load_spec(Path("stability.yml"))
    assert loaded.sha256 == hashlib.sha256(text).hexdigest()
    assert loaded.folder == tmp_path
    assert loaded.spec.notes == ("One.",)


@pytest.mark.parametrize(
    ("text", "line", "key", "nearest"),
    [
        ("intervall: {level: 0.9}", 1, "intervall", "interval"),
        (
            "notes: []\n\nstages:\n  screen: 5\n  confirm: 20\n",
            5,
            "stages.confirm",
            "stages.confirmation",
        ),
        ("minimum_tasks: 3", 1, "minimum_tasks", "publication.minimum_tasks"),
        ("alias: {keyfile: k}", 1, "alias.keyfile", "alias.key_file"),
        ("Stages: {}", 1, "Stages", "stages"),
        ("labels: {arm: {}}", 1, "labels.arm", "labels.arms"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_known_one(
    tmp_path: Path, text: str, line: int, key: str, nearest: str
) -> None:
    path = written(tmp_path, text)
    (problem,) = refused(path)
    assert (problem.code, problem.file, problem.line, problem.field) == (
        "UNKNOWN_KEY",
        path,
        line,
        key,
    )
    assert f" {nearest}." in problem.what


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("secret: 1", ""),
        ("stages: {secret: 1}", "stages"),
        ("sources: [{path: a, table: {task: t, secret: x}}]", "sources[0].table"),
    ],
)
def test_an_unknown_key_has_no_name_in_a_public_log(tmp_path: Path, text: str, public: str) -> None:
    (problem,) = refused(written(tmp_path, text))
    assert problem.public_field == public
    assert "secret" in Console().message(problem)
    assert "secret" not in Console(public_log=True).message(problem)
    assert "secret" not in str(as_json(problem, Console(public_log=True)))


@pytest.mark.parametrize(
    ("text", "field", "said"),
    [
        ("passes: [true]", "table.passes[0]", "This must be text. Put it in quotes"),
        ("passes: [~]", "table.passes[0]", "This must be text."),
        ("passes: [[a]]", "table.passes[0]", "This must be text."),
        ("task: 1", "table.task", "text of 1 to 1,000 characters"),
    ],
)
def test_a_word_that_is_no_text_is_said_to_need_quotes(
    tmp_path: Path, text: str, field: str, said: str
) -> None:
    table = "{outcome: o, " + ("" if text.startswith("task") else "task: t, ") + text + "}"
    (problem,) = refused(
        written(tmp_path, f"sources: [{{path: a, format: table, table: {table}}}]")
    )
    assert problem.field == f"sources[0].{field}"
    assert said in problem.what
    assert ("quotes" in problem.what) == ("quotes" in said or text == "task: 1")


def test_an_unknown_key_like_no_other_is_named_all_the_same(tmp_path: Path) -> None:
    (problem,) = refused(written(tmp_path, "zzzz: 1"))
    assert problem.field == "zzzz"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("schema: stability-spec/2", "schema"),
        ("interval: {method: wald}", "interval.method"),
        ("interval: {level: 1}", "interval.level"),
        ("interval: {level: 95%}", "interval.level"),
        ("interval: {level: 1e999}", "interval.level"),
        ("interval: 0.95", "interval"),
        ("interval:", "interval"),
        ("stages: {screen: 0}", "stages.screen"),
        ("stages: {screen: 5.0}", "stages.screen"),
        ("stages: {screen: true}", "stages.screen"),
        ("stages: {screen: '5'}", "stages.screen"),
        ("stages: {screen: 0x10}", "stages.screen"),
        ("stages: {screen: 010}", "stages.screen"),
        ("stages: {screen: 1:30}", "stages.screen"),
        ("stages: {screen: null}", "stages.screen"),
        ("pass_k: []", "pass_k"),
        ("pass_k: [1, two]", "pass_k[1]"),
        ("pass_k: 1", "pass_k"),
        ("case_rule: most", "case_rule"),
        ("case_rule: 0", "case_rule"),
        ("boundary: {margin: -1}", "boundary.margin"),
        ("boundary: {margin: .inf}", "boundary.margin"),
        ("side_effect_classes: ['<b>']", "side_effect_classes[0]"),
        ("identity_public: [runner_config]", "identity_public[0]"),
        ("protocol: {version: 0.2}", "protocol.version"),
        ("labels: {arms: {a: '<img>'}}", "labels.arms"),
        ("labels: {arms: [a]}", "labels.arms"),
        ("alias: {digits: 3}", "alias.digits"),
        ("alias: {case: A-}", "alias.case"),
        ("random_seed: 12345678901234567890123", "random_seed"),
        ("random_seed: -1", "random_seed"),
        ("notes: text", "notes"),
        ("notes: [1.10]", "notes[0]"),
        ("notes: ['']", "notes[0]"),
        ('notes: [Fine., "a\\tb"]', "notes[1]"),
        ('notes: ["a line break\\ninside"]', "notes[0]"),
        ('notes: ["turned \\u202e round"]', "notes[0]"),
        (f"notes: [{'x' * 2001}]", "notes[0]"),
        ('labels: {arms: {a: "Label\\n"}}', "labels.arms"),
        ("interval: {level: 1e-300}", "interval.level"),
        ("interval: {level: 0.49}", "interval.level"),
        ("interval: {level: 0.9999999999999999}", "interval.level"),
        ("interval: {one_sided_level: 1e-9}", "interval.one_sided_level"),
        ("order: {alpha: 1e-300}", "order.alpha"),
        ("stages: {screen: 5, confirmation: 999999999999999999}", "stages.confirmation"),
        ("pass_k: [1000000000]", "pass_k[0]"),
        (f"pass_k: [{', '.join(map(str, range(1, 102)))}]", "pass_k"),
        ("resampling: {draws: 1000000000000}", "resampling.draws"),
        (f"random_seed: 1{'0' * 400}", "random_seed"),
        ("alias: {digits: 65}", "alias.digits"),
        ("alias: {key_file: ''}", "alias.key_file"),
        ("masquerade: {max_wall_s: 1e308}", "masquerade.max_wall_s"),
        ("boundary: {margin: 1e308}", "boundary.margin"),
        ("limits: {json_depth: 100000}", "limits.json_depth"),
        ("limits: {line_mib: 999999999999}", "limits.line_mib"),
    ],
)
def test_a_wrong_value_is_named_with_its_key_and_line(
    tmp_path: Path, text: str, field: str
) -> None:
    (problem,) = refused(written(tmp_path, f"# first line\n{text}\n"))
    assert (problem.code, problem.line, problem.field) == ("BAD_VALUE", 2, field)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("interval: {method: wald}", "one of clopper-pearson, jeffreys, mid-p, wilson"),
        ("interval: {level: 2}", "a number from 0.5 to 0.999999"),
        ("interval: 3", "a map of keys to values"),
        ("schema: 2", "stability-spec/1"),
        ("stages: {screen: 0}", "a whole number from 1 to 1,000,000"),
        ("case_rule: 0", "one of all, any or a whole number from 1 to 1,000,000"),
        ("pass_k: []", "a list of 1 to 100 entries"),
        ("notes: text", "a list"),
        ("alias: {map_file: 3}", "the path of a file, as text or null. Put it in quotes"),
        ("alias: {case: A1}", "1 to 8 letters, a to z"),
        ("labels: {arms: {a: <b>}}", "text of 1 to 80 characters: letters and digits"),
        ("protocol: {version: 0.2}", "Put it in quotes to make it text"),
    ],
)
def test_a_wrong_value_is_told_what_it_must_be_in_words(
    tmp_path: Path, text: str, told: str
) -> None:
    (problem,) = refused(written(tmp_path, text))
    assert told in problem.what
    assert "[" not in problem.what  # no pattern
    assert "`" not in problem.what


def test_a_refusal_does_not_quote_the_value(tmp_path: Path) -> None:
    text = (
        "interval: {method: canary-1}\nlabels: {arms: {canary-2: '<canary-3>'}}\nnotes: canary-4\n"
    )
    assert "canary" not in "".join(each.message() for each in refused(written(tmp_path, text)))


def test_the_key_of_a_label_is_private_and_not_named(tmp_path: Path) -> None:
    text = "labels:\n  arms:\n    private-arm: Fine\n    other-arm: '|'\n"
    (problem,) = refused(written(tmp_path, text))
    assert problem.line == 4
    assert "other-arm" not in problem.message()


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("stages: {screen: 21}", "stages.confirmation"),
        ("pass_k: [1, 2, 1]", "pass_k"),
        ("side_effect_classes: [mail, mail]", "side_effect_classes"),
        ("identity_public: [harness, harness]", "identity_public"),
        ("labels: {arms: {a: One, b: One}}", "labels.arms"),
    ],
)
def test_values_that_contradict_one_another_are_named(
    tmp_path: Path, text: str, field: str
) -> None:
    (problem,) = refused(written(tmp_path, text))
    assert (problem.line, problem.field) == (1, field)


def test_all_that_is_wrong_is_said_at_once_in_line_order(tmp_path: Path) -> None:
    text = "zeta: 1\ninterval:\n  level: 2\n  foo: 1\nnotes: 1\nstages: {screen: 0}\n"
    problems = refused(written(tmp_path, text))
    assert [(each.line, each.field) for each in problems] == [
        (1, "zeta"),
        (3, "interval.level"),
        (4, "interval.foo"),
        (5, "notes"),
        (6, "stages.screen"),
    ]


def test_scalars_are_what_is_written(tmp_path: Path) -> None:
    text = "labels:\n  arms:\n    on: NO\n    1.10: 2026-09-15\n    0x1F: off\n    ~: y\n"
    assert load_spec(written(tmp_path, text)).spec.labels.arms == {
        "on": "NO",
        "1.10": "2026-09-15",
        "0x1F": "off",
        "~": "y",
    }


def test_a_spec_that_is_no_mapping_is_refused(tmp_path: Path) -> None:
    for text in ("- a\n", "text", "3"):
        assert [each.code for each in refused(written(tmp_path, text))] == ["WRONG_TYPE"]


def test_a_spec_that_is_not_there_is_refused(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path / "nothing.yml")
    assert (problem.code, problem.file) == ("UNREADABLE", tmp_path / "nothing.yml")


def test_a_spec_that_is_no_file_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    pipe, loop, socket_file = tmp_path / "pipe", tmp_path / "loop", tmp_path / "socket"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    with socket.socket(socket.AF_UNIX) as unbound:
        unbound.bind(str(socket_file))
    for path, code in (
        (tmp_path, "NOT_A_REGULAR_FILE"),
        (pipe, "NOT_A_REGULAR_FILE"),
        (Path(os.devnull), "NOT_A_REGULAR_FILE"),
        (socket_file, "UNREADABLE"),
        (loop, "UNREADABLE"),
        (tmp_path / ("x" * 5000), "UNREADABLE"),
    ):
        (problem,) = refused(path)
        assert (problem.code, problem.file) == (code, path)


def test_a_link_to_a_spec_is_followed(tmp_path: Path) -> None:
    own = written(tmp_path, "stages: {screen: 7}\n")
    link = tmp_path / "link.yml"
    link.symlink_to(own)
    assert load_spec(link).spec.stages.screen == 7


def test_a_flat_map_is_text_to_text(tmp_path: Path) -> None:
    assert read_flat_yaml(written(tmp_path, "case-1: A-00000001\non: M-1\n")) == {
        "case-1": "A-00000001",
        "on": "M-1",
    }
    assert read_flat_yaml(written(tmp_path, "")) == {}


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: x\nb: 3\n", 2), ("a: x\nb: {c: d}\n", 2), ("- a\n", 1), ("a: x\nb:\n", 2)],
)
def test_a_map_that_is_not_flat_is_refused_without_its_keys(
    tmp_path: Path, text: str, line: int
) -> None:
    with pytest.raises(UnusableInput) as caught:
        read_flat_yaml(written(tmp_path, text))
    (problem,) = caught.value.problems
    assert (problem.line, problem.field) == (line, None)


def test_how_the_report_is_cited_is_a_choice(tmp_path: Path) -> None:
    text = 'citation: {title: T, authors: ["Ó Dúill"], url: "https://example.org/r"}\n'
    (tmp_path / "stability.yml").write_text(f"schema: stability-spec/1\n{text}", "utf-8")
    cited = load_spec(tmp_path / "stability.yml").spec.citation
    assert (cited.title, cited.authors, cited.url) == ("T", ("Ó Dúill",), "https://example.org/r")


@pytest.mark.parametrize("url", ["http://example.org", "javascript:alert(1)", "https://a b"])
def test_an_address_to_cite_is_an_address(tmp_path: Path, url: str) -> None:
    text = f'citation: {{url: "{url}"}}\n'
    (tmp_path / "stability.yml").write_text(f"schema: stability-spec/1\n{text}", "utf-8")
    with pytest.raises(UnusableInput) as raised:
        load_spec(tmp_path / "stability.yml")
    assert raised.value.problems[0].field == "citation.url"
