// What happens to cables of segments: whether they are taut, breaking and cutting.
#include "model/rod.h"
#include "model/strand.h"

#include <math.h>

static double length_of(const rv_world* world, const rv_strand* strand) {
    const double* lengths = rv_strand_lengths(world, strand);
    double sum = 0.0;
    for (int k = 1; k <= strand->segment_count; k++)
        sum += lengths[k];
    return sum;
}

// the largest tension, and the link that has it; < 0: none
static double largest_tension(const rv_world* world, const rv_strand* strand, int* at) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* links = rv_strand_links(world, strand);
    double largest = -INFINITY;
    *at = -1;
    for (int k = 0; k < strand->link_count; k++) {
        const double* f = rv_link_forces(world, strand, k);
        rv_vec3 force = rv_vec3_load(f);
        // the force is at least the tension: most links need no closer look
        if (!(rv_vec3_length(force) > largest))
            continue;
        rv_link_geometry g = rv_link_geometry_of(world, NULL, &links[k], cable->segments.bend);
        double tension = rv_link_tension(&g, f);
        if (tension > largest) {
            largest = tension;
            *at = k;
        }
    }
    return largest;
}

double rv_strands_largest_tension(const rv_world* world, const rv_cable* cable) {
    double largest = -INFINITY;
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        largest = fmax(largest, rv_path_largest_tension(world, &world->cables.data[b]));
    for (int s = 0, at; s < cable->strand_count; s++)
        largest = fmax(largest, largest_tension(world, rv_cable_strands(world, cable) + s, &at));
    return largest > -INFINITY ? largest : 0.0;
}

static double first_tension(const rv_world* world, const rv_strand* strand) {
    if (strand->link_count == 0)
        return 0.0;
    rv_link_geometry g = rv_link_geometry_of(world, NULL, rv_strand_links(world, strand),
                                             world->cables.data[strand->cable].segments.bend);
    return rv_link_tension(&g, rv_link_forces(world, strand, 0));
}

rv_peak rv_strand_tensions(const rv_world* world, const rv_strand* strand) {
    int at;
    double largest = largest_tension(world, strand, &at);
    return (rv_peak){true, largest, first_tension(world, strand), at};
}

rv_peak rv_strands_peak(const rv_world* world, const rv_cable* cable) {
    rv_peak peak = {.largest = -INFINITY};
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        peak.largest = fmax(peak.largest, rv_path_peak_tension(world, &world->cables.data[b]));
    for (int s = 0; s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        rv_peak own = rv_peak_of(strand->peak, rv_strand_tensions(world, strand));
        peak.first = s == 0 ? own.first : peak.first;
        peak.largest = fmax(peak.largest, own.largest);
    }
    peak.largest = peak.largest > -INFINITY ? peak.largest : 0.0;
    return peak;
}

double rv_strands_tension_at(const rv_world* world, const rv_cable* cable, int side) {
    const rv_strand* strand =
        rv_cable_strands(world, cable) + (side == 0 ? 0 : cable->strand_count - 1);
    if (strand->link_count == 0)
        return 0.0;
    int link = side == 0 ? 0 : strand->link_count - 1;
    rv_link_geometry g = rv_link_geometry_of(world, NULL, rv_strand_links(world, strand) + link,
                                             cable->segments.bend);
    return rv_link_tension(&g, rv_link_forces(world, strand, link));
}

static void break_link(rv_world* world, const rv_strand* strand, int link) {
    double* f = rv_link_forces(world, strand, link);
    rv_strand_links(world, strand)[link].broken = true;
    for (int i = 0; i < RV_LINK_ROWS; i++)
        f[i] = 0.0;
}

void rv_strands_publish(rv_world* world, rv_cable* cable) {
    bool taut = true;
    for (int s = 0; s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        rv_peak peak = {.at = -1};
        if (cable->breaking_load < INFINITY)
            peak = rv_peak_of(strand->peak, rv_strand_tensions(world, strand));
        if (peak.at >= 0 && peak.largest > cable->breaking_load) {
            break_link(world, strand, peak.at);
            cable->state = RV_CABLE_BROKEN;
            cable->broken_node = strand->node;
            cable->broken_tension = peak.largest;
            cable->events |= 1u << RV_CABLE_EVENT_BROKEN;
        }
        rv_vec3 chord =
            rv_vec3_sub(rv_strand_end(world, strand, 1), rv_strand_end(world, strand, 0));
        taut &= rv_vec3_length(chord) >= RV_TAUT_SHARE * length_of(world, strand);
    }
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        if (world->cables.data[b].state == RV_CABLE_BROKEN)
            cable->state = RV_CABLE_BROKEN;
    if (cable->state != RV_CABLE_BROKEN)
        cable->state = taut ? RV_CABLE_TAUT : RV_CABLE_SLACK;
}

double rv_strands_length(const rv_world* world, const rv_cable* cable) {
    double sum = 0.0;
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        sum += rv_cable_material(world, &world->cables.data[b]);
    for (int s = 0; s < cable->strand_count; s++)
        sum += length_of(world, rv_cable_strands(world, cable) + s);
    return sum;
}

