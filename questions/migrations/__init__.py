"""One concern a file, named by hand, never edited once landed."""
