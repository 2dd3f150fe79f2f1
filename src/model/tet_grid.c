// Grids of hexahedral cells cut into tetrahedra (Kuhn 1960): each of the six orders of the three
// directions is a way along edges of the cell from its lowest to its highest corner, and the four
// corners on the way are a tetrahedron. All six share that diagonal, and cells side by side cut the
// face between them alike.
// A mirrored cell counts the first direction backward. Beside one that is not, the cut of the face
// between them is the same, because both begin at the same corner of it.
#include "model/tet_mesh.h"

#include "reeve/math.h"

// six tetrahedra each: 120 MB of mesh, and twenty times what a solid takes
enum { CELLS_MAX = 1000000 };

int32_t rv_tet_grid_node(const rv_tet_grid* grid, int a, int b, int c) {
    int column = grid->closed ? a % grid->cells[0] : a;
    return (column * (grid->cells[1] + 1) + b) * (grid->cells[2] + 1) + c;
}

static void cut_cell(const rv_tet_grid* grid, const int cell[3], int32_t* tets) {
    // orders of the directions; the odd ones are left-handed
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    bool mirrored = cell[0] >= grid->mirrored_from;
    for (int i = 0; i < 6; i++, tets += 4) {
        int at[3] = {cell[0] + mirrored, cell[1], cell[2]};
        tets[0] = rv_tet_grid_node(grid, at[0], at[1], at[2]);
        for (int step = 0; step < 3; step++) {
            int axis = orders[i][step];
            at[axis] += mirrored && axis == 0 ? -1 : 1;
            tets[step + 1] = rv_tet_grid_node(grid, at[0], at[1], at[2]);
        }
        if ((i >= 3) != mirrored) {
            int32_t last = tets[3];
            tets[3] = tets[2];
            tets[2] = last;
        }
    }
}

static bool cells_are_valid(rv_tet_mesh* mesh, const rv_tet_grid* grid, const char* what) {
    const int* n = grid->cells;
    if (n[0] < 1 || n[1] < 1 || n[2] < 1)
        return rv_tet_mesh_fail(mesh, "%s = %d x %d x %d: must be at least 1 each", what, n[0],
                                n[1], n[2]);
    if (n[0] > CELLS_MAX || (int64_t)n[0] * n[1] > CELLS_MAX
        || (int64_t)n[0] * n[1] * n[2] > CELLS_MAX)
        return rv_tet_mesh_fail(mesh, "%s = %d x %d x %d: must be at most %d in all", what, n[0],
                                n[1], n[2], CELLS_MAX);
    return true;
}

bool rv_tet_grid_make(rv_tet_mesh* mesh, const rv_tet_grid* grid, const char* what,
                      rv_tet_place* place, const void* context) {
    if (!cells_are_valid(mesh, grid, what))
        return false;
    const int* n = grid->cells;
    int columns = grid->closed ? n[0] : n[0] + 1;
    if (!rv_tet_mesh_reserve(mesh, columns * (n[1] + 1) * (n[2] + 1), 6 * n[0] * n[1] * n[2]))
        return false;
    for (int a = 0; a < columns; a++)
        for (int b = 0; b <= n[1]; b++)
            for (int c = 0; c <= n[2]; c++)
                mesh->nodes[rv_tet_grid_node(grid, a, b, c)] = place(context, a, b, c);
    int32_t* tets = mesh->tets;
    for (int a = 0; a < n[0]; a++)
        for (int b = 0; b < n[1]; b++)
            for (int c = 0; c < n[2]; c++, tets += 24)
                cut_cell(grid, (const int[3]){a, b, c}, tets);
    return true;
}

bool rv_tet_grid_set(rv_tet_mesh* mesh, const rv_tet_grid* grid, const char* name, int axis,
                     int first, int columns) {
    // as long as all nodes: the set itself is copied to its own length
    rv_memory memory = rv_memory_make(mesh->allocator);
    size_t bytes = (size_t)mesh->node_count * sizeof(int32_t);
    int32_t* nodes = rv_memory_allocate(&memory, bytes);
    if (nodes == NULL)
        return rv_tet_mesh_fail(mesh, "not enough memory for %d nodes", mesh->node_count);
    int count = 0, low[3] = {0, 0, 0}, high[3];
    for (int i = 0; i < 3; i++)
        high[i] = grid->cells[i];
    high[0] -= grid->closed;
    low[axis] = first;
    high[axis] = first + columns - 1;
    for (int a = low[0]; a <= high[0]; a++)
        for (int b = low[1]; b <= high[1]; b++)
            for (int c = low[2]; c <= high[2]; c++)
                nodes[count++] = rv_tet_grid_node(grid, a, b, c);
    bool good = rv_tet_mesh_add_set(mesh, name, nodes, count);
    rv_memory_release(&memory, nodes, bytes);
    return good;
}
