// Distance between words: insertions, deletions, substitutions and swaps of neighbours
// (restricted Damerau-Levenshtein), with letter case ignored. Words that are too long or too far
// away get no suggestion: a wrong one is worse than none.
#include "scene/nearest.h"

#include <string.h>

// longer words are not worth a suggestion
enum { WORD_MAX = 40 };

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static int word_distance(const char* a, const char* b) {
    int rows = (int)strlen(a), columns = (int)strlen(b);
    // d[i][j]: the distance between the first i letters of a and the first j of b
    int d[WORD_MAX + 1][WORD_MAX + 1];
    for (int i = 0; i <= rows; i++)
        d[i][0] = i;
    for (int j = 0; j <= columns; j++)
        d[0][j] = j;
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            int differs = lower(a[i - 1]) != lower(b[j - 1]);
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + differs);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2])
                && lower(a[i - 2]) == lower(b[j - 1]))
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[rows][columns];
}

rv_scene_nearest rv_scene_nearest_begin(const char* word) {
    // one slip in a short word, a third of a long one: further away it is another word
    int length = (int)strlen(word);
    int allowed = length <= 3 ? 1 : length <= 5 ? 2 : length / 3;
    return (rv_scene_nearest){word, NULL, (length > WORD_MAX ? -1 : allowed) + 1};
}

void rv_scene_nearest_try(rv_scene_nearest* nearest, const char* candidate) {
    if (nearest->distance <= 0 || strlen(candidate) > WORD_MAX)
        return;
    int distance = word_distance(nearest->word, candidate);
    // a word that shares no letter is no suggestion
    if (distance < nearest->distance && distance < (int)strlen(candidate)) {
        nearest->best = candidate;
        nearest->distance = distance;
    }
}
