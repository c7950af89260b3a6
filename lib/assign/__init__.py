"""Assign a chapter: fresh numbers for a class, as files for the systems that classes use."""
