"""What changed between two public reports: typed records, apart from their wording."""

from generator.publication.changes.find import changes
from generator.publication.changes.records import Change, Changes

__all__ = ["Change", "Changes", "changes"]
