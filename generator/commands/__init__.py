"""The commands, one a module: parse, call one function, print."""
