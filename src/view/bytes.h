// Numbers as little-endian bytes: what frames, requests, recordings and VTK files are made of.
#ifndef REEVE_VIEW_BYTES_H
#define REEVE_VIEW_BYTES_H

#include <stdint.h>
#include <string.h>

// The lowest `count` bytes (<= 8) of a number; each returns what follows.
static inline uint8_t* rv_bytes_put(uint8_t* to, uint64_t number, int count) {
    for (int i = 0; i < count; i++)
        to[i] = (uint8_t)(number >> 8 * i);
    return to + count;
}

static inline uint64_t rv_bytes_get(const uint8_t* from, int count) {
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint64_t)from[i] << 8 * i;
    return number;
}

static inline uint8_t* rv_bytes_put_u32(uint8_t* to, uint32_t number) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(to, &number, sizeof number); // one store instead of four: frames are made of these
    return to + sizeof number;
#else
    return rv_bytes_put(to, number, 4);
#endif
}

static inline uint8_t* rv_bytes_put_f32(uint8_t* to, double number) {
    float single = (float)number;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return rv_bytes_put_u32(to, bits);
}

static inline uint8_t* rv_bytes_put_f64(uint8_t* to, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return rv_bytes_put(to, bits, sizeof bits);
}

static inline double rv_bytes_get_f64(const uint8_t* from) {
    uint64_t bits = rv_bytes_get(from, sizeof bits);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

#endif
