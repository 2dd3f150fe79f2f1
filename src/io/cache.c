// A cache of results on disk. Each is a file, named after its key in hexadecimal digits:
//   magic, version, key, length, checksum      seven words of 64 bits, as this machine writes them
//   content                                    `length` bytes
// It is written under another name and renamed when it is complete. Key and checksum are the same
// hash: every word goes through steps that can be undone (xor, odd multiplication, xor with a
// shift), so that one changed word always changes it.
#include "io/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x0a65686361637672u // "rvcache\n" where the lowest byte comes first
enum { VERSION = 1, PATH_BYTES = 4096 };

// --- keys ---------------------------------------------------------------------------------------

static uint64_t mix(uint64_t hash, uint64_t word, uint64_t odd) {
    hash = (hash ^ word) * odd;
    hash ^= hash >> 29;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

static void add_word(rv_cache_key* key, uint64_t word) {
    key->words[0] = mix(key->words[0], word, 0x9e3779b97f4a7c15u);
    // the second sees the first too, so that the two never go the same way
    key->words[1] = mix(key->words[1] ^ key->words[0] >> 17, word, 0xc2b2ae3d27d4eb4fu);
}

void rv_cache_key_add(rv_cache_key* key, const void* bytes, size_t count) {
    const char* at = bytes;
    add_word(key, count);
    for (size_t i = 0; i < count; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        size_t left = count - i;
        memcpy(&word, at + i, left < sizeof word ? left : sizeof word);
        add_word(key, word);
    }
}

rv_cache_key rv_cache_key_begin(const char* what) {
    rv_cache_key key = {{0x5265657665000001u, 0x6361636865000001u}};
    rv_cache_key_add(&key, what, strlen(what));
    return key;
}

// --- files --------------------------------------------------------------------------------------

typedef struct cache_head {
    uint64_t magic, version;
    rv_cache_key key;
    uint64_t length;
    rv_cache_key checksum;
} cache_head;

static cache_head head_of(rv_cache_key key, const void* data, size_t bytes) {
    cache_head head = {.magic = MAGIC, .version = VERSION, .key = key, .length = bytes};
    head.checksum = rv_cache_key_begin("content");
    rv_cache_key_add(&head.checksum, data, bytes);
    return head;
}

// "directory/0123...cdef" and an ending; false: too long
static bool path_of(char path[PATH_BYTES], const char* directory, rv_cache_key key,
                    const char* ending) {
    int length =
        snprintf(path, PATH_BYTES, "%s/%016llx%016llx%s", directory,
                 (unsigned long long)key.words[0], (unsigned long long)key.words[1], ending);
    return length > 0 && length < PATH_BYTES;
}

// as many as are there, up to `count`
static size_t read_bytes(int file, void* to, size_t count) {
    size_t done = 0;
    while (done < count) {
        ssize_t more = read(file, (char*)to + done, count - done);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            break;
        done += (size_t)more;
    }
    return done;
}

static bool write_bytes(int file, const void* from, size_t count) {
    size_t done = 0;
    while (done < count) {
        ssize_t more = write(file, (const char*)from + done, count - done);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            return false;
        done += (size_t)more;
    }
    return true;
}

bool rv_cache_load(const char* directory, rv_cache_key key, void* data, size_t bytes) {
    char path[PATH_BYTES];
    if (!path_of(path, directory, key, ".cache"))
        return false;
    // a pipe of this name must not keep us waiting
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return false;
    struct stat status;
    cache_head head;
    // the size tells a file that was cut off or goes on
    bool good = fstat(file, &status) == 0 && S_ISREG(status.st_mode)
                && (uint64_t)status.st_size == sizeof head + (uint64_t)bytes
                && read_bytes(file, &head, sizeof head) == sizeof head
                && read_bytes(file, data, bytes) == bytes;
    close(file);
    if (!good)
        return false;
    cache_head expected = head_of(key, data, bytes);
    return memcmp(&head, &expected, sizeof head) == 0;
}

// with all folders above it; where that fails, so does what comes next
static void make_directory(const char* directory) {
    char path[PATH_BYTES];
    int length = snprintf(path, sizeof path, "%s", directory);
    for (int i = 1; i <= length && length < PATH_BYTES; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        path[i] = '\0';
        mkdir(path, S_IRWXU);
        path[i] = directory[i];
    }
}

bool rv_cache_store(const char* directory, rv_cache_key key, const void* data, size_t bytes) {
    char path[PATH_BYTES], unfinished[PATH_BYTES];
    if (!path_of(path, directory, key, ".cache") || !path_of(unfinished, directory, key, ".XXXXXX"))
        return false;
    make_directory(directory);
    // a name that no other process or thread has, readable for its owner alone
    int file = mkstemp(unfinished);
    if (file < 0)
        return false;
    cache_head head = head_of(key, data, bytes);
    bool good = write_bytes(file, &head, sizeof head) && write_bytes(file, data, bytes);
    // a full disk may show only here
    good = close(file) == 0 && good;
    good = good && rename(unfinished, path) == 0;
    if (!good)
        unlink(unfinished);
    return good;
}
