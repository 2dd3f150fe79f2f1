// What splitting (strand_split.c) and the other changes of segments (strand_adapt.c) share.
#ifndef REEVE_MODEL_STRAND_ADAPT_H
#define REEVE_MODEL_STRAND_ADAPT_H

#include "model/strand.h"

// what a link beside a segment was before a change: its other side, gap and twist
typedef struct rv_link_hold {
    bool is; // there is a link, and it holds
    rv_vec3 point, gap;
    bool pinned;  // it holds no direction
    rv_quat axes; // of the other side; pinned: of the segment
    double twist, length;
    rv_bend_held bending;
} rv_link_hold;

// side 0: the link before the segment, 1: behind it
rv_link_hold rv_link_hold_of(const rv_world* world, const rv_cable* cable, const rv_link* link,
                             int side);
// a link whose gap and twist become s times what they were
void rv_link_scale(rv_link* link, const rv_link_hold* h, double s);
// its twist goes on from here
void rv_link_set_twist(rv_link* link, double twist);
int rv_strand_link_index(const rv_world* world, const rv_strand* strand, const rv_link* link);
// room for a segment k and a link in the lists; those behind move
void rv_strand_insert_place(rv_world* world, rv_strand* strand, int k, int link);
// the points of the links beside segment k are its ends
void rv_strand_join_points(rv_world* world, const rv_strand* strand, int k);
// mass, inertia and shape for this length
void rv_segment_set_length(rv_world* world, const rv_cable* cable, rv_body* body, double length);
void rv_segment_set_place(rv_body* body, rv_vec3 x, rv_quat q);

#endif
