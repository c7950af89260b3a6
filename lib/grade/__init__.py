"""Grade what comes back, outside of any student's process, from the manifest alone."""
