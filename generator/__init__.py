"""The stability report: try it again under the same conditions, and see how often it moves.

The data flows one way through the rooms of this package:
artifacts -> accounting -> measures -> publication -> pages -> site.
"""

__version__ = "0.1.0"
