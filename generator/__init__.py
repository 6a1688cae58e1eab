"""The stability report: how often does the outcome of an agent evaluation move when it is tried again?

The data flows one way through the rooms of this package:
artifacts -> accounting -> measures -> publication -> pages -> site.
"""

__version__ = "0.1.0"
