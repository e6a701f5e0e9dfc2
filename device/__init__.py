"""The table: joins rules and drivers, keeps the journal, draws the pages, serves the web, is the command line."""
