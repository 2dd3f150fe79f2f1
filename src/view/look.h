// What things look like: materials, the two themes, the colours of tension. The one table of
// colours: stills are drawn with it, and pages get from it what the description says.
#ifndef REEVE_VIEW_LOOK_H
#define REEVE_VIEW_LOOK_H

#include "reeve/reeve.h"

// As shown, in [0, 1]; its squares are taken as amounts of light.
typedef struct rv_rgb {
    double r, g, b;
} rv_rgb;

typedef enum rv_look_kind {
    RV_LOOK_LEAD, // and heavier
    RV_LOOK_COPPER,
    RV_LOOK_STEEL,
    RV_LOOK_TITANIUM,
    RV_LOOK_ALUMINIUM,
    RV_LOOK_CONCRETE,
    RV_LOOK_WOOD,
    RV_LOOK_RUBBER,
    RV_LOOK_PLASTIC,
    RV_LOOK_FOAM,
    RV_LOOK_PAINT, // the first of RV_LOOK_PAINTS: bodies whose mass says nothing of their material
    RV_LOOK_PAINT_LAST = RV_LOOK_PAINT + 5,
    RV_LOOK_KINEMATIC, // moved by somebody, whatever is in the way: a safety colour
    RV_LOOK_WHEEL,
    RV_LOOK_LINK,   // a joint that holds a distance
    RV_LOOK_MARKER, // what has no shape
    RV_LOOK_CABLE,  // its colour is that of its tension
    RV_LOOK_STRIPE, // along a rod
    RV_LOOK_SOLID,  // what gives way
    RV_LOOK_MARK,   // of a tie or a hole; seen through what is before it
    RV_LOOK_KINDS,
} rv_look_kind;

enum { RV_LOOK_PAINTS = RV_LOOK_PAINT_LAST - RV_LOOK_PAINT + 1 };

typedef enum rv_look_surface {
    RV_LOOK_METAL,
    RV_LOOK_PAINTED,
    RV_LOOK_DULL,
} rv_look_surface;

typedef struct rv_look {
    rv_rgb color;
    rv_look_surface surface; // for pages; the numbers that follow are for stills
    double mirror;           // share of light that is mirrored from round about
    double highlight;        // strength of the key light's reflection
    int squarings;           // how sharp that is: the power is 2^squarings
    double even; // share of light that comes alike from everywhere, so that colours stay true
} rv_look;

// What a material is, by its density and its stiffness.
rv_look_kind rv_look_of_material(const rv_material* material);
// `dull`: of a body that never moves.
rv_look rv_look_make(rv_look_kind kind, bool dull);

typedef struct rv_theme {
    rv_rgb top, bottom;     // of the background
    rv_rgb ground;          // where it is lit
    rv_rgb line;            // of the grid
    rv_rgb ink;             // of texts
    rv_rgb sky, earth, key; // light from above, from below and from the lamp
    rv_rgb shade;           // of the ground where no light comes
    double shadow;          // how much of that a shadow has
} rv_theme;

rv_theme rv_theme_make(bool dark);

// The colours of tension from little to the full one, evenly spaced; `*count` says how many.
const rv_rgb* rv_look_tension_stops(int* count);
// The colour of a cable without tension.
rv_rgb rv_look_slack(bool dark);
// The colour of a cable at a tension given as a share of the full one: pale where it is slack.
rv_rgb rv_look_of_tension(double share, bool dark);

// "#8f8b96", as pages have it.
enum { RV_RGB_TEXT_BYTES = 8 };
void rv_rgb_text(rv_rgb color, char text[RV_RGB_TEXT_BYTES]);

static inline rv_rgb rv_rgb_mix(rv_rgb a, rv_rgb b, double share) {
    return (rv_rgb){a.r + share * (b.r - a.r), a.g + share * (b.g - a.g),
                    a.b + share * (b.b - a.b)};
}

#endif
