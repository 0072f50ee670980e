// A case for a hand-wired board: a front that carries the panel and the buttons, a back that carries
// the Raspberry Pi Zero, and the keys. Millimetres. It is included by a board's own file, which says
// what the panel and the buttons are; see README.md for what to print and which screws.
//
// x points right and y up as the player sees it; z points at the player, with the front face at 0.

// "picture", "front", "back" or "keys" to print; "collisions" is empty where nothing collides.
part = "picture";

// For the picture: what the panel shows, as an SVG in millimetres.
screen = "";

// Room under the Pi for a battery board that clips to its back; the case gets as much deeper.
under_pi = 0;

// Room above the Pi: 6 for wires soldered to it, 22 for jumper wires on a straight header.
above_pi = 6;

$fn = 40;

// ---- the shell

wall = 2.4;
front_t = 2.6;
back_t = 2.4;
corner_r = 6;
edge = 1.2;              // the chamfer of the front's edge and of the window
gap = 0.5;               // between a part and what it must not touch
margin = 0.75;           // how much of the panel's white border the window shows

pilot_d = 2.1;           // a self-tapping screw of 2.5 mm
hole_d = 2.9;            // the same, through
post_d = 6.4;
skin = 0.6;              // what remains in front of a screw

// ---- the Raspberry Pi Zero, as its maker's mechanical drawing has it: component side up, header at
// the top, the card at the left. In the case it stands on its head, so that its ports look up.

pi = [65, 30, 1.4];
pi_hole = 3.5;           // from both edges
pi_ports = [12.4, 41.4, 54.0];          // HDMI, USB, power: their middle, from the card's edge
pi_openings = [[12.4, 15], [47.7, 26]]; // the middle of an opening, its width
pi_port_z = 1.3;         // their centre above the board
pi_port_h = 8;           // a plug's grip goes into the wall
pi_card = [16.9, 16];    // centre from the ports' edge; the opening
pi_feet = 3 + under_pi;

// ---- the buttons: switches of 6 x 6 x 5 mm on a strip of perforated board, eight holes high;
// one every fifth hole. Their legs take holes that are 2 apart along the strip and 3 across it.

hole = 2.54;
pitch = 5 * hole;
switch_h = 5.0;
strip = [len(labels) * pitch, 8 * hole, 1.6];
key_d = 8.0;
key_hole = 8.6;
key_up = 1.6;            // how far a key stands out
flange_d = 10.2;
flange_t = 1.6;
stem = [3.8, 0.6];       // the recess for the switch's stem
play = 0.2;
strip_z = -front_t - play - flange_t + stem[1] - switch_h;
label_size = 2.4;
strip_posts = [pitch * (len(labels) / 2 - 2) + hole / 2, 2.5 * hole];   // on holes, to be drilled open
beside_strip = 0.8;

// ---- where everything lies

post_band = post_d + 2 * gap;
in_w = module_size[0] + 2 * post_band;
in_h = 2 * gap + module_size[1] + strip[1] + 2 * beside_strip;
out_w = in_w + 2 * wall;
out_h = in_h + 2 * wall;
behind_panel = 7;        // the module's own connector
depth = front_t + glass_float + module_size[2] + behind_panel + above_pi + pi[2] + pi_feet + back_t;

in_top = in_h / 2;
module_y = in_top - 2 * gap - module_size[1] / 2;
window_y = module_y + active_offset;
row_y = -in_top + beside_strip + strip[1] / 2;
label_y = row_y - 7.3;
pi_x = in_w / 2 - gap - pi[0] / 2;
pi_y = in_top - gap - pi[1] / 2;
lid_z = -depth + back_t;
pi_z = lid_z + pi_feet;
post_x = in_w / 2 - post_d / 2;
post_ys = [pi_y - pi[1] / 2 - gap - post_d / 2, -in_top + post_d / 2];

