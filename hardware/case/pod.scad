// The pod's case: base, top, hood and key caps. Millimetres; x from the middle, y from the player's edge, z up.
// part = "base" | "top" | "hood" | "keys" | "all" (the picture). Render with `make cases`.
include <params.scad>

part = "all";
$fn = 32;

// Measure your parts and change these.
board_holes = [64, 84];        // distance of the perfboard's corner holes
oled = [62.5, 40.5];           // the screen module's board, with a little air
oled_window = [57, 29.5];      // what is seen of the panel
oled_shift = 0;                // panel's middle above (+) the module's middle
oled_thick = 1.2;              // recess for the module behind the ramp
jack = [16.4, 14];             // the RJ45 socket's face

wall = 2.4;
width = 80;
depth = 122;
floor_z = 2;
standoff = 6;
board_top = floor_z + standoff + 1.6;
deck_z = board_top + 7 + 1.6 + wall;   // 7 mm buttons, 1.2 mm flange, 0.4 mm play
fold_y = 58;                           // where the deck becomes the ramp
tilt = 32;
ramp = 53;
peak = [fold_y + ramp * cos(tilt), deck_z + ramp * sin(tilt)];
air = 0.3;

cap = [8.2, 9.8];
flange = [9.7, 11.4, 1.2];
bar = [2 * key_pitch + cap[0], cap[1]];

module profile(shrink = 0) {
    offset(delta = -shrink) polygon([
        [0, 0], [depth, 0], [depth, peak[1] - 4], [depth - 4, peak[1]], [peak[0], peak[1]],
        [fold_y, deck_z], [2, deck_z], [0, deck_z - 2]
    ]);
}

module slab(w, shrink = 0) {
    rotate([90, 0, 90]) linear_extrude(w, center = true) profile(shrink);
}

module on_ramp() {   // x as before, y up the ramp from the fold, z out of it
    translate([0, fold_y, deck_z]) rotate([tilt, 0, 0]) children();
}

window_y = 10 + oled[1] / 2 + oled_shift - oled_window[1] / 2;   // its lower edge, up the ramp

module key_holes() {
    for (i = [0:5], y = [row_upper, row_lower])
        translate([(i - 2.5) * key_pitch, y, deck_z - wall / 2])
            cube([cap[0] + 2 * air, cap[1] + 2 * air, 3 * wall], center = true);
    for (side = [-1, 1])
        translate([side * 1.5 * key_pitch, row_bars, deck_z - wall / 2])
            cube([bar[0] + 2 * air, bar[1] + 2 * air, 3 * wall], center = true);
}

module groove(a, b) {
    hull() for (p = [a, b]) translate([p[0], p[1], 0]) cylinder(d = 0.9, h = 1.2, center = true, $fn = 8);
}

module guide_lines() {   // straight down from each column of the screen, then to its key
    for (i = [0:5]) {
        k = i - 2.5;
        on_ramp() groove([k * column_pitch, 0.2], [k * column_pitch, window_y - 1.5]);
        translate([0, 0, deck_z])
            groove([k * column_pitch, fold_y - 0.3], [k * key_pitch, row_upper + cap[1] / 2 + 1]);
    }
}

module screws(d, h) {   // two at the back; at the front the base hooks into the wall, the board leaves no room
    for (x = [-1, 1]) translate([x * (width / 2 - 6), depth - 9, 0]) cylinder(d = d, h = h);
}

module hooks(play) {
    for (x = [-20, 20]) translate([x - 6 - play, 1.0 - play, 0.8 - play])
        cube([12 + 2 * play, 3, 1.2 + 2 * play]);
}

module board_posts(d, h) {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * board_holes[0] / 2, board_front + board_h / 2 + y * board_holes[1] / 2, 0])
            cylinder(d = d, h = h);
}

module base() {
    difference() {
        union() {
            translate([-width / 2 + wall + air, wall + air, 0])
                cube([width - 2 * (wall + air), depth - 2 * (wall + air), floor_z]);
            board_posts(6, floor_z + standoff);
            hooks(0);
        }
        translate([0, 0, floor_z]) board_posts(2.1, standoff + 1);
        translate([0, 0, -1]) screws(3.4, 10);
        translate([0, 0, -0.01]) screws(6.2, 1.2);
    }
}

module top() {
    difference() {
        union() {
            difference() {
                slab(width);
                difference() {
                    slab(width - 2 * wall, wall);
                    for (x = [-1, 1]) translate([x * (width / 2 - 6), depth - 9, floor_z + 0.2]) {
                        cylinder(d = 7, h = 60);
                        translate([x > 0 ? 0 : -6, -3.5, 0]) cube([6, 7, 60]);
                    }
                }
                translate([-width / 2 + wall, wall, -1]) cube([width - 2 * wall, depth - 2 * wall, wall + 1.1]);
            }
            on_ramp() translate([0, 10 + oled[1] / 2, -wall])   // a frame that holds the module
                difference() {
                    translate([0, 0, -oled_thick / 2]) cube([oled[0] + 5, oled[1] + 5, oled_thick + 0.2], center = true);
                    cube([oled[0], oled[1], 9], center = true);
                }
        }
        translate([0, 0, floor_z + 0.1]) screws(2.6, 11);
        hooks(air);
        key_holes();
        guide_lines();
        on_ramp() translate([0, window_y + oled_window[1] / 2, 0])
            hull() {
                translate([0, 0, -wall - 0.1]) cube([oled_window[0], oled_window[1], 0.1], center = true);
                translate([0, 0, 0.1]) cube([oled_window[0] + 2.4, oled_window[1] + 2.4, 0.1], center = true);
            }
        for (x = led_x) translate([x, led_y, deck_z - wall - 1]) cylinder(d = 3.3, h = 9);
        translate([0, depth, floor_z + standoff + 9]) cube([jack[0], 3 * wall, jack[1]], center = true);
        on_ramp() for (x = [-1, 1], y = [4, ramp - 3])
            translate([x * (width / 2 - 6), y, -wall - 2]) cylinder(d = 2.2, h = 10);
    }
}

