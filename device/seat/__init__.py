"""One seat's side of the table: drafts, PEEK, the lobby, menus, bots."""
