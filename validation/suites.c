// The suites of `reeve validate`: a row here and a file beside it per family of results.
#include "validation/contact.h"
#include "validation/duriez_2004.h"
#include "validation/garcia_2008.h"
#include "validation/massless.h"
#include "validation/papers.h"
#include "validation/rigid.h"
#include "validation/segments.h"
#include "validation/validation.h"
#include "validation/wang_2017.h"

#include <stddef.h>

static const char* const RIGID_FALLS_SHORT[] = {
    "24 leaning rigid links, load 1e15: the anchor force of one step has no digit left (2e-12 at "
    "1e13, 1e-14 at 1e9); vertical links and particles are exact.",
    "100 links of 0.1 m at 1e9 when the anchor is jerked by 2 m/s: particles gain 8 % of M g L for "
    "a "
    "moment, and rigid links, which must push a load that they hold above its centre, open by 6 m.",
    "The decay of a spring-damper is first order in h: c/2m less a share of h c/2m.",
    NULL,
};

static const char* const MASSLESS_FALLS_SHORT[] = {
    "The paper's periods at c = 1e6 (0.14 and 0.11 s) are those of the continuous system; at its "
    "own h "
    "= 0.01 s the seed stepper gives 0.149 and 0.125 s, SPOOK 0.143 and 0.118 s, as their formulas "
    "say.",
    "Seed loses 0.74 % of a 45 degree swing's energy in 60 s, where the theory page has 0.62 %.",
    "With friction the cost grows with the square of the nodes and faster: 0.4 ms for 100.",
    NULL,
};

static const char* const CONTACT_FALLS_SHORT[] = {
    "Things that touch with more than 400 rows are solved by sweeps to 1e-4, not by Newton's "
    "method to 1e-10: 500 bodies at rest in a box creep by a few mm/s unless they sleep.",
    "Where fast things hit without bouncing, angular momentum is kept to first order in the step: "
    "off by up to 6 % of p r for oblique hits at 60 Hz. Bounces keep it to rounding.",
    "Bodies of 10 cm poured at 8 m/s overlap by up to 9 cm for a step or two at 60 Hz, 1 cm at "
    "240 Hz; none is lost.",
    NULL,
};

static const char* const SEGMENTS_FALLS_SHORT[] = {
    "Table I at a load of 1e9 needs links that are stiffer than printed: the printed ones stretch "
    "by more "
    "than a tenth under the load itself. Dropped from the horizontal, particle chains that also "
    "push "
    "buckle from 1e10 on.",
    "Table II without geometric stiffness: six of ten limits are half a decade above the "
    "independent "
    "check, that of N_C = 6, beta = 1e2 a decade.",
    "The paper's joints with one bend angle do not blow up here in three dimensions at any load, "
    "as the "
    "independent check says they do: they bend thousands of times more, and their limit is lower.",
    "A cable that must push for a moment (its anchor is stopped at once, and the load is held "
    "above "
    "its centre) is torn by loads of 1e7 segment masses or more with 24 segments, of 1e8 or more "
    "with 100.",
    "Round a cylinder of 12 cable diameters the capstan ratio of one and a half turns at a "
    "friction of 0.3 is "
    "15 % below exp(mu theta), because friction acts at the cable's surface; it is within 0.2 % of "
    "what a "
    "thick cable does. Over a bare edge of 90 degrees joints catch, and the pull is up to 5 times "
    "the load.",
    "A heap of 200 segments takes 18 ms a step while it lands, 45 ms at worst, and 30 of those "
    "steps are "
    "degraded; 60 stiff segments that land flat on a plane take 90 ms a step, 350 ms at worst.",
    "Slack at wheels: of 902 random reevings with loads that are thrown, 24 gain more than a fifth "
    "of "
    "(M + m) g 3 m and 3 blow up; of 898 with drums that change, 15 blow up. Of 400 loads that "
    "fall "
    "into a slack cable, 6 get back more than a fifth more than they had, all of them without "
    "stretch.",
    "Motion that the step cannot resolve from segment to segment is damped with half a step, slow "
    "modes "
    "with it: zeta = omega h / 4.",
    NULL,
};

static const char* const GARCIA_FALLS_SHORT[] = {
    "Waves of a span have one tension, that of its middle. Where it varies much from end to end, "
    "by a share e to either side, an inclined span has a tension that is too small by 0.4 e^2 and "
    "more: by 0.4 % at 30 degrees and a cable 0.5 % longer than the chord, 3.6 % at 60 degrees, "
    "and 37 % with one 5 % longer. A load of a quarter of its cable's weight swings 0.17 % slower "
    "than it should, a cable without a load 0.8 %.",
    "Weight counts per stretched length: too much by T/EA, 2.5e-4 at a sag of 1/200 with EA of "
    "1e7 N.",
    "The estimate of the hoist delay is one of rest: a winch that is fast against the swing of "
    "the spans jerks the hook off early (0.50 s instead of 0.62 s at 0.5 m/s, sag 1/20 and 2 "
    "kg/m).",
    "The paper's same decay for all densities holds only where waves are damped as the hook is, "
    "and there to 20 %: 0.095 to 0.12/s beside 0.1/s; at b = 0.2/s it is 0.10 to 0.18/s, at "
    "0.02/s 0.055/s.",
    "Implicit waves lose a little: mode 1 of 10 m under 1 kN (1 kg/m, 20 cells, h = 1/60 s) 0.9 % "
    "of its amplitude in a second; it is 0.2 % too slow, the fifth 5 %.",
    "Flows move waves along by a hundredth of a cell at a time: an inextensible cable that hoists "
    "a ton at 0.5 m/s and h = 1 ms feels it as jerks of 2 % of its tension.",
    "A layered cable that swings back from a beam lets go of it and touches it once more, for "
    "0.05 s, while a wave comes up from the load.",
    "Cables pushed across random shapes and drawn back: of 10000 massless ones 5 come more than "
    "1 cm within the shape for a time, up to 7 cm, as they slip over the end of a cylinder or a "
    "capsule; of 1000 layered ones 18, up to 0.3 m, and 1 gains M g 45 mm.",
    NULL,
};

