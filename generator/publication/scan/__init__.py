"""The leak gate: every byte of a site is explained, and nothing private is found in it.

Two halves that share no code: `explain` accounts for what is there, `search` looks for what must
not be. Either one stops a release.
"""
