// The elements of a solid: made from a mesh, and its mass.
#include "model/fem_private.h"

#include <string.h>

// --- middles of edges ---

// neighbours with larger numbers, of each corner; made unique in place
typedef struct edge_lists {
    RV_ARRAY(int) first; // by corner, one more than there are
    RV_ARRAY(int) count; // by corner
    RV_ARRAY(int) other;
} edge_lists;

static void edge_of(const int32_t* tet, int edge, int* low, int* high) {
    int a = tet[fem_edge_corners[edge][0]], b = tet[fem_edge_corners[edge][1]];
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

// sorts a list and drops what repeats
static int make_unique(int* list, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int here = list[i], k = kept;
        while (k > 0 && list[k - 1] > here)
            k--;
        if (k > 0 && list[k - 1] == here)
            continue;
        memmove(list + k + 1, list + k, (size_t)(kept - k) * sizeof *list);
        list[k] = here;
        kept++;
    }
    return kept;
}

static bool list_edges(rv_memory* memory, edge_lists* l, const rv_fem* fem, const int32_t* tets) {
    int n = fem->corner_count, low, high;
    if (!rv_array_resize(memory, &l->first, n + 1) || !rv_array_resize(memory, &l->count, n + 1)
        || !rv_array_resize(memory, &l->other, 6 * fem->tet_count))
        return false;
    for (int t = 0; t < fem->tet_count; t++)
        for (int e = 0; e < 6; e++) {
            edge_of(tets + 4 * t, e, &low, &high);
            l->first.data[low + 1]++;
        }
    for (int i = 0; i < n; i++)
        l->first.data[i + 1] += l->first.data[i];
    for (int t = 0; t < fem->tet_count; t++)
        for (int e = 0; e < 6; e++) {
            edge_of(tets + 4 * t, e, &low, &high);
            l->other.data[l->first.data[low] + l->count.data[low]++] = high;
        }
    for (int i = 0; i < n; i++)
        l->count.data[i] = make_unique(l->other.data + l->first.data[i], l->count.data[i]);
    return true;
}

// nodes in the middle of edges; l->count becomes the node of the first edge of each corner
static bool number_edges(rv_memory* memory, edge_lists* l, rv_fem* fem) {
    int edges = 0;
    for (int i = 0; i < fem->corner_count; i++)
        edges += l->count.data[i];
    fem->node_count = fem->corner_count + edges;
    if (!rv_array_resize(memory, &fem->rest, fem->node_count)
        || !rv_array_resize(memory, &fem->edges, 2 * edges))
        return false;
    int edge = 0;
    for (int i = 0; i < fem->corner_count; i++) {
        int count = l->count.data[i];
        l->count.data[i] = fem->corner_count + edge;
        for (int k = 0; k < count; k++, edge++) {
            int j = l->other.data[l->first.data[i] + k];
            fem->edges.data[2 * edge] = i;
            fem->edges.data[2 * edge + 1] = j;
            fem->rest.data[fem->corner_count + edge] =
                rv_vec3_scale(rv_vec3_add(fem->rest.data[i], fem->rest.data[j]), 0.5);
        }
    }
    return true;
}

static int node_of_edge(const edge_lists* l, int low, int high) {
    const int* other = l->other.data + l->first.data[low];
    int k = 0;
    while (other[k] != high)
        k++;
    return l->count.data[low] + k;
}

static bool make_edges(rv_memory* memory, rv_fem* fem, const int32_t* tets) {
    edge_lists l = {0};
    bool fine = list_edges(memory, &l, fem, tets) && number_edges(memory, &l, fem);
    for (int t = 0; fine && t < fem->tet_count; t++)
        for (int e = 0, low, high; e < 6; e++) {
            edge_of(tets + 4 * t, e, &low, &high);
            fem->tets.data[RV_FEM_NODES * t + 4 + e] = node_of_edge(&l, low, high);
        }
    rv_array_free(memory, &l.first);
    rv_array_free(memory, &l.count);
    rv_array_free(memory, &l.other);
    return fine;
}

// --- elements ---

// volume and gradients of the barycentric coordinates: rows of the inverse of the edge matrix
static void measure(rv_fem* fem, int t) {
    const int32_t* tet = fem_tet(fem, t);
    rv_vec3 x[4], edge[3], *g = fem->gradients.data + 4 * (size_t)t;
    for (int a = 0; a < 4; a++)
        x[a] = fem->rest.data[tet[a]];
    for (int a = 0; a < 3; a++)
        edge[a] = rv_vec3_sub(x[a + 1], x[0]);
    double six = rv_vec3_dot(edge[0], rv_vec3_cross(edge[1], edge[2]));
    for (int a = 0; a < 3; a++)
        g[a + 1] = rv_vec3_scale(rv_vec3_cross(edge[(a + 1) % 3], edge[(a + 2) % 3]), 1.0 / six);
    g[0] = rv_vec3_neg(rv_vec3_add(g[1], rv_vec3_add(g[2], g[3])));
    fem->volumes.data[t] = six / 6.0;
}

