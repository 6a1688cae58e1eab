"""The versioned site: versions and their chain, one build a version, assembled whole."""
