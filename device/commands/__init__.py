"""The command line's rooms: one file a group of commands."""
