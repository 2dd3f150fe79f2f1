// Suite "garcia_2008": every numbered figure of its paper and what it measures without one, what it
// shows, and what became of it here. The paper has no tables.
#include "validation/papers.h"

#include <stddef.h>

static const validation_item ITEMS[] = {
    {"Figure 1", "Scheme of a cable that runs over pulleys, from P_0 to P_N.",
     "Reproduced as forces on the nodes of such a cable: (2) to (4) are met to 1e-8 of the "
     "tension."},
    {"Figure 2", "Variables of the oscillation model: v(s, t) between ends g(t) and h(t).",
     "A drawing; reproduced as the motion of a span with such ends, beside the exact solution of "
     "(5)."},
    {"Figure 3", "The same after its line between the ends is taken off: u(x, t).",
     "A drawing; reproduced with the same motion."},
    {"Figure 4", "The plane of e1 and e2 in space that the oscillation is set into.",
     "A drawing; reproduced as a jib that starts to turn. The paper has one plane, here there are "
     "two."},
    {"Figure 5", "Scheme of a cable with a curve in every span.",
     "Reproduced as a cable over five supports, beside catenaries, and while it swings."},
    {"Figure 6", "Picture of a tower crane whose cable lies against an obstacle.",
     "No numbers; reproduced as a pendulum that runs against a beam. More in part \"Shapes that "
     "cables touch\"."},
    {"Figure 7", "Pictures of cables drawn as lines, as cylinders, and as both.",
     "Pictures of what is drawn, not of a motion: nothing to reproduce. The viewer draws both, "
     "too: "
     "a tube, and a line along it of 1.5 pixels at least."},
    {"Figure 8", "Energy of the hook over 50 s after it is let go, by the density of the cable.",
     "Reproduced. That all densities decay alike holds only where waves are damped as the hook is, "
     "b = 4 c/m, and there to 20 %."},
    {"Figure 9",
     "Sequence of a hook that stands on a platform until the winch has taken up what the cable "
     "hangs down.",
     "Reproduced as heights, tensions and shapes; the delay is that of catenaries, to 5 %. Shown "
     "as "
     "scene 19 of the gallery, and massless as scene 20."},
    {"Figure 10", "Picture of the crane simulator that the model was built into.",
     "A picture, whose caption is not in the text at hand: nothing to reproduce. Tower cranes are "
     "scenes 19 to 21 of the gallery."},
    {"Section 3.1", "The law of the tension, (1).", "Reproduced; it is an option of the cable."},
    {"Section 3.2", "Terms with the rate of the length are dropped in (6).",
     "Reproduced with them: without them a span that is drawn in to a quarter loses half of its "
     "amplitude."},
    {"Section 4.1",
     "When the explicit scheme is stable, and how waves are suspended where it is not.",
     "Reproduced, with l in the condition, which the paper leaves out; waves are suspended on the "
     "curve of rest and not on a straight line."},
    {"Section 5.1", "The frequency of the load's swing does not depend on the cable.",
     "Reproduced as a table: so it is, to what the cable weighs."},
    {"Section 5.3", "Time of a step by the numbers of nodes and of subdivisions.",
     "Reproduced as a table and a plot: linear."},
    {NULL, NULL, NULL},
};

const validation_paper paper_garcia_2008 = {
    .title = "Elevation cable modeling for interactive simulation of cranes",
    .authors = "Ignacio García-Fernández, Marta Pla-Castells, Rafael J. Martínez-Durá",
    .year = 2008,
    .items = ITEMS,
};
