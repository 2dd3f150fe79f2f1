// Encodes frames: see frame.h. A first pass adds up lengths, the second writes; each section says
// its length in one place, so that the two cannot disagree.
#include "view/frame.h"

#include "view/bytes.h"

enum { HEADER_BYTES = 48, SECTION_HEADER_BYTES = 8, ALIGNMENT = 8, REPORT_NUMBERS = 9 };

static const uint32_t FRAME_MAGIC = 0x31465652u; // "RVF1" in the order of bytes

enum section {
    SECTION_BODIES = 1,
    SECTION_WHEELS,
    SECTION_CABLES,
    SECTION_FORCES,
    SECTION_NUMBERS,
    SECTION_ENERGY,
    SECTION_PROFILE,
    SECTION_HAND,
    SECTION_CONTACTS,
    SECTION_ASLEEP,
    SECTION_REPORT,
    SECTION_STRIPES,
    SECTION_SOLIDS,
    SECTION_MARKS,
    SECTION_END
};

static uint8_t* put_vec3(uint8_t* to, rv_vec3 v) {
    return rv_bytes_put_f32(rv_bytes_put_f32(rv_bytes_put_f32(to, v.x), v.y), v.z);
}

// --- sections -----------------------------------------------------------------------------------

static bool has_stripes(const rv_drawing* d) {
    for (int i = 0; i < d->cable_count; i++)
        if (rv_vec3_dot(d->cables[i].across, d->cables[i].across) > 0.0)
            return true;
    return false;
}

static size_t solids_bytes(const rv_drawing* d) {
    size_t bytes = 0;
    for (int i = 0; i < d->solid_count; i++)
        bytes += 12 * (size_t)d->solids[i].facets.vertex_count;
    return bytes;
}

// 0: the section is left out
static size_t section_bytes(const rv_frame* f, enum section section) {
    const rv_drawing* d = f->drawing;
    switch (section) {
    case SECTION_BODIES:
        return 28 * (size_t)d->body_count;
    case SECTION_WHEELS:
        return 4 * (size_t)d->wheel_count;
    case SECTION_CABLES:
        return 4 * (size_t)d->cable_count + 24 * (size_t)d->point_count;
    case SECTION_FORCES:
        return 28 * (size_t)d->force_count;
    case SECTION_NUMBERS:
        return 8 * (size_t)f->number_count;
    case SECTION_ENERGY:
        return 40;
    case SECTION_PROFILE:
        return 4 * (size_t)f->stage_count;
    case SECTION_HAND:
        return f->hand != NULL ? 36 : 0;
    case SECTION_CONTACTS:
        return 44 * (size_t)d->contact_count;
    case SECTION_ASLEEP:
        return d->asleep_count > 0 ? (size_t)d->body_count : 0;
    case SECTION_REPORT:
        return f->report != NULL ? 8 * REPORT_NUMBERS : 0;
    case SECTION_STRIPES:
        return has_stripes(d) ? 12 * (size_t)d->cable_count : 0;
    case SECTION_SOLIDS:
        return solids_bytes(d);
    case SECTION_MARKS:
        return 32 * (size_t)d->mark_count;
    case SECTION_END:
        break;
    }
    return 0;
}

static uint8_t* put_bodies(const rv_drawing* d, uint8_t* to) {
    for (int i = 0; i < d->body_count; i++) {
        rv_quat q = d->poses[i].rotation;
        to = put_vec3(to, d->poses[i].position);
        to = rv_bytes_put_f32(
            rv_bytes_put_f32(rv_bytes_put_f32(rv_bytes_put_f32(to, q.w), q.x), q.y), q.z);
    }
    return to;
}

static uint8_t* put_cables(const rv_drawing* d, uint8_t* to) {
    for (int i = 0; i < d->cable_count; i++)
        to = rv_bytes_put_u32(to, (uint32_t)d->cables[i].point_count);
    for (int i = 0; i < d->cable_count; i++) {
        const rv_drawing_cable* cable = &d->cables[i];
        for (int k = 0; k < cable->point_count; k++) {
            const rv_drawing_point* p = &d->points[cable->first_point + k];
            to = put_vec3(to, p->position);
            to = rv_bytes_put_f32(rv_bytes_put_f32(rv_bytes_put_f32(to, cable->radius), p->tension),
                                  p->twist);
        }
    }
    return to;
}

static uint8_t* put_contacts(const rv_drawing* d, uint8_t* to) {
    for (int i = 0; i < d->contact_count; i++) {
        const rv_drawing_contact* c = &d->contacts[i];
        to = rv_bytes_put_f32(put_vec3(put_vec3(to, c->point), c->normal), c->force);
        to = rv_bytes_put_u32(put_vec3(to, c->friction), (uint32_t)c->kind);
    }
    return to;
}

