// The texts of the protocol: what there is to see, as JSON (docs/viewer.md).
#ifndef REEVE_VIEW_DESCRIBE_H
#define REEVE_VIEW_DESCRIBE_H

#include "reeve/viewer.h"
#include "view/camera.h"

// what a description is made of; texts are JSON made below, NULL: an empty list
typedef struct rv_description {
    const rv_world* world;
    const rv_drawing* drawing;
    rv_camera camera;
    const rv_viewer_content* content; // its names and functions
    const char* numbers;
    const char* controls;
    const char* gallery;
    const uint8_t* looks; // of the shapes, while it is written; private
} rv_description;

// Each returns a text to be freed by the caller; NULL without memory.
char* rv_describe_numbers(const rv_viewer_number* numbers, int count);
char* rv_describe_controls(const rv_viewer_control* controls, int count);
char* rv_describe_gallery(const rv_viewer_scene* scenes, int count);
char* rv_describe_notice(const char* text);
// The part that tells whether anything has changed: all keys but "type" and "scene".
char* rv_describe_scene(const rv_description* description);
// The whole message: the part, with its number.
char* rv_describe_message(const char* scene, uint32_t number);

#endif
