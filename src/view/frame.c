// Encodes frames: see frame.h. A first pass adds up lengths, the second writes; each section says
// its length in one place, so that the two cannot disagree.
#include "view/frame.h"

#include "view/bytes.h"

enum { HEADER_BYTES = 48, SECTION_HEADER_BYTES = 8, ALIGNMENT = 8, REPORT_NUMBERS = 9 };

static const uint32_t FRAME_MAGIC = 0x31465652u; // "RVF1" in the order of bytes

static uint8_t* put_vec3(uint8_t* to, rv_vec3 v) {
    return rv_bytes_put_f32(rv_bytes_put_f32(rv_bytes_put_f32(to, v.x), v.y), v.z);
}

// --- sections: how long each is, 0: it is left out; and what is in it ---------------------------

static size_t bodies_bytes(const rv_frame* f) {
    return 28 * (size_t)f->drawing->body_count;
}

static uint8_t* put_bodies(const rv_frame* f, uint8_t* to) {
    const rv_drawing* d = f->drawing;
    for (int i = 0; i < d->body_count; i++) {
        rv_quat q = d->poses[i].rotation;
        to = put_vec3(to, d->poses[i].position);
        to = rv_bytes_put_f32(
            rv_bytes_put_f32(rv_bytes_put_f32(rv_bytes_put_f32(to, q.w), q.x), q.y), q.z);
    }
    return to;
}

static size_t wheels_bytes(const rv_frame* f) {
    return 4 * (size_t)f->drawing->wheel_count;
}

static uint8_t* put_wheels(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->drawing->wheel_count; i++)
        to = rv_bytes_put_f32(to, f->drawing->wheel_angles[i]);
    return to;
}

static size_t cables_bytes(const rv_frame* f) {
    return 4 * (size_t)f->drawing->cable_count + 24 * (size_t)f->drawing->point_count;
}

static uint8_t* put_cables(const rv_frame* f, uint8_t* to) {
    const rv_drawing* d = f->drawing;
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

static size_t forces_bytes(const rv_frame* f) {
    return 28 * (size_t)f->drawing->force_count;
}

static uint8_t* put_forces(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->drawing->force_count; i++) {
        const rv_drawing_force* force = &f->drawing->forces[i];
        to = rv_bytes_put_u32(put_vec3(put_vec3(to, force->point), force->force),
                              (uint32_t)force->kind);
    }
    return to;
}

static size_t numbers_bytes(const rv_frame* f) {
    return 8 * (size_t)f->number_count;
}

static uint8_t* put_numbers(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->number_count; i++)
        to = rv_bytes_put_f64(to, f->numbers[i]);
    return to;
}

static size_t energy_bytes(const rv_frame* f) {
    (void)f;
    return 40;
}

static uint8_t* put_energy(const rv_frame* f, uint8_t* to) {
    to = rv_bytes_put_f64(rv_bytes_put_f64(to, f->energy.kinetic), f->energy.gravitational);
    return rv_bytes_put_f64(
        rv_bytes_put_f64(rv_bytes_put_f64(to, f->energy.elastic), f->energy.work), f->energy.total);
}

static size_t profile_bytes(const rv_frame* f) {
    return 4 * (size_t)f->stage_count;
}

static uint8_t* put_profile(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->stage_count; i++)
        to = rv_bytes_put_f32(to, f->stage_seconds[i]);
    return to;
}

static size_t hand_bytes(const rv_frame* f) {
    return f->hand != NULL ? 36 : 0;
}

static uint8_t* put_hand(const rv_frame* f, uint8_t* to) {
    to = put_vec3(put_vec3(to, rv_hand_point(f->hand)), f->hand->target);
    return put_vec3(to, rv_hand_force(f->hand));
}

static size_t contacts_bytes(const rv_frame* f) {
    return 44 * (size_t)f->drawing->contact_count;
}

static uint8_t* put_contacts(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->drawing->contact_count; i++) {
        const rv_drawing_contact* c = &f->drawing->contacts[i];
        to = rv_bytes_put_f32(put_vec3(put_vec3(to, c->point), c->normal), c->force);
        to = rv_bytes_put_u32(put_vec3(to, c->friction), (uint32_t)c->kind);
    }
    return to;
}