double rv_strands_path_length(const rv_world* world, const rv_cable* cable) {
    double sum = 0.0;
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        sum += rv_path_length(world, &world->cables.data[b]);
    for (int s = 0; s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        sum += length_of(world, strand);
        const rv_link* links = rv_strand_links(world, strand);
        for (int k = 0; k < strand->link_count; k++) {
            rv_link_geometry g = rv_link_geometry_of(world, NULL, &links[k], cable->segments.bend);
            sum += rv_vec3_dot(g.gap, g.along);
        }
    }
    return sum;
}

double rv_strands_twist(const rv_world* world, const rv_cable* cable) {
    double sum = 0.0;
    for (int s = 0; s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        const rv_link* links = rv_strand_links(world, strand);
        for (int k = 0; k < strand->link_count; k++)
            if (links[k].holds_twist)
                sum += rv_link_geometry_of(world, NULL, &links[k], cable->segments.bend).twist;
    }
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        sum += world->cables.data[b].has_twist ? world->cables.data[b].twist : 0.0;
    return sum;
}

// a point of the line through the joints, with the tension behind it
typedef struct point_sink {
    rv_vec3* points;
    double* tension;
    int count, capacity;
} point_sink;

static void put_point(point_sink* sink, rv_vec3 at, double tension) {
    if (sink->count < sink->capacity) {
        sink->points[sink->count] = at;
        if (sink->tension != NULL)
            sink->tension[sink->count] = tension;
    }
    sink->count++;
}

static int strand_points(const rv_world* world, const rv_strand* strand, rv_vec3* points,
                         double* tension, int capacity) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* links = rv_strand_links(world, strand);
    point_sink sink = {points, tension, 0, capacity};
    double last = 0.0;
    if (!strand->held[0])
        put_point(&sink, rv_strand_end(world, strand, 0), 0.0);
    for (int k = 0; k < strand->link_count; k++) {
        rv_link_geometry g = rv_link_geometry_of(world, NULL, &links[k], cable->segments.bend);
        if (links[k].broken) {
            put_point(&sink, g.point[0], 0.0);
            put_point(&sink, (rv_vec3){NAN, NAN, NAN}, 0.0);
            put_point(&sink, g.point[1], 0.0);
            continue;
        }
        last = rv_link_tension(&g, rv_link_forces(world, strand, k));
        put_point(&sink, rv_vec3_scale(rv_vec3_add(g.point[0], g.point[1]), 0.5), last);
    }
    if (!strand->held[1])
        put_point(&sink, rv_strand_end(world, strand, 1), last);
    return sink.count;
}

int rv_strands_points(const rv_world* world, const rv_cable* cable, double step,
                      const rv_points_out* out) {
    int count = 0;
    for (rv_cable_part part = RV_CABLE_PART_START; rv_cable_next_part(world, cable, &part);) {
        int room = out->capacity > count ? out->capacity - count : 0;
        rv_vec3* points = room > 0 ? out->points + count : NULL;
        double* tension = room > 0 && out->tension != NULL ? out->tension + count : NULL;
        if (part.bridge >= 0)
            count += rv_path_points(world, &world->cables.data[part.bridge], step,
                                    &(rv_points_out){points, tension, room});
        else
            count += strand_points(world, rv_cable_strands(world, cable) + part.strand, points,
                                   tension, room);
    }
    return count;
}

bool rv_cable_cut_at(rv_world* world, rv_cable_id id, double at) {
    rv_call_begin(world);
    rv_cable* cable = rv_world_cable(world, id);
    if (!RV_CHECK(world, cable != NULL, "rv_cable_cut_at: no such cable")
        || !RV_CHECK(world, !world->stepping, "rv_cable_cut_at: not callable during a step")
        || !RV_CHECK(world, cable->strand_count > 0 || cable->rod_count > 0,
                     "rv_cable_cut_at: a massless cable has no place to cut; use rv_cable_cut"))
        return false;
    double length =
        cable->rod_count > 0 ? rv_rods_length(world, cable) : rv_strands_length(world, cable);
    if (!RV_CHECK(world, at >= 0.0 && at <= length,
                  "rv_cable_cut_at: at = %g m: must be in [0, length = %g m]", at, length))
        return false;
    if (cable->rod_count > 0)
        return rv_rods_cut_at(world, cable, at);
    double place = 0.0, nearest = INFINITY;
    const rv_strand* found = NULL;
    int link = -1;
    for (rv_cable_part part = RV_CABLE_PART_START; rv_cable_next_part(world, cable, &part);) {
        if (part.bridge >= 0) {
            place += rv_cable_material(world, &world->cables.data[part.bridge]);
            continue;
        }
        const rv_strand* strand = rv_cable_strands(world, cable) + part.strand;
        const double* lengths = rv_strand_lengths(world, strand);
        for (int i = 0; i <= strand->segment_count; i++) {
            // the link behind segment i, if there is one
            int k = i - (strand->held[0] ? 0 : 1);
            place += lengths[i];
            if (k < 0 || k >= strand->link_count || !(fabs(place - at) < nearest))
                continue;
            nearest = fabs(place - at);
            found = strand;
            link = k;
        }
    }
    if (!RV_CHECK(world, found != NULL, "rv_cable_cut_at: the cable has no joint to cut"))
        return false;
    rv_world_wake(world, rv_strand_bodies(world, found), found->segment_count + 2);
    break_link(world, found, link);
    cable->state = RV_CABLE_BROKEN;
    return true;
}
