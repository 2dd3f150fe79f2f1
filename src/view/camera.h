// Where a picture is taken from. The page and the stills share the first view, so both start here.
#ifndef REEVE_VIEW_CAMERA_H
#define REEVE_VIEW_CAMERA_H

#include "view/drawing.h"

typedef struct rv_camera {
    rv_vec3 eye, target, up;
    double field;      // vertical angle of view [rad]
    double ground;     // height along `up` at which the ground is drawn [m]
    bool ground_holds; // it is a plane of the world; else only drawn, and things may pass it
} rv_camera;

// A view that holds all of the drawing, from a little above and aside, for a picture that is
// `aspect` times as wide as high. `gravity` says where up is (zero: z). A level plane that never
// moves is the ground; of several, the highest.
rv_camera rv_camera_frame(const rv_drawing* drawing, rv_vec3 gravity, double aspect);
// Whether a shape of a body of the drawing is what the camera takes as the ground.
bool rv_camera_is_ground(const rv_camera* camera, const rv_drawing* drawing, int body, int shape);

#endif
