// What the readers of all files share: the bytes of a file, the sentence about what is wrong in it,
// and words and numbers. reader.c opens and closes, reader_text.c takes text apart.
#ifndef REEVE_IO_READER_H
#define REEVE_IO_READER_H

#include "core/memory.h"
#include "reeve/types.h"

#include <string.h>

typedef struct rv_reader {
    const char* name; // of the file; NULL: from memory
    const char* start;
    const char* at; // what comes next
    const char* end;
    const char* last;  // the word or value that was taken last
    bool binary;       // places are told as bytes, not as lines
    long line;         // of `at`, from 1
    bool comments;     // '#' starts a comment
    bool joined_lines; // a backslash at its end continues a line
    rv_memory memory;
    char* error; // the sentence, in at least 256 bytes
    size_t error_bytes;
} rv_reader;

// --- files (reader.c) ---

// reads bytes from memory, from their start
void rv_reader_begin(rv_reader* reader, const char* bytes, size_t count);

// all bytes of a file
typedef struct rv_file_bytes {
    char* data;
    size_t count, capacity;
} rv_file_bytes;

// The bytes of a regular file of up to RV_MESH_FILE_BYTES_MAX. False, with an error and no bytes, for
// any other file and for one that cannot be read.
bool rv_reader_load(rv_reader* reader, rv_file_bytes* bytes);
void rv_file_bytes_free(rv_memory* memory, rv_file_bytes* bytes);

// Runs it in the "C" locale: numbers have a point, wherever the program lives. False also when
// there is no memory for that
typedef bool rv_reader_work(void* context);
bool rv_run_in_plain_locale(rv_reader_work* work, void* context);
// what reads a file, in that locale; false of a file of no bytes, told
bool rv_reader_run(rv_reader* reader, rv_reader_work* work, void* context);

// which of the endings, in any case, the name has; -1: none
int rv_name_ending(const char* name, const char* const* endings, int count);

// --- what is wrong (reader.c) ---

#if defined(__GNUC__)
#define RV_READER_FORMAT(format_, arguments_) __attribute__((format(printf, format_, arguments_)))
#else
#define RV_READER_FORMAT(format_, arguments_)
#endif

// Each writes where and what, and returns false: "part.obj: ...", "part.obj:12: ..." and
// "part.stl: byte 96: ..."; from memory "...", "line 12: ..." and "byte 96: ...".
RV_READER_FORMAT(2, 3)
bool rv_reader_fail(rv_reader* reader, const char* format, ...);
// (the line of `at`; of a binary file the byte of `last`)
RV_READER_FORMAT(2, 3)
bool rv_reader_fail_line(rv_reader* reader, const char* format, ...);
RV_READER_FORMAT(3, 4)
bool rv_reader_fail_byte(rv_reader* reader, size_t byte, const char* format, ...);

// --- text (reader_text.c) ---

// a piece of the file
typedef struct rv_word {
    const char* start;
    int length;
} rv_word;

// the next word of the line; false: the line has no more
bool rv_reader_next_word(rv_reader* reader, rv_word* word);
// past what is left of the line; false: the file has no more
bool rv_reader_next_line(rv_reader* reader);
// the next word of the file, in this line or a later one; false: the file has no more
bool rv_reader_any_word(rv_reader* reader, rv_word* word);
// the same, which must be `expected`, in any case; else told
bool rv_reader_expect(rv_reader* reader, const char* expected);
// tells that the file ends too early
bool rv_reader_fail_end(rv_reader* reader, const char* expected);
// is it this one, in any case?
bool rv_word_is(rv_word word, const char* text);
// A word for a sentence. Quoted: 'word', shortened, of what a mesh file may have; of all else only
// its size, without quotes: errors never repeat the contents of other files. Shown: shortened,
// without quotes; only of a word that was read as an integer.
enum { RV_WORD_QUOTE_BYTES = 46 };
typedef struct rv_word_quote {
    char text[RV_WORD_QUOTE_BYTES];
} rv_word_quote;
rv_word_quote rv_word_quoted(rv_word word);
rv_word_quote rv_word_shown(rv_word word);
// [-] digits, from *at on, which moves behind them; from 5.7e16 on it is
// 2^59, so that differences of two are numbers. False: no digit
bool rv_take_integer(const char** at, const char* end, int64_t* number);
// is the whole word one?
bool rv_word_integer(rv_word word, int64_t* number);
// a word as a finite number, correctly rounded; `what` it is, in the sentence if it is none
bool rv_reader_number(rv_reader* reader, rv_word word, const char* what, double* value);
// three words of the line as numbers, correctly rounded; `what` they are of, in the sentence
bool rv_reader_position(rv_reader* reader, const char* what, rv_vec3* position);

// --- bytes ---

static inline uint32_t rv_bytes_u32(const char* bytes, bool big_endian) {
    const unsigned char* b = (const unsigned char*)bytes;
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value |= (uint32_t)b[i] << 8 * (big_endian ? 3 - i : i);
    return value;
}

static inline uint64_t rv_bytes_u64(const char* bytes, bool big_endian) {
    uint64_t first = rv_bytes_u32(bytes, big_endian), second = rv_bytes_u32(bytes + 4, big_endian);
    return big_endian ? first << 32 | second : second << 32 | first;
}

#endif
