// Lists that grow: the one way in which the viewer gets memory for them.
#ifndef REEVE_VIEW_LIST_H
#define REEVE_VIEW_LIST_H

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { RV_LIST_FIRST = 16 }; // elements of the first allocation

// Makes room for `count` elements of `size` bytes; false without memory, and then nothing changed.
// `array` is the address of the pointer to the elements; its type is not known here, so it is
// copied.
static inline bool rv_list_reserve(void* array, int* capacity, int count, size_t size) {
    if (count <= *capacity)
        return true;
    int larger = *capacity > 0 ? *capacity : RV_LIST_FIRST;
    while (larger < count)
        larger = larger <= INT_MAX / 2 ? 2 * larger : count;
    void* data;
    memcpy(&data, array, sizeof data);
    void* moved = realloc(data, (size_t)larger * size);
    if (moved == NULL)
        return false;
    memcpy(array, &moved, sizeof moved);
    *capacity = larger;
    return true;
}

// `array_` is a pointer, `capacity_` an int beside it
#define RV_LIST_RESERVE(array_, capacity_, count_)                                                 \
    rv_list_reserve(&(array_), &(capacity_), (count_), sizeof *(array_))

#endif
