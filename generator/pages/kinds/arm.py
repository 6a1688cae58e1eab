"""The page of one arm, and the pages of its cases where they are too many for it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages import sentences
from generator.pages.addresses import ArmAddress, CasePage
from generator.pages.page import Page, PageKind, View
from generator.pages.quoted import has_primary_run
from generator.pages.sections import accounts, cases, cost, evidence, headline, policies, repeats


def build(view: View) -> list[Page]:
    """Return the pages of all arms, in the report's order."""
    return [page for address in view.arms for page in _pages(view, address)]


def _pages(view: View, address: ArmAddress) -> Iterator[Page]:
    yield _arm_page(view, address)
    for part in address.case_pages:
        yield _case_page(view, address, part)


def _arm_page(view: View, address: ArmAddress) -> Page:
    arm, links = address.arm, view.links(address.path)
    listed = () if address.case_pages else arm.cases
    context = {
        "arm": arm,
        "first_pass": has_primary_run(arm),
        "summary": sentences.summary(arm, links),
        "figures": view.figures_of(arm.arm),
        "headline": headline.headline(arm, links),
        "rates": repeats.rates(arm, links),
        "screens": repeats.screens(arm, links),
        "cases_shrink": len({row.tasks for row in arm.pass_hat_k}) > 1,
        "pass_hat_k": repeats.pass_rows("pass-hat-k", arm.pass_hat_k),
        "pass_at_k": repeats.pass_rows("pass-at-k", arm.pass_at_k),
        "policies": policies.both_readings(arm),
        "lists": repeats.named_lists(arm, links),
        "moves": repeats.moves(arm, links),
        "tables": cases.case_tables(arm, listed, view.report.rules),
        "case_pages": [(part, links.to(part.path)) for part in address.case_pages],
        "accounts": accounts.accounts(arm, links),
        "side_effects": accounts.side_effects(arm, links),
        "side_effect_classes": view.report.rules.side_effect_classes,
        "identity": evidence.identity(arm),
        "not_stated": evidence.not_stated(arm),
        "runs": evidence.runs(arm),
        "evidence": evidence.evidence_classes(arm, links),
        "dependence": evidence.dependence(arm, links),
        "resets": evidence.resets(arm),
        "cost": cost.cost(arm, links),
        "rules": view.report.rules,
    }
    description = f"First pass, repeats and accounts of {arm.arm}."
    return Page(address.path, arm.arm, arm.arm, description, "arm.md.j2", context)


def _case_page(view: View, address: ArmAddress, part: CasePage) -> Page:
    links = view.links(part.path)
    title = f"{address.arm.arm}: cases {part.first} to {part.last}"
    context = {
        "back": links.arm(address.arm.arm),
        "part": part,
        "total": len(address.arm.cases),
        "tables": cases.case_tables(address.arm, part.cases, view.report.rules),
        "rules": view.report.rules,
    }
    return Page(
        part.path, title, title, f"{title}, in alias order.", "cases.md.j2", context, wide=True
    )


KIND = PageKind("arm", 20, build, section="Arms")
