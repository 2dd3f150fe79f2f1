// Suite "wang_2017": every numbered table and figure of its paper, what it shows, and what became
// of it here.
#include "validation/papers.h"

#include <stddef.h>

static const validation_item ITEMS[] = {
    {"Table 1",
     "Models of threads with force feedback: which force, how often, and how many nodes.",
     "Repeated, with rows of ours: 100 edges are stepped many times faster than 1 kHz."},
    {"Figure 1", "Pictures of a square knot, loose and tight.",
     "Shown as scene 26 of the gallery; figures 15 and 16 have the knot as curves."},
    {"Figure 2", "A thread with its material frame and its Bishop frame.",
     "A drawing that defines symbols: nothing to reproduce."},
    {"Figure 3", "The same for a polygon of edges.",
     "A drawing that defines symbols: nothing to reproduce."},
    {"Figure 4", "A thread that swings, at 0, 0.3 and 0.8 s.",
     "Reproduced; within 1 mm of linear waves of a chain that hangs."},
    {"Figure 5", "Its energy over 1000 s.",
     "Reproduced: off by less than 1e-5 of the swing's energy, and no drift, by the paper's "
     "integrator and by implicit steps."},
    {"Figure 6", "A thread whose ends start to opposite sides, at 0, 0.8, 20, 80, 300 and 1000 s.",
     "Reproduced; both integrators have the same shapes, to a millimetre after 1000 s."},
    {"Figure 7", "The magnitude of its momentum over 1000 s.",
     "Reproduced; momentum is 0 by symmetry, so that angular momentum is shown, too: no drift."},
    {"Figure 8", "A thread pinned at a wall and pulled across with 0.1 N, at rest.",
     "Reproduced; it is a catenary."},
    {"Figure 9", "The axial force along it beside the analytic one.",
     "Reproduced; exact at rest, and as far off after 100 s of quadratic drag as an independent "
     "check has it."},
    {"Figure 10", "Two edges that touch, and the distance between them over a step.",
     "A drawing that defines symbols: nothing to reproduce."},
    {"Figure 11", "A thread before it is twisted, and the coil that it becomes.",
     "Reproduced with gravity, a harder contact than printed and B = k_b/4; shown as scene 25 of "
     "the gallery."},
    {"Figure 12", "Torque over the angle put in, with dips A and B where loops close.",
     "Reproduced: both dips are there, where an independent check has them."},
    {"Figure 13", "Twist over time, less than the 20 rad put in.",
     "Reproduced: about 1 rad of 20 is left as twist."},
    {"Figure 14", "Total energy over 600 s.",
     "Reproduced: it grows while torsion is put in, and keeps its level."},
    {"Figure 15", "A square knot, loose and drawn tight.",
     "Reproduced with the printed contact for B = k_b l/2, which has the wrong dimension, and with "
     "contact rows for every reading of k_b; shown as scene 26 of the gallery."},
    {"Figure 16", "The force at its end and the distance of its ends over time.",
     "Reproduced as far as it is told: both grow and are steady in the end."},
    {"Figure 17", "Coils of threads of three bending stiffnesses after 25 turns.",
     "Reproduced by implicit steps of the printed 1 ms: the softer, the more loops. The paper's "
     "own "
     "scheme is unstable at that step."},
    {"Figure C.18", "Two edges without twist and with a whole turn of it, which look the same.",
     "Reproduced as a plot: the twist that is measured counts all turns."},
    {"Figure E.19", "Two segments and the shortest way between them.",
     "A drawing that defines symbols: nothing to reproduce. E.1 and E.2 have errors; the distance "
     "of segments is tested apart."},
    {"Section 3", "How long an explicit step may be, in the text.",
     "Reproduced as a table, corrected."},
    {"Section 6.3", "Contraction mapping is at least 20 % faster than Newton's method.",
     "Not reproduced: it needs 1.3 to 1.6 times as many iterations, and takes about as long."},
    {"Section 6.4", "Coils of 100 edges run at more than 1 kHz.",
     "Measured, as a table; not checked, because it is the machine's."},
    {NULL, NULL, NULL},
};

const validation_paper paper_wang_2017 = {
    .title =
        "Real time simulation of inextensible surgical thread using a Kirchhoff rod model with "
        "force output for haptic feedback applications",
    .authors = "Zhujiang Wang, Marco Fratarcangeli, Annie Ruimi, Arun R. Srinivasa",
    .year = 2017,
    .items = ITEMS,
};
