"""What is measured of the program: speed as ratios, coverage, detection. Figures are in README.md."""
