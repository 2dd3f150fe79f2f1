// Tables of colours: see look.h.
#include "view/look.h"

#include <math.h>
#include <stdio.h>

// tension below this share of the full one shows as slack
static const double SLACK = 1e-4;
// how a body that never moves is toned down
static const rv_rgb DULL = {0.60, 0.61, 0.62};
static const double DULL_SHARE = 0.65, DULL_MIRROR = 0.3;

#define RGB(hex)                                                                                   \
    { ((hex) >> 16) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex)&0xff) / 255.0 }

rv_look_kind rv_look_of_material(const rv_material* material) {
    // density [kg/m^3] and Young's modulus [Pa], each from and below; the first row that fits counts
    static const struct {
        double density[2], young[2];
        rv_look_kind kind;
    } rows[] = {
        {{0.0, 4000.0}, {0.0, 2e8}, RV_LOOK_RUBBER},
        {{10000.0, INFINITY}, {0.0, INFINITY}, RV_LOOK_LEAD},
        {{8300.0, 10000.0}, {0.0, INFINITY}, RV_LOOK_COPPER},
        {{6500.0, 8300.0}, {0.0, INFINITY}, RV_LOOK_STEEL},
        {{4000.0, 6500.0}, {0.0, INFINITY}, RV_LOOK_TITANIUM},
        {{2550.0, 3000.0}, {6.5e10, INFINITY}, RV_LOOK_ALUMINIUM},
        {{1700.0, 4000.0}, {0.0, INFINITY}, RV_LOOK_CONCRETE},
        {{300.0, 900.0}, {6e9, INFINITY}, RV_LOOK_WOOD},
        {{0.0, 300.0}, {0.0, INFINITY}, RV_LOOK_FOAM},
    };
    double density = material->density, young = material->young;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (density >= rows[i].density[0] && density < rows[i].density[1]
            && young >= rows[i].young[0] && young < rows[i].young[1])
            return rows[i].kind;
    return RV_LOOK_PLASTIC;
}

rv_look rv_look_make(rv_look_kind kind, bool dull) {
    static const rv_look looks[RV_LOOK_KINDS] = {
        [RV_LOOK_LEAD] = {RGB(0x8f8b96), RV_LOOK_METAL, 0.15, 0.25, 4, 0.0},
        [RV_LOOK_COPPER] = {RGB(0xc4824f), RV_LOOK_METAL, 0.22, 0.35, 5, 0.0},
        [RV_LOOK_STEEL] = {RGB(0x879eb8), RV_LOOK_METAL, 0.22, 0.35, 5, 0.0},
        [RV_LOOK_TITANIUM] = {RGB(0x9c968e), RV_LOOK_METAL, 0.22, 0.35, 5, 0.0},
        [RV_LOOK_ALUMINIUM] = {RGB(0xcfd6dd), RV_LOOK_METAL, 0.25, 0.40, 4, 0.0},
        [RV_LOOK_CONCRETE] = {RGB(0xb5ab9a), RV_LOOK_DULL, 0.0, 0.0, 0, 0.0},
        [RV_LOOK_WOOD] = {RGB(0xb98a56), RV_LOOK_DULL, 0.0, 0.08, 3, 0.0},
        [RV_LOOK_RUBBER] = {RGB(0x4a4d52), RV_LOOK_DULL, 0.02, 0.10, 3, 0.0},
        [RV_LOOK_PLASTIC] = {RGB(0x4d948f), RV_LOOK_PAINTED, 0.05, 0.30, 5, 0.0},
        [RV_LOOK_FOAM] = {RGB(0xd9d3c4), RV_LOOK_DULL, 0.0, 0.0, 0, 0.0},
        [RV_LOOK_PAINT + 0] = {RGB(0x3f74b5), RV_LOOK_PAINTED, 0.05, 0.25, 5, 0.0},
        [RV_LOOK_PAINT + 1] = {RGB(0xc8733a), RV_LOOK_PAINTED, 0.05, 0.25, 5, 0.0},
        [RV_LOOK_PAINT + 2] = {RGB(0x3c968c), RV_LOOK_PAINTED, 0.05, 0.25, 5, 0.0},
        [RV_LOOK_PAINT + 3] = {RGB(0xc09a3a), RV_LOOK_PAINTED, 0.05, 0.25, 5, 0.0},
        [RV_LOOK_PAINT + 4] = {RGB(0xa3566b), RV_LOOK_PAINTED, 0.05, 0.25, 5, 0.0},
        [RV_LOOK_PAINT + 5] = {RGB(0x6f8f4a), RV_LOOK_PAINTED, 0.05, 0.25, 5, 0.0},
        [RV_LOOK_KINEMATIC] = {RGB(0xf0a818), RV_LOOK_PAINTED, 0.04, 0.25, 5, 0.0},
        [RV_LOOK_WHEEL] = {RGB(0x8d97a3), RV_LOOK_METAL, 0.24, 0.40, 5, 0.0},
        [RV_LOOK_LINK] = {RGB(0x79828d), RV_LOOK_METAL, 0.10, 0.20, 4, 0.2},
        [RV_LOOK_MARKER] = {RGB(0xd96b38), RV_LOOK_PAINTED, 0.0, 0.20, 4, 0.1},
        [RV_LOOK_CABLE] = {RGB(0xffffff), RV_LOOK_PAINTED, 0.0, 0.10, 4, 0.55},
        [RV_LOOK_STRIPE] = {RGB(0x212938), RV_LOOK_PAINTED, 0.0, 0.0, 0, 0.3},
        [RV_LOOK_SOLID] = {RGB(0xd1685c), RV_LOOK_PAINTED, 0.03, 0.22, 4, 0.05},
        [RV_LOOK_MARK] = {RGB(0x2ebf70), RV_LOOK_PAINTED, 0.0, 0.10, 4, 0.5},
    };
    rv_look look = looks[kind];
    if (dull) {
        look.color = rv_rgb_mix(look.color, DULL, DULL_SHARE);
        look.surface = RV_LOOK_DULL;
        look.mirror *= DULL_MIRROR;
        look.highlight *= DULL_MIRROR;
    }
    return look;
}