assert(len(labels) * pitch <= in_w - 2 * post_d, "too many buttons for one row");
assert(strip_z - strip[2] > lid_z + 4, "the buttons reach the back");

// ---- shapes

module rounded(w, h, r) {
    offset(r) square([w - 2 * r, h - 2 * r], center = true);
}

// From z, so deep towards the back.
module slab(z, t) {
    translate([0, 0, z - t]) linear_extrude(t, convexity = 8) children();
}

module outline(inset = 0) {
    rounded(out_w - 2 * inset, out_h - 2 * inset, corner_r - inset);
}

module module_holes() {
    for (x = [-1, 1], y = [-1, 1])
        translate([
            x * (module_size[0] / 2 - module_hole[0]),
            module_y + y * (module_size[1] / 2 - module_hole[1]),
        ]) children();
}

module strip_holes() {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * strip_posts[0], row_y + y * strip_posts[1]]) children();
}

module lid_holes() {
    for (x = [-1, 1], y = post_ys) translate([x * post_x, y]) children();
}

module pi_holes() {
    for (x = [-1, 1], y = [-1, 1])
        translate([
            pi_x + x * (pi[0] / 2 - pi_hole),
            pi_y + y * (pi[1] / 2 - pi_hole),
        ]) children();
}

module keys_at() {
    for (i = [0 : len(labels) - 1])
        translate([(i - (len(labels) - 1) / 2) * pitch, row_y]) {
            $label = labels[i];
            children();
        }
}

// The openings for plugs and card, from the rim of the front so that the Pi comes in with the back.
module ports(grow = 0) {
    top = pi_z + pi[2] + pi_port_z + pi_port_h / 2;
    for (opening = pi_openings)
        translate([pi_x + pi[0] / 2 - opening[0], out_h / 2 - wall, 0])
            slab(top + grow, top - lid_z + grow + 1)
                square([opening[1] + 2 * grow, 4 * wall], center = true);
    translate([out_w / 2 - wall, pi_y + pi[1] / 2 - pi_card[0], 0])
        slab(top + grow, top - lid_z + grow + 1)
            square([4 * wall, pi_card[1] + 2 * grow], center = true);
}

// ---- parts, where they are in the case

module front() {
    difference() {
        union() {
            difference() {
                hull() {
                    slab(-edge, depth - back_t - edge) outline();
                    slab(0, edge) outline(edge);
                }
                slab(-front_t, depth) rounded(in_w, in_h, corner_r - wall);
            }
            slab(-front_t + 0.01, glass_float + 0.01) module_holes() circle(d = 5.4);
            slab(-front_t + 0.01, -front_t - strip_z + 0.01) strip_holes() circle(d = 5.4);
            intersection() {
                slab(-front_t + 0.01, depth - front_t - back_t + 0.01)
                    lid_holes() square(post_d + 0.02, center = true);
                slab(0, depth) outline(0.2);
            }
        }
        window();
        slab(1, front_t + 2) keys_at() circle(d = key_hole);
        slab(0.01, 0.5) keys_at() translate([0, label_y - row_y])
            text($label, size = label_size, halign = "center", valign = "center",
                font = "Liberation Sans:style=Bold");
        slab(-skin, depth) {
            module_holes() circle(d = pilot_d);
            strip_holes() circle(d = pilot_d);
        }
        slab(lid_z + 12, 20) lid_holes() circle(d = pilot_d);
        ports();
        snap(0.15);
    }
}

module window() {
    w = active[0] + 2 * margin;
    h = active[1] + 2 * margin;
    translate([0, window_y, 0]) {
        slab(1, front_t + 2) rounded(w, h, 1);
        hull() {
            slab(0.01, 0.01) rounded(w + 2 * (front_t - 1), h + 2 * (front_t - 1), front_t);
            slab(-front_t + 1, 0.01) rounded(w, h, 1);
        }
    }
}

