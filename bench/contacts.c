// Contact scenarios: stacks, and piles as validation builds them. Nothing sleeps: what is timed is
// what contacts cost.
#include "bench/contacts.h"

#include "validation/contact.h"

#include <stdio.h>

static const double H = 1.0 / 60.0;

static bool begin(bench_context* context) {
    rv_world_def def = bench_world_def(context);
    def.sleep.enabled = false;
    context->h = H;
    context->world = rv_world_create(&def, NULL, 0);
    return context->world != NULL;
}

bool stack(bench_context* context) {
    if (!begin(context))
        return false;
    rv_material material = contact_material(0.5, 0.0);
    contact_plane(context->world, rv_quat_identity(), material);
    rv_shape_def box = contact_box((rv_vec3){0.25, 0.25, 0.25}, material);
    for (int i = 0; i < (int)context->size; i++)
        contact_body(context->world, &box, contact_at(0, 0, 0.25 + 0.5 * i), 0.0);
    return true;
}

// `steps`: how long it has fallen and settled before the clock runs
static bool pile_after(bench_context* context, int steps) {
    if (!begin(context))
        return false;
    contact_pile(context->world, (int)context->size);
    contact_run(context->world, H, steps);
    return true;
}

bool pile(bench_context* context) {
    return pile_after(context, context->size > 200.0 ? 300 : 180);
}

bool pile_fresh(bench_context* context) {
    return pile_after(context, 30);
}

void contact_note(const bench_context* context, char* buffer, size_t bytes) {
    rv_report r = rv_world_report(context->world);
    snprintf(buffer, bytes, "%d contact points, %d iterations, residual %.0e", r.contact_count,
             r.contact_iterations, r.contact_residual);
}