void rv_rgb_text(rv_rgb color, char text[RV_RGB_TEXT_BYTES]) {
    const double parts[3] = {color.r, color.g, color.b};
    text[0] = '#';
    for (int i = 0; i < 3; i++)
        snprintf(text + 1 + 2 * i, 3, "%02x",
                 (unsigned)lround(255.0 * fmin(parts[i], 1.0)) & 0xffu);
}

rv_theme rv_theme_make(bool dark) {
    static const rv_theme themes[2] = {
        {.top = {0.83, 0.87, 0.91},
         .bottom = {0.93, 0.94, 0.955},
         .ground = {0.965, 0.97, 0.975},
         .line = {0.70, 0.74, 0.79},
         .ink = {0.16, 0.20, 0.25},
         .sky = {0.66, 0.69, 0.74},
         .earth = {0.44, 0.42, 0.40},
         .key = {0.94, 0.91, 0.86},
         .shade = {0.20, 0.25, 0.34},
         .shadow = 0.5},
        {.top = {0.07, 0.085, 0.105},
         .bottom = {0.10, 0.115, 0.14},
         .ground = {0.205, 0.23, 0.265},
         .line = {0.33, 0.37, 0.42},
         .ink = {0.88, 0.91, 0.94},
         .sky = {0.56, 0.62, 0.70},
         .earth = {0.28, 0.28, 0.30},
         .key = {0.98, 0.94, 0.86},
         .shade = {0.02, 0.03, 0.045},
         .shadow = 0.75},
    };
    return themes[dark ? 1 : 0];
}

// a middle lightness that grows evenly: they read on a dark and on a light ground
static const rv_rgb tension_stops[] = {RGB(0x3566d4), RGB(0x8450d2), RGB(0xcb4a9d), RGB(0xea6248),
                                       RGB(0xf3a52a)};
enum { STOPS = sizeof tension_stops / sizeof *tension_stops };

const rv_rgb* rv_look_tension_stops(int* count) {
    *count = STOPS;
    return tension_stops;
}

rv_rgb rv_look_slack(bool dark) {
    static const rv_rgb slack[2] = {RGB(0x969da8), RGB(0x7d8590)};
    return slack[dark ? 1 : 0];
}

rv_rgb rv_look_of_tension(double share, bool dark) {
    if (!(share > SLACK))
        return rv_look_slack(dark);
    double at = fmin(share, 1.0) * (STOPS - 1);
    int stop = at < STOPS - 2 ? (int)at : STOPS - 2;
    return rv_rgb_mix(tension_stops[stop], tension_stops[stop + 1], at - stop);
}