// A ridge on the back's rim that clicks into the front's upper wall, where no screw is near.
module snap(grow = 0) {
    translate([(pi_x - pi[0] / 2 - in_w / 2) / 2, in_top - 0.35, lid_z + 1.8])
        rotate([45, 0, 0]) cube([20 + 2 * grow, 1.1 + grow, 1.1 + grow], center = true);
}

module back() {
    rim_t = 1.6;
    difference() {
        union() {
            hull() {
                slab(lid_z, back_t - edge) outline();
                slab(lid_z - back_t + edge, edge) outline(edge);
            }
            difference() {
                slab(lid_z + 3.2, 3.21) difference() {
                    rounded(in_w - 0.5, in_h - 0.5, corner_r - wall);
                    rounded(in_w - 0.5 - 2 * rim_t, in_h - 0.5 - 2 * rim_t, corner_r - wall - rim_t);
                }
                slab(lid_z + 5, 5) lid_holes() square(post_d + 2 * gap, center = true);
                slab(lid_z + 5, 5) translate([pi_x, pi_y])
                    square([pi[0] + 2 * gap, pi[1] + 2 * gap], center = true);
                ports(gap);
            }
            snap();
            slab(pi_z, pi_feet + 0.01) pi_holes() circle(d = 5.6);
            battery_rails();
        }
        slab(pi_z + 0.01, pi_feet + back_t - skin) pi_holes() circle(d = pilot_d);
        slab(lid_z + 1, back_t + 2) lid_holes() circle(d = hole_d);
        lid_holes() translate([0, 0, -depth - 0.01]) cylinder(d1 = 5.6, d2 = hole_d, h = 1.5);
        translate([0, 0, -depth - 0.01]) linear_extrude(0.6, convexity = 8) blossom(34);
    }
}

// Corners that keep a flat cell of lithium polymer in its place, below the Pi; tape holds it.
battery = [62, 36];
module battery_rails() {
    top = pi_y - pi[1] / 2;
    bottom = row_y + strip[1] / 2;
    translate([0, (top + bottom) / 2])
        slab(lid_z + 4, 4.01)
            difference() {
                square([battery[0] + 3.2, battery[1] + 3.2], center = true);
                square(battery, center = true);
                square([battery[0] - 16, 100], center = true);
                square([200, battery[1] - 16], center = true);
            }
}

// A cherry blossom: five petals with a notch.
module blossom(d) {
    mirror([1, 0])
        difference() {
            for (i = [0 : 4]) rotate(90 + i * 72)
                difference() {
                    hull() {
                        translate([d * 0.08, 0]) circle(d = d * 0.03);
                        translate([d * 0.34, 0]) scale([1.1, 1]) circle(d = d * 0.29);
                    }
                    translate([d * 0.52, 0]) rotate(45) square(d * 0.09, center = true);
                    for (a = [-18, 0, 18]) rotate(a / 1.5) translate([d * 0.19, 0])
                        square([d * 0.14, d * 0.014], center = true);
                }
            circle(d = d * 0.1);
        }
}

// The last key, SELECT, has a dot, to be found without looking.
module key(label) {
    top = key_up + front_t + play;
    difference() {
        union() {
            cylinder(d = flange_d, h = flange_t);
            translate([0, 0, flange_t - 0.01]) {
                cylinder(d = key_d, h = top - 0.8);
                translate([0, 0, top - 0.81]) cylinder(d1 = key_d, d2 = key_d - 1.6, h = 0.8);
                if (label == labels[len(labels) - 1]) translate([0, 0, top - 0.3]) sphere(d = 1.8);
            }
        }
        translate([0, 0, -0.01]) cylinder(d = stem[0], h = stem[1] + 0.01);
    }
}

module keys() {
    keys_at() translate([0, 0, strip_z + switch_h - stem[1]]) key($label);
}

// ---- what is bought, roughly, to see how it fits

