"""Every page that a person may meet, drawn: the catalogue of `croupier screens` and the approved pictures behind it."""
