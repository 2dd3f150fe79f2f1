// Throws bytes at the server's real socket: mutated and random handshakes, mutated frames behind a
// good one, pieces that come slowly, floods, connections that break off or stay open. After every
// batch a page that behaves must still get its frame, and memory must not have grown.
//
//     socket_fuzzer INPUTS SEED
#include "bench/view_client.h"
#include "view/assets.h"
#include "view/server.h"

#include <netinet/in.h>
#include <sys/resource.h>

enum {
    BATCH = 256,
    HELD_MAX = 5,     // connections left open meanwhile
    CLIENTS_MAX = 16, // more than held ones and the good page
    INPUT_BYTES = 4096,
    FRAME_BYTES = 5000,
    GROWTH_MAX = 64 << 20, // of memory after the first batches [B]
    WARM_UP = 8,           // batches
};

static const char PAGE[] = "<!doctype html><title>Reeve</title>";

// the page of the build is not needed here
bool rv_asset_find(const char* path, rv_asset* asset) {
    *asset = (rv_asset){"/", "text/html; charset=utf-8", PAGE, sizeof PAGE - 1};
    return strcmp(path, "/") == 0;
}

static size_t thumbnail(void* context, int scene, const void** png) {
    (void)context;
    *png = PAGE;
    return scene % 2 == 0 ? sizeof PAGE : 0;
}

typedef struct fuzzer {
    rv_server* server;
    view_place place;
    view_client good;
    uint32_t frame;
    uint64_t state; // of the random numbers
    int held[HELD_MAX];
    uint8_t input[INPUT_BYTES];
    size_t count;
    long upgrades, answered;
} fuzzer;

// splitmix64 (Steele 2014)
static uint64_t draw(fuzzer* f) {
    uint64_t z = f->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static size_t below(fuzzer* f, size_t count) {
    return (size_t)(draw(f) % count);
}

// --- inputs -------------------------------------------------------------------------------------

static void append(fuzzer* f, const void* bytes, size_t count) {
    if (count > INPUT_BYTES - f->count)
        count = INPUT_BYTES - f->count;
    memcpy(f->input + f->count, bytes, count);
    f->count += count;
}

static void append_random(fuzzer* f, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint8_t byte = (uint8_t)draw(f);
        append(f, &byte, 1);
    }
}

static void append_handshake(fuzzer* f) {
    char text[VIEW_CLIENT_HEAD];
    append(f, text, view_handshake_text(&f->place, text, sizeof text));
}

static void append_request(fuzzer* f) {
    uint8_t bytes[RV_REQUEST_BYTES_MAX + WEBSOCKET_HEAD_MAX];
    rv_request request = {.kind = (rv_request_kind)(1 + below(f, 14)),
                          .scene = (uint32_t)below(f, 3),
                          .index = (uint32_t)below(f, 2),
                          .number = 0.5,
                          .point = {1, 2, 3}};
    append(f, bytes, websocket_write_request(bytes, request));
}

static void append_frames(fuzzer* f) {
    static const int opcodes[] = {0, WEBSOCKET_TEXT, WEBSOCKET_CLOSE, WEBSOCKET_PING,
                                  WEBSOCKET_PONG};
    uint8_t bytes[INPUT_BYTES], payload[256] = {0};
    for (size_t i = 0, count = 1 + below(f, 12); i < count; i++) {
        if (below(f, 4) > 0) {
            append_request(f);
            continue;
        }
        size_t length = below(f, sizeof payload);
        append(f, bytes, websocket_write(bytes, opcodes[below(f, 5)], payload, length));
    }
}

// changes bytes from `from` on: flips, doubles, cuts
static void mutate(fuzzer* f, size_t from) {
    for (size_t i = 0, count = 1 + below(f, 6); i < count && f->count > from; i++) {
        size_t at = from + below(f, f->count - from);
        switch (below(f, 4)) {
        case 0:
            f->input[at] ^= (uint8_t)(1u << below(f, 8));
            break;
        case 1:
            f->input[at] = (uint8_t)draw(f);
            break;
        case 2:
            f->count = at;
            break;
        default:
            append(f, f->input + at, below(f, f->count - at + 1));
        }
    }
}

