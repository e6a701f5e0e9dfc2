"""Pages and prompts drawn on 128×64 one-bit frames."""
