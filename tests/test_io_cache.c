// The cache on disk: what is stored comes back, and whatever else lies there is a miss, never an
// error: nothing, another key, another length, a file cut off at any byte, any flipped bit, a
// folder, a pipe, a directory that cannot be written.
#include "io/cache.h"
#include "reeve/cache.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES = 100, HEAD_BYTES = 56 };

static char directory[64];
static unsigned char content[BYTES];

static rv_key key_of(int number) {
    rv_key key = rv_key_begin("test 1");
    rv_key_add(&key, &number, sizeof number);
    return key;
}

static void path_of(char path[256], rv_key key) {
    snprintf(path, 256, "%s/%016llx%016llx.cache", directory, (unsigned long long)key.words[0],
             (unsigned long long)key.words[1]);
}

// a directory that is not there yet, and something to keep
static void begin(void) {
    snprintf(directory, sizeof directory, "/tmp/reeve_cache_XXXXXX");
    CHECK(mkdtemp(directory) != NULL);
    CHECK(rmdir(directory) == 0);
    // and whose parent is not there either
    strcat(directory, "/below");
    for (int i = 0; i < BYTES; i++)
        content[i] = (unsigned char)(i * i);
}

// counts what lies in the directory, and takes it away
static int end(void) {
    int count = 0;
    DIR* listing = opendir(directory);
    for (struct dirent* entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        CHECK(remove(path) == 0);
    }
    if (listing != NULL)
        closedir(listing);
    rmdir(directory);
    *strrchr(directory, '/') = '\0';
    CHECK(rmdir(directory) == 0);
    return count;
}

static bool loads(rv_key key) {
    unsigned char loaded[BYTES];
    memset(loaded, 0xee, sizeof loaded);
    if (!rv_cache_load(directory, key, loaded, BYTES))
        return false;
    CHECK(memcmp(loaded, content, BYTES) == 0);
    return true;
}

TEST(what_is_stored_comes_back) {
    begin();
    CHECK(!loads(key_of(1)));
    CHECK(rv_cache_store(directory, key_of(1), content, BYTES));
    CHECK(loads(key_of(1)));
    // again, over the old one; another key; and nothing at all
    CHECK(rv_cache_store(directory, key_of(1), content, BYTES));
    CHECK(loads(key_of(1)) && !loads(key_of(2)));
    CHECK(rv_cache_store(directory, key_of(3), content, 0));
    CHECK(rv_cache_load(directory, key_of(3), content, 0) && !loads(key_of(3)));
    // the directory and what is in it are for their owner alone, and nothing unfinished is left
    struct stat status;
    CHECK(stat(directory, &status) == 0 && (status.st_mode & 0777) == 0700);
    char path[256];
    path_of(path, key_of(1));
    CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0600);
    CHECK(status.st_size == HEAD_BYTES + BYTES);
    CHECK(end() == 2);
}

TEST(another_length_is_a_miss) {
    begin();
    CHECK(rv_cache_store(directory, key_of(1), content, BYTES - 1));
    CHECK(!loads(key_of(1)));
    CHECK(rv_cache_store(directory, key_of(1), content, BYTES));
    unsigned char loaded[BYTES];
    CHECK(!rv_cache_load(directory, key_of(1), loaded, BYTES - 1));
    CHECK(end() == 1);
}

static void write_file(const char* path, const unsigned char* bytes, size_t count) {
    // a new file each time: some file systems wait for the disk when one is written over
    unlink(path);
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, count, file) == count);
    CHECK(file != NULL && fclose(file) == 0);
}

static void read_stored(const char* path, unsigned char* bytes) {
    FILE* file = fopen(path, "rb");
    CHECK(file != NULL && fread(bytes, 1, HEAD_BYTES + BYTES, file) == HEAD_BYTES + BYTES);
    CHECK(file != NULL && fclose(file) == 0);
}

TEST(a_file_cut_off_at_any_byte_or_with_any_bit_flipped_is_a_miss) {
    begin();
    char path[256];
    unsigned char bytes[HEAD_BYTES + BYTES + 1] = {0};
    path_of(path, key_of(1));
    CHECK(rv_cache_store(directory, key_of(1), content, BYTES));
    read_stored(path, bytes);
    for (size_t cut = 0; cut < HEAD_BYTES + BYTES; cut++) {
        write_file(path, bytes, cut);
        CHECK(!loads(key_of(1)));
    }
    write_file(path, bytes, HEAD_BYTES + BYTES + 1);
    CHECK(!loads(key_of(1)));
    for (int bit = 0; bit < 8 * (HEAD_BYTES + BYTES); bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        write_file(path, bytes, HEAD_BYTES + BYTES);
        CHECK(!loads(key_of(1)));
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    write_file(path, bytes, HEAD_BYTES + BYTES);
    CHECK(loads(key_of(1)));
    // under another name it is what its key says, not what it is called
    path_of(path, key_of(2));
    write_file(path, bytes, HEAD_BYTES + BYTES);
    CHECK(!loads(key_of(2)));
    CHECK(end() == 2);
}

TEST(a_folder_or_a_pipe_in_its_place_is_a_miss) {
    begin();
    char path[256];
    CHECK(rv_cache_store(directory, key_of(2), content, BYTES));
    path_of(path, key_of(1));
    CHECK(mkdir(path, 0700) == 0);
    CHECK(!loads(key_of(1)));
    CHECK(!rv_cache_store(directory, key_of(1), content, BYTES));
    path_of(path, key_of(2));
    CHECK(unlink(path) == 0 && mkfifo(path, 0600) == 0);
    CHECK(!loads(key_of(2)));
    // a pipe is replaced, and of what could not replace the folder nothing is left
    CHECK(rv_cache_store(directory, key_of(2), content, BYTES) && loads(key_of(2)));
    CHECK(end() == 2);
}

TEST(where_nothing_can_be_written_there_is_no_cache) {
    snprintf(directory, sizeof directory, "/proc/reeve/none");
    CHECK(!rv_cache_store(directory, key_of(1), content, BYTES) && !loads(key_of(1)));
    // a file where the directory should be
    snprintf(directory, sizeof directory, "/dev/null");
    CHECK(!rv_cache_store(directory, key_of(1), content, BYTES) && !loads(key_of(1)));
    // a name that is too long for any path
    static char endless[10000];
    memset(endless, 'x', sizeof endless - 1);
    CHECK(!rv_cache_store(endless, key_of(1), content, BYTES));
    CHECK(!rv_cache_load(endless, key_of(1), content, BYTES));
}

TEST(a_store_on_disk_keeps_answers_and_passes_over_damaged_ones) {
    begin();
    rv_answer_store store = rv_answer_store_on_disk(directory);
    const uint64_t key[2] = {1, 2}, other[2] = {2, 1};
    unsigned char loaded[BYTES];
    CHECK(!store.load(store.context, key, loaded, BYTES));
    store.save(store.context, key, content, BYTES);
    CHECK(store.load(store.context, key, loaded, BYTES) && memcmp(loaded, content, BYTES) == 0);
    CHECK(!store.load(store.context, other, loaded, BYTES));
    char path[256];
    path_of(path, (rv_key){{1, 2}});
    FILE* file = fopen(path, "r+b");
    CHECK(file != NULL && fseek(file, -1, SEEK_END) == 0 && fputc(0xff, file) == 0xff);
    CHECK(file != NULL && fclose(file) == 0);
    CHECK(!store.load(store.context, key, loaded, BYTES));
    store.save(store.context, key, content, BYTES);
    CHECK(store.load(store.context, key, loaded, BYTES));
    CHECK(end() == 1);
}