typedef enum input_kind {
    INPUT_HANDSHAKE, // mutated
    INPUT_RANDOM,
    INPUT_PAGE,   // a request for the page or a thumbnail, mostly mutated
    INPUT_FRAMES, // behind a good handshake, mutated
    INPUT_NOISE,  // behind a good handshake, random
    INPUT_FLOOD,  // behind a good handshake, more requests than allowed
    INPUT_KINDS,
} input_kind;

// returns where the part that was not good begins
static size_t make_input(fuzzer* f, input_kind kind) {
    char text[256];
    f->count = 0;
    if (kind == INPUT_RANDOM) {
        append_random(f, 1 + below(f, 600));
        return 0;
    }
    if (kind == INPUT_PAGE) {
        static const char* const paths[] = {"", "viewer.js", "thumbnail/0.png", "thumbnail/1.png"};
        append(f, text,
               (size_t)snprintf(text, sizeof text, "GET /%s?token=%s HTTP/1.1\r\nHost: %s\r\n\r\n",
                                paths[below(f, 4)], f->place.token, f->place.host));
        if (below(f, 4) > 0)
            mutate(f, 0);
        return 0;
    }
    append_handshake(f);
    size_t from = kind == INPUT_HANDSHAKE ? 0 : f->count;
    if (kind == INPUT_NOISE)
        append_random(f, 1 + below(f, 600));
    else if (kind == INPUT_FLOOD)
        while (f->count < INPUT_BYTES)
            append_request(f);
    else
        append_frames(f);
    if (kind != INPUT_FLOOD && kind != INPUT_NOISE)
        mutate(f, from);
    return from;
}

// --- throwing -----------------------------------------------------------------------------------

// from any address of this machine, so that its ports do not run out
static int connect_from_anywhere(fuzzer* f) {
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr = {htonl(0x7f000001u + (uint32_t)below(f, 1u << 20))}};
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)f->place.port),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int file = socket(AF_INET, SOCK_STREAM, 0);
    if (file < 0 || bind(file, (struct sockaddr*)&from, sizeof from) != 0
        || connect(file, (struct sockaddr*)&to, sizeof to) != 0) {
        perror("connect");
        exit(1);
    }
    return file;
}

static bool is_readable(int file, int milliseconds) {
    struct pollfd wait = {.fd = file, .events = POLLIN};
    return poll(&wait, 1, milliseconds) > 0;
}