static size_t asleep_bytes(const rv_frame* f) {
    return f->drawing->asleep_count > 0 ? (size_t)f->drawing->body_count : 0;
}

static uint8_t* put_asleep(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->drawing->body_count; i++)
        *to++ = f->drawing->asleep[i];
    return to;
}

static size_t report_bytes(const rv_frame* f) {
    return f->report != NULL ? 8 * REPORT_NUMBERS : 0;
}

static uint8_t* put_report(const rv_frame* f, uint8_t* to) {
    const rv_report* r = f->report;
    const double numbers[REPORT_NUMBERS] = {
        r->pair_count,         r->contact_count,    r->contact_clusters, r->contact_iterations,
        r->contacts_unsettled, r->contact_residual, r->impacts,          r->motions_cut,
        r->asleep_count};
    for (int i = 0; i < REPORT_NUMBERS; i++)
        to = rv_bytes_put_f64(to, numbers[i]);
    return to;
}

// of all cables, where one has them
static size_t stripes_bytes(const rv_frame* f) {
    const rv_drawing* d = f->drawing;
    for (int i = 0; i < d->cable_count; i++)
        if (rv_vec3_dot(d->cables[i].across, d->cables[i].across) > 0.0)
            return 12 * (size_t)d->cable_count;
    return 0;
}

static uint8_t* put_stripes(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->drawing->cable_count; i++)
        to = put_vec3(to, f->drawing->cables[i].across);
    return to;
}

static size_t solids_bytes(const rv_frame* f) {
    size_t bytes = 0;
    for (int i = 0; i < f->drawing->solid_count; i++)
        bytes += 12 * (size_t)f->drawing->solids[i].facets.vertex_count;
    return bytes;
}

static uint8_t* put_solids(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->drawing->solid_count; i++) {
        const rv_facets* facets = &f->drawing->solids[i].facets;
        for (int k = 0; k < facets->vertex_count; k++)
            to = put_vec3(to, facets->vertices[k]);
    }
    return to;
}

static size_t marks_bytes(const rv_frame* f) {
    return 32 * (size_t)f->drawing->mark_count;
}

static uint8_t* put_marks(const rv_frame* f, uint8_t* to) {
    for (int i = 0; i < f->drawing->mark_count; i++) {
        const rv_drawing_mark* mark = &f->drawing->marks[i];
        to = put_vec3(put_vec3(to, mark->position), mark->direction);
        to = rv_bytes_put_f32(rv_bytes_put_f32(to, mark->radius), mark->force);
    }
    return to;
}

typedef struct section {
    size_t (*bytes)(const rv_frame* f);
    uint8_t* (*put)(const rv_frame* f, uint8_t* to);
} section;

// by the numbers that pages know them by, from 1 on
static const section SECTIONS[] = {
    [1] = {bodies_bytes, put_bodies},     [2] = {wheels_bytes, put_wheels},
    [3] = {cables_bytes, put_cables},     [4] = {forces_bytes, put_forces},
    [5] = {numbers_bytes, put_numbers},   [6] = {energy_bytes, put_energy},
    [7] = {profile_bytes, put_profile},   [8] = {hand_bytes, put_hand},
    [9] = {contacts_bytes, put_contacts}, [10] = {asleep_bytes, put_asleep},
    [11] = {report_bytes, put_report},    [12] = {stripes_bytes, put_stripes},
    [13] = {solids_bytes, put_solids},    [14] = {marks_bytes, put_marks},
};
enum { SECTIONS_END = sizeof SECTIONS / sizeof *SECTIONS };

static size_t padded(size_t bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

// ------------------------------------------------------------------------------------------------

size_t rv_frame_bytes(const rv_frame* f) {
    size_t bytes = HEADER_BYTES;
    for (int s = 1; s < SECTIONS_END; s++) {
        size_t length = SECTIONS[s].bytes(f);
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
    for (int s = 1; s < SECTIONS_END; s++) {
        size_t length = SECTIONS[s].bytes(f);
        if (length == 0)
            continue;
        sections++;
        to = rv_bytes_put_u32(rv_bytes_put_u32(to, (uint32_t)s), (uint32_t)length);
        to = SECTIONS[s].put(f, to);
        for (size_t i = length; i < padded(length); i++)
            *to++ = 0;
    }
    put_header(f, sections, bytes);
}
