// Random numbers that are the same on every machine: splitmix64 (Steele, Lea, Flood 2014), begun
// from a hash of kind, model and number, so that a new kind changes no other one.
#include "machines.h"

static uint64_t next(draw* d) {
    uint64_t z = d->state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// FNV-1a
static uint64_t hash_text(uint64_t hash, const char* text) {
    for (const char* c = text; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3ull;
    return (hash ^ 0xff) * 0x100000001b3ull;
}

draw draw_begin(const char* kind, const char* model, uint64_t number) {
    draw d = {.state = hash_text(hash_text(0xcbf29ce484222325ull, kind), model)};
    d.state ^= next(&(draw){.state = number});
    return d;
}

double draw_share(draw* d) {
    return (double)(next(d) >> 11) * 0x1p-53;
}

double draw_in(draw* d, double low, double high) {
    return low + (high - low) * draw_share(d);
}

double draw_log(draw* d, double low, double high) {
    return rv_exp(draw_in(d, rv_log(low), rv_log(high)));
}

bool draw_chance(draw* d, double probability) {
    return draw_share(d) < probability;
}

int draw_below(draw* d, int count) {
    return (int)(draw_share(d) * count);
}

rv_vec3 draw_vec(draw* d, double size) {
    double x = draw_in(d, -size, size), y = draw_in(d, -size, size);
    return vec(x, y, draw_in(d, -size, size));
}