static void hang_up(fuzzer* f, int file) {
    // mostly with a reset: a farewell would leave the port in use for a minute
    if (below(f, 64) > 0) {
        struct linger now = {.l_onoff = 1, .l_linger = 0};
        setsockopt(file, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }
    close(file);
}

// false: the server has hung up
static bool put_in_pieces(fuzzer* f, int file, size_t from, size_t to) {
    bool slow = below(f, 16) == 0;
    while (slow && from < to) {
        size_t part = 1 + below(f, to - from);
        if (!view_put(file, f->input + from, part))
            return false;
        from += part;
        poll(NULL, 0, 1);
    }
    return view_put(file, f->input + from, to - from);
}

// gives the server a moment to deal with what was sent; a reset at once would take it away
static void listen_for_answer(fuzzer* f, int file) {
    uint8_t bytes[8192];
    for (int i = 0; i < 4 && is_readable(file, i == 0 ? 3 : 1); i++) {
        ssize_t got = recv(file, bytes, sizeof bytes, 0);
        f->answered += i == 0 && got > 0;
        if (got <= 0)
            return;
    }
}

static void throw_input(fuzzer* f) {
    input_kind kind = (input_kind)below(f, INPUT_KINDS);
    size_t from = make_input(f, kind);
    int file = connect_from_anywhere(f);
    bool together = below(f, 4) == 0; // frames right behind the handshake
    bool good = true;
    if (from > 0 && !together) {
        uint8_t head[VIEW_CLIENT_HEAD];
        good = view_put(file, f->input, from) && is_readable(file, 1000);
        ssize_t got = good ? recv(file, head, sizeof head, 0) : 0;
        f->upgrades += got > 12 && memcmp(head, "HTTP/1.1 101", 12) == 0;
    }
    if (good)
        good = put_in_pieces(f, file, together ? 0 : from, f->count);
    if (good && below(f, 8) > 0)
        listen_for_answer(f, file);
    // some stay for a while and say nothing, some never read
    size_t place = below(f, HELD_MAX);
    if (below(f, 16) == 0) {
        int before = f->held[place];
        f->held[place] = file;
        file = before;
    }
    if (file >= 0)
        hang_up(f, file);
}

// --- checks -------------------------------------------------------------------------------------

// resident memory now [B]
static long memory_now(void) {
    long pages = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    if (file != NULL && fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static bool good_page_gets_its_frame(fuzzer* f) {
    uint8_t* frame = rv_server_frame_begin(f->server, FRAME_BYTES);
    rv_request request;
    while (rv_server_next_request(f->server, &request)) {}
    if (frame == NULL)
        return false;
    memset(frame, (int)(++f->frame & 0xff), FRAME_BYTES);
    rv_server_frame_publish(f->server, f->frame);
    for (;;) {
        websocket_frame got = view_client_frame(&f->good, 5.0);
        if (got.opcode == 0)
            return false;
        if (got.opcode == WEBSOCKET_BINARY && got.payload[0] == (f->frame & 0xff))
            break;
    }
    return view_client_ask(&f->good, (rv_request){.kind = RV_REQUEST_ACK, .index = f->frame});
}

static bool run(fuzzer* f, long inputs) {
    long start_memory = 0;
    for (long done = 0; done < inputs;) {
        for (int i = 0; i < BATCH && done < inputs; i++, done++)
            throw_input(f);
        if (done % (50L * BATCH) == 0)
            rv_server_describe(f->server, "{}", 2);
        if (!good_page_gets_its_frame(f)) {
            fprintf(stderr, "after %ld inputs: the good page gets no frame\n", done);
            return false;
        }
        if (done <= (long)WARM_UP * BATCH)
            start_memory = memory_now();
        if (memory_now() > start_memory + GROWTH_MAX) {
            fprintf(stderr, "after %ld inputs: %ld MB of memory, %ld MB at the start\n", done,
                    memory_now() >> 20, start_memory >> 20);
            return false;
        }
    }
    return true;
}

int main(int argc, char** argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: socket_fuzzer INPUTS SEED\n");
        return 2;
    }
    static fuzzer f;
    char error[256] = "";
    rv_server_def def = {.host = "127.0.0.1", .max_clients = CLIENTS_MAX, .thumbnail = thumbnail};
    f.server = rv_server_create(&def, error, sizeof error);
    if (f.server == NULL) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    f.state = strtoull(argv[2], NULL, 10);
    f.place = view_place_of(rv_server_address(f.server));
    for (int i = 0; i < HELD_MAX; i++)
        f.held[i] = -1;
    rv_server_describe(f.server, "{}", 2);
    double start = view_clock();
    long inputs = atol(argv[1]);
    bool good = view_client_open(&f.good, &f.place) == 101 && run(&f, inputs);
    rv_server_counts counts = rv_server_count(f.server);
    for (int i = 0; i < HELD_MAX; i++)
        if (f.held[i] >= 0)
            close(f.held[i]);
    // with the good page still there
    rv_server_destroy(f.server);
    view_client_close(&f.good);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%ld inputs in %.1f s: %ld answered, %ld became WebSockets, %llu refused, peak %ld MB\n",
           inputs, view_clock() - start, f.answered, f.upgrades, (unsigned long long)counts.refused,
           usage.ru_maxrss / 1024);
    return good ? 0 : 1;
}
