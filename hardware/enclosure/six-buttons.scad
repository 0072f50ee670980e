// Written by scripts/hardware from hardware/boards/six-buttons.toml. Millimetres.
//     openscad -D 'part="front"' -o front.stl six-buttons.scad

labels = ["LEFT", "RIGHT", "HELP", "LOG", "QUIT", "SEL"];
module_size = [103.0, 78.5, 1.6];
module_hole = [3.0, 3.125];
glass = [91.0, 77.0, 1.2];
glass_float = 1.6;
active = [84.8, 63.6];
active_offset = 4.5;

include <case.scad>
