"""The table in a browser: pods as pages, the public board, the host's page, replays."""