module bought_module() {
    z = -front_t - glass_float;
    color("#2f6f4f") difference() {
        translate([0, module_y, 0]) slab(z, module_size[2]) square([module_size[0], module_size[1]], center = true);
        slab(0, depth) module_holes() circle(d = 3);
    }
    color("#d9dad2") translate([0, module_y, 0]) slab(z + glass[2], glass[2]) square([glass[0], glass[1]], center = true);
    color("#f4f4ee") translate([0, window_y, 0]) slab(z + glass[2] + 0.05, 0.05) square(active, center = true);
}

module bought_pi() {
    color("#2f6f4f") difference() {
        translate([pi_x, pi_y, 0]) slab(pi_z + pi[2], pi[2]) rounded(pi[0], pi[1], 3);
        slab(0, depth) pi_holes() circle(d = 2.75);
    }
    color("#b8bcc2") {
        for (port = pi_ports)
            translate([pi_x + pi[0] / 2 - port, pi_y + pi[1] / 2 - 1.8, 0])
                slab(pi_z + pi[2] + 2.7, 2.7) square([8, 5], center = true);
        translate([pi_x + pi[0] / 2 - 6, pi_y + pi[1] / 2 - pi_card[0], 0])
            slab(pi_z + pi[2] + 1.4, 1.4) square([12, 12], center = true);
    }
    color("#333") translate([pi_x, pi_y, 0]) slab(pi_z + pi[2] + 1.6, 1.6) square([12, 12], center = true);
    color("#c9a227") translate([pi_x, pi_y - pi[1] / 2 + pi_hole, 0])
        slab(pi_z + pi[2] + 0.3, 0.3) square([50, 5], center = true);
}

module bought_strip() {
    color("#b58a4a") difference() {
        translate([0, row_y, 0]) slab(strip_z, strip[2]) square([strip[0], strip[1]], center = true);
        slab(0, depth) strip_holes() circle(d = hole_d);
    }
    keys_at() {
        color("#333") translate([0, 0, strip_z]) linear_extrude(3.5) square(6, center = true);
        color("#222") translate([0, 0, strip_z]) cylinder(d = 3.5, h = switch_h);
    }
}

// The engraved names, filled with paint.
module paint() {
    color("#f7f3e8") slab(0.02, 0.02) keys_at() translate([0, label_y - row_y])
        text($label, size = label_size, halign = "center", valign = "center",
            font = "Liberation Sans:style=Bold");
}

module closed() {
    color("#b23a2e") render(8) front();
    color("#f2ede0") keys();
    color("#e0d9c8") render(8) back();
    paint();
    translate([0, window_y, -front_t]) {
        color("#fbfbf7") slab(0, 0.05) square(active, center = true);
        if (screen != "") color("#222") translate([-active[0] / 2, -active[1] / 2, 0]) slab(0.02, 0.02) import(screen);
    }
}

module turned() {
    rotate([0, 180, 0]) {
        color("#b23a2e") render(8) front();
        color("#e0d9c8") render(8) back();
        color("#b23a2e") translate([0, 0, -depth - 0.02]) linear_extrude(0.02) blossom(34);
    }
}

module opened_front() {
    rotate([0, 180, 0]) {
        color("#b23a2e") render(8) front();
        color("#f2ede0") keys();
        bought_module();
        bought_strip();
    }
}

module opened_back() {
    color("#e0d9c8") render(8) back();
    bought_pi();
}

if (part == "front") rotate([180, 0, 0]) front();
if (part == "back") translate([0, 0, depth]) back();
if (part == "keys") keys_at() translate([0, -row_y]) key($label);
if (part == "collisions") {
    intersection() {
        union() { front(); back(); keys(); }
        union() { bought_module(); bought_pi(); bought_strip(); }
    }
    intersection() { front(); union() { back(); keys(); } }
}
if (part == "picture") {
    far = [out_w + 16, out_h + 22];
    translate([0, far[1], 0]) closed();
    translate([far[0], far[1], -depth]) turned();
    translate([0, 0, -depth]) opened_front();
    translate([far[0], 0, 0]) opened_back();
}
