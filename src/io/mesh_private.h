// What the readers of mesh files share: the mesh while it grows, the sentence about what is wrong,
// and words and numbers of text files. mesh_file.c opens and closes, mesh_text.c takes text apart,
// mesh_obj.c and mesh_stl.c know the formats.
#ifndef REEVE_IO_MESH_PRIVATE_H
#define REEVE_IO_MESH_PRIVATE_H

#include "core/memory.h"
#include "reeve/mesh_file.h"

// a piece of the file
typedef struct rv_mesh_word {
    const char* start;
    int length;
} rv_mesh_word;

typedef struct rv_mesh_reader {
    const char* name; // of the file; NULL: from memory
    const char* start;
    const char* at; // what comes next
    const char* end;
    long line;      // of `at`, from 1
    bool obj_lines; // '#' starts a comment, and a backslash at its end continues a line
    rv_memory memory;
    RV_ARRAY(rv_vec3) vertices;
    RV_ARRAY(int32_t) triangles; // three corners each
    char* error;                 // of rv_mesh_data
} rv_mesh_reader;

// the whole of a file; the mesh is in the reader. False: `error` is written.
bool rv_mesh_read_obj(rv_mesh_reader* reader);
bool rv_mesh_read_stl(rv_mesh_reader* reader);

// --- the mesh and what is wrong with it (mesh_file.c) ---

// false without memory, told
bool rv_mesh_add_vertex(rv_mesh_reader* reader, rv_vec3 position);
bool rv_mesh_add_triangle(rv_mesh_reader* reader, int32_t a, int32_t b, int32_t c);

#if defined(__GNUC__)
#define RV_MESH_FORMAT(format_, arguments_) __attribute__((format(printf, format_, arguments_)))
#else
#define RV_MESH_FORMAT(format_, arguments_)
#endif

// Each writes where and what, and returns false: "part.obj: ...", "part.obj:12: ..." and
// "part.stl: byte 96: ..."; from memory "...", "line 12: ..." and "byte 96: ...".
RV_MESH_FORMAT(2, 3)
bool rv_mesh_fail(rv_mesh_reader* reader, const char* format, ...);
RV_MESH_FORMAT(2, 3)
bool rv_mesh_fail_line(rv_mesh_reader* reader, const char* format, ...);
RV_MESH_FORMAT(3, 4)
bool rv_mesh_fail_byte(rv_mesh_reader* reader, size_t byte, const char* format, ...);

// --- text (mesh_text.c) ---

// the next word of the line; false: the line has no more
bool rv_mesh_next_word(rv_mesh_reader* reader, rv_mesh_word* word);
// past what is left of the line; false: the file has no more
bool rv_mesh_next_line(rv_mesh_reader* reader);
// is it this one, in any case?
bool rv_mesh_word_is(rv_mesh_word word, const char* text);
// a word for a sentence: shortened, with unprintable bytes replaced
enum { RV_MESH_QUOTE_BYTES = 44 };
typedef struct rv_mesh_quote {
    char text[RV_MESH_QUOTE_BYTES];
} rv_mesh_quote;
rv_mesh_quote rv_mesh_quoted(rv_mesh_word word);
// three words of the line as numbers, correctly rounded; `what` they are of, in the sentence
bool rv_mesh_read_position(rv_mesh_reader* reader, const char* what, rv_vec3* position);

#endif
