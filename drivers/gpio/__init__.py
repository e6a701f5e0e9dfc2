"""What hangs on the Pi's own pins, through gpiozero: buzzer, lamp, HOST key, header keys, the trunk's three wires."""