static uint8_t* put_marks(const rv_drawing* d, uint8_t* to) {
    for (int i = 0; i < d->mark_count; i++) {
        const rv_drawing_mark* mark = &d->marks[i];
        to = put_vec3(put_vec3(to, mark->position), mark->direction);
        to = rv_bytes_put_f32(rv_bytes_put_f32(to, mark->radius), mark->force);
    }
    return to;
}

static uint8_t* put_report(const rv_report* r, uint8_t* to) {
    const double numbers[REPORT_NUMBERS] = {
        r->pair_count,         r->contact_count,    r->contact_clusters, r->contact_iterations,
        r->contacts_unsettled, r->contact_residual, r->impacts,          r->motions_cut,
        r->asleep_count};
    for (int i = 0; i < REPORT_NUMBERS; i++)
        to = rv_bytes_put_f64(to, numbers[i]);
    return to;
}

static uint8_t* put_section(const rv_frame* f, enum section section, uint8_t* to) {
    const rv_drawing* d = f->drawing;
    switch (section) {
    case SECTION_BODIES:
        return put_bodies(d, to);
    case SECTION_WHEELS:
        for (int i = 0; i < d->wheel_count; i++)
            to = rv_bytes_put_f32(to, d->wheel_angles[i]);
        return to;
    case SECTION_CABLES:
        return put_cables(d, to);
    case SECTION_FORCES:
        for (int i = 0; i < d->force_count; i++)
            to = rv_bytes_put_u32(put_vec3(put_vec3(to, d->forces[i].point), d->forces[i].force),
                                  (uint32_t)d->forces[i].kind);
        return to;
    case SECTION_NUMBERS:
        for (int i = 0; i < f->number_count; i++)
            to = rv_bytes_put_f64(to, f->numbers[i]);
        return to;
    case SECTION_ENERGY:
        to = rv_bytes_put_f64(rv_bytes_put_f64(to, f->energy.kinetic), f->energy.gravitational);
        return rv_bytes_put_f64(
            rv_bytes_put_f64(rv_bytes_put_f64(to, f->energy.elastic), f->energy.work),
            f->energy.total);
    case SECTION_PROFILE:
        for (int i = 0; i < f->stage_count; i++)
            to = rv_bytes_put_f32(to, f->stage_seconds[i]);
        return to;
    case SECTION_HAND:
        to = put_vec3(put_vec3(to, rv_hand_point(f->hand)), f->hand->target);
        return put_vec3(to, rv_hand_force(f->hand));
    case SECTION_CONTACTS:
        return put_contacts(d, to);
    case SECTION_ASLEEP:
        for (int i = 0; i < d->body_count; i++)
            *to++ = d->asleep[i];
        return to;
    case SECTION_REPORT:
        return put_report(f->report, to);
    case SECTION_STRIPES:
        for (int i = 0; i < d->cable_count; i++)
            to = put_vec3(to, d->cables[i].across);
        return to;
    case SECTION_SOLIDS:
        for (int i = 0; i < d->solid_count; i++)
            for (int k = 0; k < d->solids[i].facets.vertex_count; k++)
                to = put_vec3(to, d->solids[i].facets.vertices[k]);
        return to;
    case SECTION_MARKS:
        return put_marks(d, to);
    case SECTION_END:
        break;
    }
    return to;
}

static size_t padded(size_t bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

// ------------------------------------------------------------------------------------------------

size_t rv_frame_bytes(const rv_frame* f) {
    size_t bytes = HEADER_BYTES;
    for (int s = 1; s < SECTION_END; s++) {
        size_t length = section_bytes(f, (enum section)s);
        bytes += length > 0 ? SECTION_HEADER_BYTES + padded(length) : 0;
    }
    return bytes;
}

static uint8_t* put_header(const rv_frame* f, uint32_t sections, uint8_t* to) {
    to = rv_bytes_put_u32(
        rv_bytes_put_u32(rv_bytes_put_u32(rv_bytes_put_u32(to, FRAME_MAGIC), f->number), f->scene),
        f->flags);
    to = rv_bytes_put_f64(rv_bytes_put_f64(to, f->time), f->steps);
    to = rv_bytes_put_f32(rv_bytes_put_f32(rv_bytes_put_f32(to, f->speed), f->reached),
                          f->step_seconds);
    return rv_bytes_put_u32(to, sections);
}

void rv_frame_write(const rv_frame* f, uint8_t* bytes) {
    uint32_t sections = 0;
    uint8_t* to = bytes + HEADER_BYTES;
    for (int s = 1; s < SECTION_END; s++) {
        size_t length = section_bytes(f, (enum section)s);
        if (length == 0)
            continue;
        sections++;
        to = rv_bytes_put_u32(rv_bytes_put_u32(to, (uint32_t)s), (uint32_t)length);
        to = put_section(f, (enum section)s, to);
        for (size_t i = length; i < padded(length); i++)
            *to++ = 0;
    }
    put_header(f, sections, bytes);
}