// gradients and volumes once more, four elements at a time
static bool make_groups(rv_memory* memory, rv_fem* fem) {
    int groups = (fem->tet_count + RV_FEM_LANES - 1) / RV_FEM_LANES;
    if (!rv_array_resize(memory, &fem->groups, groups))
        return false;
    for (int k = 0; k < RV_FEM_LANES * groups; k++) {
        int t = k < fem->tet_count ? k : fem->tet_count - 1, lane = k % RV_FEM_LANES;
        rv_fem_group* group = &fem->groups.data[k / RV_FEM_LANES];
        for (int a = 0; a < 4; a++) {
            rv_vec3 g = fem->gradients.data[4 * (size_t)t + (size_t)a];
            group->gradients[a][0][lane] = g.x;
            group->gradients[a][1][lane] = g.y;
            group->gradients[a][2][lane] = g.z;
        }
        group->volume[lane] = fem->volumes.data[t];
    }
    return true;
}

bool rv_fem_make(rv_memory* memory, rv_fem* fem, const rv_vec3* nodes, int node_count,
                 const int32_t* tets, int tet_count, int order, const rv_material* material) {
    fem->order = order;
    fem->corner_count = fem->node_count = node_count;
    fem->tet_count = tet_count;
    fem->tet_nodes = order == 1 ? 4 : RV_FEM_NODES;
    fem->density = material->density;
    double nu = material->poisson, E = material->young;
    fem->lambda = E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
    fem->mu = E / (2.0 * (1.0 + nu));
    if (tet_count > INT32_MAX / RV_FEM_PAIRS || !rv_array_resize(memory, &fem->rest, node_count)
        || !rv_array_resize(memory, &fem->tets, fem->tet_nodes * tet_count)
        || !rv_array_resize(memory, &fem->gradients, 4 * tet_count)
        || !rv_array_resize(memory, &fem->volumes, tet_count))
        return false;
    memcpy(fem->rest.data, nodes, (size_t)node_count * sizeof *nodes);
    for (int t = 0; t < tet_count; t++)
        memcpy(fem->tets.data + (size_t)t * (size_t)fem->tet_nodes, tets + 4 * (size_t)t,
               4 * sizeof *tets);
    for (int t = 0; t < tet_count; t++)
        measure(fem, t);
    return make_groups(memory, fem) && (order == 1 || make_edges(memory, fem, tets));
}

void rv_fem_free(rv_memory* memory, rv_fem* fem) {
    rv_array_free(memory, &fem->rest);
    rv_array_free(memory, &fem->tets);
    rv_array_free(memory, &fem->gradients);
    rv_array_free(memory, &fem->volumes);
    rv_array_free(memory, &fem->groups);
    rv_array_free(memory, &fem->edges);
    *fem = (rv_fem){0};
}

// --- mass ---

rv_mass_properties rv_fem_mass_properties(const rv_fem* fem) {
    rv_mass_properties m = {0};
    rv_vec3 moment = {0.0, 0.0, 0.0};
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        double mass = fem->density * fem->volumes.data[t];
        m.mass += mass;
        for (int a = 0; a < 4; a++)
            moment = rv_vec3_mul_add(moment, mass / 4.0, fem->rest.data[tet[a]]);
    }
    m.center = rv_vec3_scale(moment, 1.0 / m.mass);
    // second moments about the centre: of linear shapes, exact
    rv_mat3 second = rv_mat3_zero();
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        double share = fem->density * fem->volumes.data[t] / 20.0;
        rv_vec3 sum = {0.0, 0.0, 0.0};
        for (int a = 0; a < 4; a++) {
            rv_vec3 r = rv_vec3_sub(fem->rest.data[tet[a]], m.center);
            sum = rv_vec3_add(sum, r);
            second = rv_mat3_add(second, rv_mat3_scale(rv_mat3_outer(r, r), share));
        }
        second = rv_mat3_add(second, rv_mat3_scale(rv_mat3_outer(sum, sum), share));
    }
    double trace = second.m[0][0] + second.m[1][1] + second.m[2][2];
    m.inertia = rv_mat3_sub(rv_mat3_diagonal(trace, trace, trace), second);
    return m;
}

void rv_fem_mass_multiply(const rv_fem* fem, rv_fem_mass kind, const double* x, double* y) {
    memset(y, 0, 3 * (size_t)fem->node_count * sizeof *y);
    double share[RV_FEM_NODES][RV_FEM_NODES];
    for (int a = 0; a < fem->tet_nodes; a++)
        for (int b = 0; b < fem->tet_nodes; b++)
            share[a][b] = fem_mass_share(fem, kind, a, b);
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        double mass = fem->density * fem->volumes.data[t];
        for (int a = 0; a < fem->tet_nodes; a++) {
            rv_vec3 sum = rv_vec3_load(y + 3 * tet[a]);
            for (int b = 0; b < fem->tet_nodes; b++)
                if (share[a][b] != 0.0)
                    sum = rv_vec3_mul_add(sum, mass * share[a][b], rv_vec3_load(x + 3 * tet[b]));
            rv_vec3_store(y + 3 * tet[a], sum);
        }
    }
}

void rv_fem_add_load(const rv_fem* fem, rv_fem_mass kind, rv_vec3 acceleration, double* f) {
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        double mass = fem->density * fem->volumes.data[t];
        for (int a = 0; a < fem->tet_nodes; a++) {
            double* at = f + 3 * tet[a];
            double share = mass * fem_load_share(fem, kind, a);
            rv_vec3_store(at, rv_vec3_mul_add(rv_vec3_load(at), share, acceleration));
        }
    }
}
