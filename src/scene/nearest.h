// "Did you mean ...?": the word of a list that is closest to a misspelt or abbreviated one. Used for keys,
// choices, names and quantities of scenes, and by the command for its subcommands, options and
// scenes. Begin with the misspelt word, try every candidate, read `best`.
#ifndef REEVE_SCENE_NEAREST_H
#define REEVE_SCENE_NEAREST_H

// Feed candidates one by one; `best` is the closest so far, NULL if none is close enough.
typedef struct rv_scene_nearest {
    const char* word;
    const char* best;
    int allowed;  // slips; < 0: nothing is suggested
    int distance; // of `best`
} rv_scene_nearest;

rv_scene_nearest rv_scene_nearest_begin(const char* word);
void rv_scene_nearest_try(rv_scene_nearest* nearest, const char* candidate);

#endif