module hood() {   // cheeks and a roof round the screen, on four pegs; in the ramp's own directions
    side = width / 2;
    union() {
        difference() {
            translate([-side, 2, 0]) cube([width, ramp - 2, 2]);
            translate([-side + 10, -1, -1]) cube([width - 20, window_y + oled_window[1] + 3, 5]);
        }
        for (x = [-1, 1]) translate([x * (side - 1), 0, 0]) rotate([90, 0, 90])
            linear_extrude(2, center = true) polygon([[2, 0], [2, 7], [14, 24], [ramp, 34], [ramp, 0]]);
        translate([-side, ramp - 2, 0]) cube([width, 2, 34]);
        hull() {   // ends where an eye 50 degrees above the table still sees the panel's upper edge
            translate([-side, ramp - 2, 32]) cube([width, 2, 2]);
            translate([-side, 42, 30.2]) cube([width, 1, 1.2]);
        }
        for (x = [-1, 1], y = [4, ramp - 3]) translate([x * (side - 6), y, -wall]) cylinder(d = 2, h = wall + 1);
    }
}

module label(text, size) {
    translate([0, 0, flange[2] + wall + 1.1]) linear_extrude(1)
        text(text, size = size, font = "DejaVu Sans:style=Bold", halign = "center", valign = "center", $fn = 6);
}

module one_key(name, body, lip, size) {   // the name is cut 0.5 mm deep
    difference() {
        union() {
            translate([0, 0, lip[2] / 2]) cube(lip, center = true);
            translate([-body[0] / 2, -body[1] / 2, 0]) cube([body[0], body[1], flange[2] + wall + 1.6]);
        }
        label(name, size);
    }
}

module keys(named = true) {
    wide = [bar[0] + 1.5, flange[1], flange[2]];
    for (i = [0:5]) translate([(i - 2.5) * key_pitch, 0, 0]) {
        translate([0, row_upper, 0]) one_key(named ? str("+", i + 1) : "", cap, flange, 3.4);
        translate([0, row_lower, 0]) one_key(named ? str("-", i + 1) : "", cap, flange, 3.4);
    }
    translate([-1.5 * key_pitch, row_bars, 0]) one_key(named ? "PEEK" : "", bar, wide, 4.6);
    translate([1.5 * key_pitch, row_bars, 0]) one_key(named ? "OK" : "", bar, wide, 4.6);
}

module keys_spread() {   // for the printer: nothing touches
    wide = [bar[0] + 1.5, flange[1], flange[2]];
    for (i = [0:5]) translate([(i - 2.5) * 12, 0, 0]) {
        translate([0, 28, 0]) one_key(str("+", i + 1), cap, flange, 3.4);
        translate([0, 14, 0]) one_key(str("-", i + 1), cap, flange, 3.4);
    }
    translate([-18, 0, 0]) one_key("PEEK", bar, wide, 4.6);
    translate([18, 0, 0]) one_key("OK", bar, wide, 4.6);
}

module painted_lines() {   // the grooves, filled with paint
    for (i = [0:5]) {
        k = i - 2.5;
        on_ramp() translate([k * column_pitch - 0.45, 0, 0]) cube([0.9, window_y - 1.5, 0.15]);
        translate([0, 0, deck_z]) hull() {
            translate([k * column_pitch, fold_y, 0]) cylinder(d = 0.9, h = 0.15);
            translate([k * key_pitch, row_upper + cap[1] / 2 + 1, 0]) cylinder(d = 0.9, h = 0.15);
        }
    }
}

module printed_names() {
    translate([0, 0, board_top + 7 - 0.35]) {
        for (i = [0:5]) translate([(i - 2.5) * key_pitch, 0, 0]) {
            translate([0, row_upper, 0]) label(str("+", i + 1), 3.4);
            translate([0, row_lower, 0]) label(str("-", i + 1), 3.4);
        }
        translate([-1.5 * key_pitch, row_bars, 0]) label("PEEK", 4.6);
        translate([1.5 * key_pitch, row_bars, 0]) label("OK", 4.6);
    }
}

module seen() {
    color("#3d4450") base();
    color("#4a5464") top();
    color("#2c323c") on_ramp() translate([0, 0, 0.1]) hood();
    color("#e9e4d6") translate([0, 0, board_top + 7]) keys(named = false);
    color("#1b1f26") printed_names();
    color("#e9e4d6") painted_lines();
    color("#10161d") on_ramp() translate([0, window_y + oled_window[1] / 2, -wall - 0.4])
        cube([oled_window[0] + 1, oled_window[1] + 1, 0.6], center = true);
    color("#8fe3ff") on_ramp() for (i = [0:5])
        translate([(i - 2.5) * column_pitch, window_y + oled_window[1] / 2, -wall]) {
            translate([0, 4, 0]) cube([6, 3, 0.2], center = true);
            translate([0, -6, 0]) cube([5, 2, 0.2], center = true);
        }
    color("#ffcf40") for (x = led_x) translate([x, led_y, deck_z]) sphere(d = 3);
}

if (part == "base") base();
else if (part == "top") translate([0, 0, depth]) rotate([-90, 0, 0]) top();   // stands on its back wall
else if (part == "hood") translate([0, 0, ramp]) rotate([-90, 0, 0]) hood();
else if (part == "keys") keys_spread();
else seen();
