"""The demonstration data set: invented runs that tell the protocol's own stories.

`python -m generator.demo results` writes it. Everything follows from what is declared in `arms`
(who was tested), `library` (on what) and `stories` (how every attempt ended); a seeded generator
adds what no story depends on: times, tokens, costs and private text. The same program writes the
same bytes each time.

Two weeks lie in two folders. Version one of the report is built from `2026-09-15` alone, version
two from both, so that a reader sees what a week of evidence changes.

A choice that the stories leave open: A-0676097b failed its first pass. The protocol calls its five
rounds a screen, and screens are bought for cases that failed first. The rules then withhold its
count and its order below confirmation size, so version one says only that it is recovery-capable
and that two of its four variants moved. A recovery is a reason to confirm, so fifteen rounds
follow in the second week, all of them passes: version two can show the order, in which every
failure lies in rounds 4 and 5 of the first five, and that the other two variants never failed.
"""