static const char* const WANG_FALLS_SHORT[] = {
    "Places of a thread that swings are second order only in steps that resolve the bending of its "
    "edges: of 20 edges with EI = 1e-3 N m^2 and 10 g, 0.25 ms. The energy of the swing is second "
    "order at any step.",
    "Released from the horizontal, the whip of a thread with EI = 1e-3 N m^2 loses 22 % of its "
    "energy in 100 s at 1 ms, without any damping, and gains up to 0.5 % for a moment (1.5 % with "
    "EI = 1e-5 N m^2); at 0.1 ms it is off by 1.3e-4. With the damping of a world as it comes, "
    "half "
    "of it is gone in 20 s.",
    "Contraction mapping is slower than Newton's method here, where the paper's 6.3 has it faster: "
    "1.3 to 1.6 times as many iterations, and 5.5 us a step of 100 edges against 5.3.",
    "Plectonemes by the printed penalty of 100 N/m pass through themselves with B = k_b/4; B = k_b "
    "fails at the printed step of 1 ms as soon as its edges are bent; figure 17 at 1 ms is stable "
    "only "
    "with B = k_b l/2, which has the wrong dimension.",
    "Figure 17: how many loops there are depends on how hard strands are, which the paper does not "
    "say: 17.1 (100 kN/m) to 17.6 (20 kN/m) of the stiffest thread, where the independent check "
    "has "
    "16.8. With strands as hard as a solid bar's, 47 kN/m, the second has 18.8 where that has "
    "19.4.",
    "Overhand knots are within 2 % of the elastic knot with contact and friction (4 % where "
    "loosened), but "
    "Audoly 2007, aimed at to 10 % below eps = 0.3, is the leading order of that. Without friction "
    "it is met "
    "with R = pi B/E (2 to 7 % off); with R the radius of the loop opposite its braid, F is 1.11, "
    "1.23, 1.38, "
    "1.55 and 1.77 times eps^4/2 at eps = 0.05, 0.09, 0.14, 0.18 and 0.22. With friction it is "
    "not: with R = "
    "pi B/E, F is 7 to 11 % above at mu = 0.05, 18 to 20 % at 0.1, 41 to 63 % at 0.3, and loosened "
    "at 0.05 "
    "23 to 29 % below.",
    "Jawed 2015, aimed at to 15 % for n = 1 and 2, is for long braids: with friction 0.3 and 0.1, "
    "one turn "
    "has 0.51 to 0.53 and 0.67 to 0.69 of its force, two 0.88 to 0.92 and 0.82 to 0.84, three 1.07 "
    "and 0.94 "
    "to 0.97. The elastic knot that was solved apart is as far from it.",
    NULL,
};

static const char* const DURIEZ_FALLS_SHORT[] = {
    "Linear elements lock in bending: the clip of 640 nodes is 4.8 times too stiff with them (peak "
    "20.9 N, with quadratic ones 4.3 N), a beam of 20 x 1 x 1 cells four times.",
    "A step finds contact with the normals of its start: the force is late by the way of a step, "
    "1 % rms at 20 mm/s and 1 kHz, 17 % at 60 Hz (0.33 mm a step).",
    "The paper's own clip is not known: numbers are those of an independent implementation of a "
    "clip like it. Its rule of one contact per triangle (one pass per 0.2 mm: peak 22.99 N, at "
    "most 82 rows) is not reproduced: edges have normals within those of the tube's edges.",
    "A tube of 192 facets has a least force of -19.59 N where the independent check has -19.38, "
    "and changes its sign at -6.88 mm, not -7.0; drawn off with friction 0.2, the peak is -35.5 N, "
    "not -35.3.",
    "Corotational solids are put together and factored anew in each step: 2.5 ms for the clip of "
    "1728 degrees of freedom, so not at 1 kHz; static ones take 0.15 ms.",
    NULL,
};

const validation_suite validation_suites[] = {
    {"rigid", "rigid bodies and particles against closed formulas", NULL, rigid_parts,
     RIGID_FALLS_SHORT},
    {"servin_2007_massless", "the massless cable against its paper and closed formulas",
     &paper_servin_2007_massless, servin_2007_massless_parts, MASSLESS_FALLS_SHORT},
    {"servin_2007_segments", "the rigid-segment cable against its paper and closed formulas",
     &paper_servin_2007_segments, servin_2007_segments_parts, SEGMENTS_FALLS_SHORT},
    {"garcia_2008", "the layered cable against its paper and closed formulas", &paper_garcia_2008,
     garcia_2008_parts, GARCIA_FALLS_SHORT},
    {"wang_2017", "the thread as a rod against its paper, corrected, and closed formulas",
     &paper_wang_2017, wang_2017_parts, WANG_FALLS_SHORT},
    {"duriez_2004",
     "deformable solids in contact and the haptic loop against their paper, corrected",
     &paper_duriez_2004, duriez_2004_parts, DURIEZ_FALLS_SHORT},
    {"contact", "friction, impacts, stacks and fast thin things against closed formulas", NULL,
     contact_parts, CONTACT_FALLS_SHORT},
};

const int validation_suite_count = sizeof validation_suites / sizeof validation_suites[0];
