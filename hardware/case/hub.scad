// The hub's case: box and lid for the Pi, the hub board, seven pod sockets and the panel. Millimetres; x to the right,
// y to the back, z up; the inside's front left corner is the origin. part = "box" | "lid" | "all" (the picture).
part = "all";
$fn = 32;

// Measure your parts and change these.
board = [90, 150];             // the "9 × 15 cm" perfboard
board_holes = [84, 144];
pi_holes = [49, 58];           // the Pi lies with its USB sockets to the back
jack = [16.4, 14];
host_hole = 16;
shutdown_hole = 12;
lamp_hole = 5;

inside = [184, 158, 40];
wall = 2.4;
floor_z = 2.4;
standoff = 6;
board_at = [66, 4];
pi_at = [4, inside[1] - 87];   // corner of its 56 × 85 board
jack_pitch = 21;
jacks = 7;

module shell() {
    difference() {
        translate([-wall, -wall, 0]) cube([inside[0] + 2 * wall, inside[1] + 2 * wall, inside[2] + floor_z]);
        translate([0, 0, floor_z]) cube(inside);
    }
}

module posts(at, holes, size, d, h) {
    for (x = [-1, 1], y = [-1, 1])
        translate([at[0] + size[0] / 2 + x * holes[0] / 2, at[1] + size[1] / 2 + y * holes[1] / 2, floor_z - 0.1])
            cylinder(d = d, h = h);
}

module pi_posts(d, h) {        // 3.5 mm from the edge away from USB, 58 mm apart
    for (x = [0, 1], y = [0, 1])
        translate([pi_at[0] + 3.5 + x * pi_holes[0], pi_at[1] + 3.5 + y * pi_holes[1], floor_z - 0.1])
            cylinder(d = d, h = h);
}

module lid_screws(d, h, z) {
    for (x = [5, inside[0] - 5], y = [5, inside[1] - 5]) translate([x, y, z]) cylinder(d = d, h = h);
}

function jack_y(i) = inside[1] / 2 + (i - (jacks - 1) / 2) * jack_pitch;

module box() {
    difference() {
        union() {
            shell();
            posts(board_at, board_holes, board, 6.4, standoff);
            pi_posts(6, standoff);
            lid_screws(9, inside[2], floor_z - 0.1);
        }
        posts(board_at, board_holes, board, 2.3, 20);
        pi_posts(2.2, 20);
        lid_screws(2.6, 20, floor_z + inside[2] - 15);
        for (i = [0:jacks - 1]) translate([inside[0] + wall / 2, jack_y(i), floor_z + 18])
            cube([3 * wall, jack[0], jack[1]], center = true);
        for (i = [0:jacks - 1]) translate([inside[0] + wall - 0.5, jack_y(i), floor_z + 30]) rotate([90, 0, 90])
            linear_extrude(2) text(str(i + 1), size = 6, halign = "center", valign = "center", $fn = 6);
        translate([pi_at[0], inside[1] - 1, floor_z + standoff - 1]) cube([56, 3 * wall, 18]);   // USB, network
        translate([-2 * wall, pi_at[1] + 3, floor_z + standoff - 1]) cube([3 * wall, 62, 11]);   // power, HDMI
        for (x = [20:8:170]) translate([x, -2 * wall, floor_z + 24]) cube([3, 3 * wall, 10]);    // air
    }
}

module lid() {
    top = floor_z + inside[2];
    difference() {
        union() {
            translate([-wall, -wall, top]) cube([inside[0] + 2 * wall, inside[1] + 2 * wall, wall]);
            difference() {
                translate([0.4, 0.4, top - 3]) cube([inside[0] - 0.8, inside[1] - 0.8, 3.1]);
                translate([2, 2, top - 4]) cube([inside[0] - 4, inside[1] - 4, 4]);
                lid_screws(11, 9, top - 5);
            }
        }
        lid_screws(3.4, 20, top - 10);
        translate([92, 40, top - 5]) cylinder(d = host_hole, h = 20);
        translate([30, 40, top - 5]) cylinder(d = shutdown_hole, h = 20);
        translate([30, 62, top - 5]) cylinder(d = lamp_hole, h = 20);
        for (a = [0:45:315]) translate([154 + 7 * cos(a), 40 + 7 * sin(a), top - 5]) cylinder(d = 3, h = 20);
        translate([154, 40, top - 5]) cylinder(d = 3, h = 20);
        names(top + wall - 0.6);
    }
}

module names(z) {
    for (mark = [[92, 22, "HOST", 7], [30, 24, "OFF", 6], [154, 22, "BUZZER", 5], [92, 110, "CROUPIER", 18]])
        translate([mark[0], mark[1], z]) linear_extrude(0.7)
            text(mark[2], size = mark[3], font = "DejaVu Sans:style=Bold", halign = "center", valign = "center", $fn = 6);
}

module seen() {
    top = floor_z + inside[2] + wall;
    color("#4a5464") box();
    color("#3d4450") lid();
    color("#e9e4d6") names(top - 0.5);
    color("#c9402f") translate([92, 40, top]) cylinder(d = host_hole - 1, h = 5);
    color("#20242b") translate([30, 40, top]) cylinder(d = shutdown_hole - 1, h = 4);
    color("#ffcf40") translate([30, 62, top]) sphere(d = lamp_hole);
    color("#0d1014") for (i = [0:jacks - 1]) translate([inside[0] + wall - 1, jack_y(i), floor_z + 18])
        cube([0.6, jack[0], jack[1]], center = true);
    color("#e9e4d6") for (i = [0:jacks - 1]) translate([inside[0] + wall, jack_y(i), floor_z + 30]) rotate([90, 0, 90])
        linear_extrude(0.2) text(str(i + 1), size = 6, halign = "center", valign = "center", $fn = 6);
}

if (part == "box") box();
else if (part == "lid") translate([0, 0, floor_z + inside[2] + wall]) rotate([180, 0, 0]) lid();
else seen();
