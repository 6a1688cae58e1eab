"""What is measured of the program: speed, coverage, detection. README.md has the figures."""
