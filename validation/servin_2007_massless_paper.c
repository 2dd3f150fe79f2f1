// Suite "servin_2007_massless": every numbered table and figure of its paper, what it shows, and what became
// of it here.
#include "validation/papers.h"

#include <stddef.h>

static const validation_item ITEMS[] = {
    {"Figure 1", "A cable over three bodies, held at its ends and free to slide between them.",
     "A drawing; such cables are in scenes 7, 8 and 12 of the gallery."},
    {"Figure 2", "The three ways in which a beam deforms: stretch, twist and bend.",
     "A drawing that defines symbols: nothing to reproduce."},
    {"Figure 3",
     "The nodes of a cable over four bodies and the vectors that its twist is measured with.",
     "A drawing. The printed twist angle is singular where a cable hangs straight down; ours is "
     "carried along the cable: part \"Twist at any slope\"."},
    {"Figure 4", "Two boxes of 1000 kg with a cable of 4 m between them.",
     "A drawing of the set-up of figures 5 to 8, which is used here as printed."},
    {"Figure 5",
     "Stretch of the two boxes' cable over time for c_s = 10, 1e3 and 1e6 N/m, and the force over "
     "c_s.",
     "Reproduced, (a) to (c); the printed periods of 44 and 4.4 s are met, 0.14 s is that of "
     "continuous time: 0.149 s in steps of 0.01 s."},
    {"Figure 6", "Energies in the stretch tests.",
     "Reproduced, (a) to (c); the damping of the paper's stepper is met by its formula to 1e-9."},
    {"Figure 7",
     "Twist of the two boxes over time for c_t = 10, 1e3 and 1e6 N m/rad, and the torque over c_t.",
     "Reproduced, (a) to (c); 36 and 3.6 s are met, 0.11 s is that of continuous time: 0.125 s in "
     "steps of 0.01 s."},
    {"Figure 8", "Energies in the twist tests.", "Reproduced, (a) to (c)."},
    {"Figure 9",
     "Snapshot of six bodies on four cables, in which two small boxes turn against each other.",
     "Reproduced as a plot of their turning; shown as scene 11 of the gallery."},
    {"Figure 10",
     "Snapshots of a box that is tossed, drawn back and lifted by a fishing rod with a slipping "
     "reel.",
     "The law of the reel is reproduced; the printed setting for the lift only hovers. Shown as "
     "scene 10 of the gallery, with a faster reel."},
    {"Section 5.1", "The periods of the stretch and twist tests, in the text.",
     "Reproduced as a table."},
    {NULL, NULL, NULL},
};

const validation_paper paper_servin_2007_massless = {
    .title = "Massless Cable for Real-time Simulation",
    .authors = "Martin Servin, Claude Lacoursière",
    .year = 2007,
    .items = ITEMS,
};
