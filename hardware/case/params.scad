// Made by `make hardware` from the pod board's holes; do not edit.
key_pitch = 10.160;
column_pitch = 9.025;
row_upper = 46.930;
row_lower = 34.230;
row_bars = 21.530;
led_x = [-27.940, 27.940];
led_y = 54.550;
board_front = 3.200;
board_w = 70.000;
board_h = 90.000;
