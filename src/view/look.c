// Tables of colours: see look.h.
#include "view/look.h"

#include <math.h>

// limits between materials: density [kg/m^3], Young's modulus [Pa]
static const double DENSITY_STEEL = 5000.0, DENSITY_STONE = 1700.0;
static const double YOUNG_RUBBER = 2e8, YOUNG_METAL = 5e10, YOUNG_WOOD = 6e9;
// tension below this share of the full one shows as slack
static const double SLACK = 1e-4;
// how a body that never moves is toned down
static const rv_rgb DULL = {0.60, 0.61, 0.62};
static const double DULL_SHARE = 0.65, DULL_MIRROR = 0.3;

rv_look_kind rv_look_of_material(const rv_material* material) {
    if (material->young < YOUNG_RUBBER)
        return RV_LOOK_RUBBER;
    if (material->density > DENSITY_STEEL)
        return RV_LOOK_STEEL;
    if (material->density > DENSITY_STONE)
        return material->young > YOUNG_METAL ? RV_LOOK_ALUMINIUM : RV_LOOK_CONCRETE;
    return material->young > YOUNG_WOOD ? RV_LOOK_WOOD : RV_LOOK_PLASTIC;
}

rv_look rv_look_make(rv_look_kind kind, bool dull) {
    static const rv_look looks[RV_LOOK_KINDS] = {
        [RV_LOOK_STEEL] = {{0.53, 0.62, 0.72}, 0.22, 0.35, 5, 0.0},
        [RV_LOOK_ALUMINIUM] = {{0.80, 0.82, 0.84}, 0.25, 0.40, 4, 0.0},
        [RV_LOOK_CONCRETE] = {{0.70, 0.68, 0.64}, 0.0, 0.0, 0, 0.0},
        [RV_LOOK_WOOD] = {{0.76, 0.58, 0.38}, 0.0, 0.08, 3, 0.0},
        [RV_LOOK_RUBBER] = {{0.24, 0.24, 0.26}, 0.02, 0.10, 3, 0.0},
        [RV_LOOK_PLASTIC] = {{0.30, 0.58, 0.56}, 0.05, 0.30, 5, 0.0},
        [RV_LOOK_KINEMATIC] = {{0.96, 0.66, 0.12}, 0.04, 0.25, 5, 0.0},
        [RV_LOOK_WHEEL] = {{0.40, 0.43, 0.48}, 0.24, 0.40, 5, 0.0},
        [RV_LOOK_LINK] = {{0.34, 0.38, 0.44}, 0.10, 0.20, 4, 0.2},
        [RV_LOOK_MARKER] = {{0.85, 0.42, 0.22}, 0.0, 0.20, 4, 0.1},
        [RV_LOOK_CABLE] = {{1.0, 1.0, 1.0}, 0.0, 0.10, 4, 0.55},
        [RV_LOOK_STRIPE] = {{0.13, 0.16, 0.22}, 0.0, 0.0, 0, 0.3},
        [RV_LOOK_SOLID] = {{0.80, 0.40, 0.36}, 0.03, 0.22, 4, 0.05},
        [RV_LOOK_MARK] = {{0.18, 0.75, 0.44}, 0.0, 0.10, 4, 0.5},
    };
    rv_look look = looks[kind];
    if (dull) {
        look.color = rv_rgb_mix(look.color, DULL, DULL_SHARE);
        look.mirror *= DULL_MIRROR;
        look.highlight *= DULL_MIRROR;
    }
    return look;
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

rv_rgb rv_look_of_tension(double share, bool dark) {
    enum { STOPS = 5 };
    static const rv_rgb slack[2] = {{0.68, 0.71, 0.74}, {0.56, 0.60, 0.64}};
    static const rv_rgb stops[2][STOPS] = {
        {{0.10, 0.38, 0.72},
         {0.38, 0.30, 0.74},
         {0.72, 0.18, 0.56},
         {0.90, 0.22, 0.22},
         {0.95, 0.47, 0.02}},
        {{0.30, 0.64, 1.00},
         {0.58, 0.52, 1.00},
         {0.93, 0.42, 0.80},
         {1.00, 0.45, 0.36},
         {1.00, 0.72, 0.20}},
    };
    if (!(share > SLACK))
        return slack[dark ? 1 : 0];
    double at = fmin(share, 1.0) * (STOPS - 1);
    int stop = at < STOPS - 2 ? (int)at : STOPS - 2;
    return rv_rgb_mix(stops[dark ? 1 : 0][stop], stops[dark ? 1 : 0][stop + 1], at - stop);
}
