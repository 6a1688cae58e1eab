"""What changed, in words: for a page, a pull request, a terminal and a feed."""
