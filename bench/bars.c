// Scenarios of `reeve bench` about what a solid costs by itself: a rubber bar of 0.4 m x 0.1 m x 0.1 m,
// let go from level at 1 kHz. Its cells are cubes of six tetrahedra each, along the ways from one
// corner to the opposite one (Kuhn 1960).
#include "bench/bars.h"

#include <stdlib.h>

static const double WIDTH = 0.1; // [m]

typedef struct grid {
    int along, across; // cells
    rv_vec3* nodes;
    int32_t *tets, *held;
    int node_count, tet_count, held_count;
} grid;

static int32_t corner(const grid* g, int i, int j, int k) {
    return (i * (g->across + 1) + j) * (g->across + 1) + k;
}

static void fill_cell(grid* g, int i, int j, int k) {
    // the order in which a way takes the axes; the first three turn as x, y, z do
    static const int ways[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                   {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int w = 0; w < 6; w++) {
        int at[3] = {i, j, k};
        int32_t way[4] = {corner(g, i, j, k)};
        for (int s = 0; s < 3; s++) {
            at[ways[w][s]]++;
            way[s + 1] = corner(g, at[0], at[1], at[2]);
        }
        int32_t* tet = g->tets + 4 * g->tet_count++;
        bool turned = w >= 3;
        tet[0] = way[0];
        tet[1] = way[1];
        tet[2] = turned ? way[3] : way[2];
        tet[3] = turned ? way[2] : way[3];
    }
}

static bool make_grid(grid* g) {
    size_t side = (size_t)g->across + 1, nodes = ((size_t)g->along + 1) * side * side;
    size_t cells = (size_t)g->along * (size_t)g->across * (size_t)g->across;
    g->nodes = malloc(nodes * sizeof *g->nodes);
    g->tets = malloc(cells * 24 * sizeof *g->tets);
    g->held = malloc(side * side * sizeof *g->held);
    if (g->nodes == NULL || g->tets == NULL || g->held == NULL)
        return false;
    double cell = WIDTH / g->across;
    for (int i = 0; i <= g->along; i++)
        for (int j = 0; j <= g->across; j++)
            for (int k = 0; k <= g->across; k++)
                g->nodes[g->node_count++] = (rv_vec3){cell * i, cell * j, cell * k};
    for (int i = 0; i < g->along; i++)
        for (int j = 0; j < g->across; j++)
            for (int k = 0; k < g->across; k++)
                fill_cell(g, i, j, k);
    // the nodes of the first layer come first
    for (int i = 0; i < (int)(side * side); i++)
        g->held[g->held_count++] = i;
    return true;
}

bool bar(bench_context* context) {
    const bar_def* bar = context->def;
    rv_world_def world_def = bench_world_def(context);
    world_def.sleep.enabled = false;
    context->h = 1e-3;
    context->world = rv_world_create(&world_def, NULL, 0);
    grid g = {.along = 4 * bar->cells, .across = bar->cells};
    bool made = context->world != NULL && make_grid(&g);
    if (made) {
        rv_solid_def def = rv_solid_def_default();
        def.nodes = g.nodes;
        def.node_count = g.node_count;
        def.tets = g.tets;
        def.tet_count = g.tet_count;
        def.model = bar->model;
        def.held = g.held;
        def.held_count = g.held_count;
        made = rv_solid_is_valid(context->world, rv_solid_create(context->world, &def));
    }
    free(g.nodes);
    free(g.tets);
    free(g.held);
    return made;
}
