// Suite "duriez_2004": every numbered figure of its paper, which has no numbered table, and the
// sections that have numbers: what they show, and what became of it here.
#include "validation/papers.h"

#include <stddef.h>

static const validation_item ITEMS[] = {
    {"Figure 1",
     "What penalties do: constraints that do not hold (above), forces on nodes that are not in "
     "contact (below).",
     "Reproduced with the clip: depth and force over the penalty's stiffness, and how many nodes "
     "it "
     "pushes. The paper's picture has no numbers."},
    {"Figure 2", "The three collision tests: point, segment and triangle against what is rigid.",
     "Reproduced as the volumes whose zeros are the times; a million cases are judged by exact "
     "arithmetic, none missed, none false."},
    {"Figure 3", "A sketch of a deformable object in contact, and of the point O in a hand.",
     "Reproduced: the clip at the peak, the nodes that carry and their forces. The force at O is "
     "the slope of the stored energy."},
    {"Figure 4", "Pictures of the clip before and on the tube.",
     "Reproduced as shapes in four places, and as the force on the way, which the paper does not "
     "print. Shown as scene 30 of the gallery. The clip is ours: the paper's sizes are not told."},
    {"Figure 5", "A photograph of a person with a Virtuose 6D before a screen.",
     "Not reproduced: it shows no result. Hands and devices are simulated in part \"Hands in "
     "closed "
     "loops\"."},
    {"Figure 6",
     "Force along X, Y and Z in 100 steps, by the deformation loop and by the last haptic tick "
     "before each update.",
     "Reproduced, (X) to (Z), at the paper's rates of 100 and 500 Hz. \"Nearly the same\" holds "
     "for "
     "slow hands: see (speeds) and (ticks)."},
    {"Section 3.1", "Degrees of the collision tests in t, and bodies of triangles.",
     "Reproduced as a table; test 1 is of degree one, not two. The clip on tubes of facets is "
     "(facets)."},
    {"Section 3.4", "Compliance of a step by Tustin's rule and by an explicit scheme.",
     "The explicit one is printed four times too stiff; with positions constrained, Tustin's rule "
     "feeds in energy. Checks in part \"The formulation, as printed and as right\"; no plot."},
    {"Section 5.1", "The lowest frequency of the clip is above 300 Hz.",
     "Reproduced as a table: 791 Hz."},
    {"Section 5.3", "Size of the clip, and how long collision, contact problem and tick take.",
     "Reproduced as a table and a plot, ours over theirs: 639 nodes and 2395 tetrahedra here too."},
    {"Section 6", "Friction is future work.",
     "Done here: the clip pushed on and drawn off with friction of up to 0.3."},
    {NULL, NULL, NULL},
};

const validation_paper paper_duriez_2004 = {
    .title = "A multi-threaded approach for deformable/rigid contacts with haptic feedback",
    .authors = "Christian Duriez, Claude Andriot, Abderrahmane Kheddar",
    .year = 2004,
    .items = ITEMS,
};
