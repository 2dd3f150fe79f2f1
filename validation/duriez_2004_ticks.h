// The clip as a tool that comes to a tube: what a haptic tick is told of its contacts.
#ifndef REEVE_VALIDATION_DURIEZ_2004_TICKS_H
#define REEVE_VALIDATION_DURIEZ_2004_TICKS_H

#include "step/haptic_contact.h"
#include "validation/duriez_2004_snap.h"

enum { DURIEZ_POINTS = 128 }; // room that a model must have

// The pose of the clip for a tube that stands along z at the origin, at a place y of the tube in
// the clip's frame.
rv_pose duriez_clip_at(double y);
// Writes the next model: the nodes that are nearer than 0.5 mm, as a snap has them at y.
void duriez_publish(rv_haptic_model* model, const duriez_snap* snap, double y);
// The same for a tube anywhere in the clip's frame, along the axis that the snap has.
rv_pose duriez_clip_for(rv_vec3 tube);
void duriez_publish_for(rv_haptic_model* model, const duriez_snap* snap, rv_vec3 tube);

// How far the last ticks before the updates are from them, along x, y and z: figure 6 itself.
void duriez_axes(validation* v, const duriez_clips* clips);
// How long things take: section 5.3.
void duriez_times(validation* v);

#endif
