// A cache of results on disk. Each is a file, named after its key in hexadecimal digits:
//   magic, version, key, length, checksum      seven words of 64 bits, as this machine writes them
//   content                                    `length` bytes
// It is written under another name and renamed when it is complete. The checksum is a key of the
// content.
#include "io/cache.h"

#include "reeve/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x0a65686361637672u // "rvcache\n" where the lowest byte comes first
enum { VERSION = 1, PATH_BYTES = 4096 };

// --- files --------------------------------------------------------------------------------------

typedef struct cache_head {
    uint64_t magic, version;
    rv_key key;
    uint64_t length;
    rv_key checksum;
} cache_head;

static cache_head head_of(rv_key key, const void* data, size_t bytes) {
    cache_head head = {.magic = MAGIC, .version = VERSION, .key = key, .length = bytes};
    head.checksum = rv_key_begin("content");
    rv_key_add(&head.checksum, data, bytes);
    return head;
}

// "directory/0123...cdef" and an ending; false: too long
static bool path_of(char path[PATH_BYTES], const char* directory, rv_key key, const char* ending) {
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

bool rv_cache_load(const char* directory, rv_key key, void* data, size_t bytes) {
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

bool rv_cache_store(const char* directory, rv_key key, const void* data, size_t bytes) {
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

// --- a store for solids -------------------------------------------------------------------------

static bool load_answer(void* context, const uint64_t key[2], void* data, size_t bytes) {
    return rv_cache_load(context, (rv_key){{key[0], key[1]}}, data, bytes);
}

static void save_answer(void* context, const uint64_t key[2], const void* data, size_t bytes) {
    rv_cache_store(context, (rv_key){{key[0], key[1]}}, data, bytes);
}

rv_answer_store rv_answer_store_on_disk(const char* directory) {
    return (rv_answer_store){load_answer, save_answer, (void*)directory};
}
