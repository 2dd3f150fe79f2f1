// The server over real sockets: who gets frames, who drives, and that neither slow nor rude clients
// hold up the others or the simulation.
#include "view_server_fixture.h"

#include <pthread.h>
#include <signal.h>

enum { SMALL = 200, LARGE = 1 << 20 }; // of a frame [B]

// the number stands in the frame as well, so that a mixed-up one shows
static void publish(rv_server* server, uint32_t number, size_t bytes) {
    uint8_t* frame = rv_server_frame_begin(server, bytes);
    CHECK(frame != NULL);
    if (frame == NULL)
        return;
    memset(frame, (int)(number & 0xff), bytes);
    rv_server_frame_publish(server, number);
}

static void check_role(view_client* client, bool drives, int clients) {
    char expected[80];
    snprintf(expected, sizeof expected, "{\"type\": \"role\", \"drives\": %s, \"clients\": %d}",
             drives ? "true" : "false", clients);
    check_text(client, expected);
}

static void check_close(view_client* client, const char* reason) {
    websocket_frame frame;
    do
        frame = view_client_frame(client, SOON);
    while (frame.opcode != 0 && frame.opcode != WEBSOCKET_CLOSE);
    char text[128] = "";
    CHECK(frame.opcode == WEBSOCKET_CLOSE && frame.bytes >= 2);
    if (frame.opcode == WEBSOCKET_CLOSE && frame.bytes >= 2)
        memcpy(text, frame.payload + 2, frame.bytes - 2);
    CHECK_TEXT(text, reason);
}

// skips texts and acknowledges; returns the mark of the frame, -1: none came
static int take_frame(view_client* client, uint32_t number) {
    for (;;) {
        websocket_frame frame = view_client_frame(client, SOON);
        if (frame.opcode == 0)
            return -1;
        if (frame.opcode != WEBSOCKET_BINARY)
            continue;
        view_client_ask(client, (rv_request){.kind = RV_REQUEST_ACK, .index = number});
        bool same = frame.payload[0] == frame.payload[frame.bytes - 1];
        return same ? frame.payload[0] : -2;
    }
}

static bool next_request(rv_server* server, rv_request* request) {
    double end = view_clock() + SOON;
    while (!rv_server_next_request(server, request)) {
        if (view_clock() > end)
            return false;
        rv_server_wait(server, 0.1);
    }
    return true;
}

// --- frames -------------------------------------------------------------------------------------

TEST(three_pages_get_the_description_and_every_frame) {
    rv_server* server = serve(CLIENTS_MAX);
    view_client clients[CLIENTS_MAX];
    describe(server, "one");
    for (int i = 0; i < CLIENTS_MAX; i++) {
        clients[i] = come(server);
        wait_for_clients(server, i + 1);
        check_text(&clients[i], "one");
        check_role(&clients[i], i == 0, i + 1);
        CHECK(rv_server_arrivals(server) == (uint64_t)i + 1);
    }
    for (uint32_t number = 1; number <= 20; number++) {
        publish(server, number, SMALL);
        for (int i = 0; i < CLIENTS_MAX; i++)
            CHECK_NEAR(take_frame(&clients[i], number), number, 0);
    }
    describe(server, "two");
    for (int i = 0; i < CLIENTS_MAX; i++)
        check_text(&clients[i], "two");
    CHECK(rv_server_count(server).frames_sent == 60);
    CHECK(rv_server_count(server).frames_skipped == 0);
    CHECK(rv_server_count(server).bytes_sent > (uint64_t)60 * SMALL);
    for (int i = 0; i < CLIENTS_MAX; i++)
        view_client_close(&clients[i]);
    wait_for_clients(server, 0);
    rv_server_destroy(server);
}

TEST(a_page_that_comes_late_gets_the_last_frame_at_once) {
    rv_server* server = serve(1);
    describe(server, "one");
    publish(server, 7, SMALL);
    view_client client = come(server);
    check_text(&client, "one");
    check_role(&client, true, 1);
    CHECK_NEAR(take_frame(&client, 7), 7, 0);
    view_client_close(&client);
    wait_for_clients(server, 0);
    // but not one of a description that is gone
    describe(server, "two");
    client = come(server);
    check_text(&client, "two");
    check_role(&client, true, 1);
    CHECK(view_client_frame(&client, 0.2).opcode == 0);
    view_client_close(&client);
    rv_server_destroy(server);
}

TEST(a_page_that_never_reads_holds_up_nobody) {
    rv_server* server = serve(2);
    describe(server, "one");
    view_client stuck = come(server);
    wait_for_clients(server, 1);
    view_client reader = come(server);
    wait_for_clients(server, 2);
    // frames larger than the socket's buffers: two under way fill them
    int slow = 0;
    for (uint32_t number = 1; number <= 60; number++) {
        uint8_t* frame = rv_server_frame_begin(server, LARGE);
        CHECK(frame != NULL);
        memset(frame, (int)number, LARGE);
        double start = view_clock();
        rv_server_frame_publish(server, number);
        slow += view_clock() - start > 0.05;
        CHECK_NEAR(take_frame(&reader, number), number, 0);
    }
    // it takes microseconds, but the thread that it wakes may run first on a busy machine; to wait
    // for the page that is stuck would be slow every time
    CHECK(slow < 20);
    rv_server_counts counts = rv_server_count(server);
    CHECK(counts.frames_sent <= 62);
    CHECK(rv_server_client_count(server) == 2);
    view_client_reset(&stuck);
    wait_for_clients(server, 1);
    view_client_close(&reader);
    rv_server_destroy(server);
}

TEST(a_page_killed_in_the_middle_of_a_frame_leaves_its_place) {
    rv_server* server = serve(2);
    describe(server, "one");
    view_client stays = come(server);
    for (uint32_t round = 1; round <= 10; round++) {
        view_client dies = come(server);
        wait_for_clients(server, 2);
        publish(server, round, LARGE);
        CHECK_NEAR(take_frame(&stays, round), round, 0);
        view_client_fill(&dies, SOON);
        view_client_reset(&dies);
        wait_for_clients(server, 1);
    }
    view_client_close(&stays);
    rv_server_destroy(server);
}

// --- who drives ---------------------------------------------------------------------------------

TEST(requests_come_from_the_page_that_drives_in_order) {
    rv_server* server = serve(CLIENTS_MAX);
    describe(server, "one");
    view_client first = come(server);
    check_text(&first, "one");
    check_role(&first, true, 1);
    view_client second = come(server);
    check_text(&second, "one");
    check_role(&second, false, 2);
    view_client_ask(&second, (rv_request){.kind = RV_REQUEST_RESET});
    view_client_ask(&first, (rv_request){.kind = RV_REQUEST_PAUSE});
    view_client_ask(&first, (rv_request){.kind = RV_REQUEST_CONTROL, .index = 3, .number = 0.5});
    rv_request request;
    CHECK(next_request(server, &request) && request.kind == RV_REQUEST_PAUSE);
    CHECK(next_request(server, &request) && request.index == 3 && request.number == 0.5);
    // the second takes over; what the first held is let go
    view_client_ask(&second, (rv_request){.kind = RV_REQUEST_TAKE});
    CHECK(next_request(server, &request));
    CHECK(request.kind == RV_REQUEST_RELEASE && request.scene == RV_REQUEST_EVERYTHING);
    check_role(&first, true, 2);
    check_role(&first, false, 2);
    check_role(&second, true, 2);
    view_client_ask(&first, (rv_request){.kind = RV_REQUEST_RESET});
    view_client_ask(&second, (rv_request){.kind = RV_REQUEST_STEP});
    CHECK(next_request(server, &request) && request.kind == RV_REQUEST_STEP);
    view_client_close(&first);
    view_client_close(&second);
    rv_server_destroy(server);
}

TEST(when_the_driver_leaves_the_longest_here_drives) {
    rv_server* server = serve(CLIENTS_MAX);
    describe(server, "one");
    view_client clients[CLIENTS_MAX];
    for (int i = 0; i < CLIENTS_MAX; i++) {
        clients[i] = come(server);
        wait_for_clients(server, i + 1);
    }
    check_text(&clients[1], "one");
    check_role(&clients[1], false, 2);
    check_role(&clients[1], false, 3);
    view_client_reset(&clients[0]);
    rv_request request;
    CHECK(next_request(server, &request));
    CHECK(request.kind == RV_REQUEST_RELEASE && request.scene == RV_REQUEST_EVERYTHING);
    check_role(&clients[1], true, 2);
    // the place that is free again belongs to one that came last, though it is the first place
    clients[0] = come(server);
    wait_for_clients(server, 3);
    check_role(&clients[1], true, 3);
    view_client_close(&clients[1]);
    CHECK(next_request(server, &request) && request.kind == RV_REQUEST_RELEASE);
    check_text(&clients[2], "one");
    check_role(&clients[2], false, 3);
    check_role(&clients[2], false, 2);
    check_role(&clients[2], false, 3);
    check_role(&clients[2], true, 2);
    view_client_close(&clients[0]);
    view_client_close(&clients[2]);
    wait_for_clients(server, 0);
    CHECK(next_request(server, &request) && request.kind == RV_REQUEST_RELEASE);
    rv_server_destroy(server);
}

static void wait_for_forces(const rv_server* server, bool wanted) {
    double end = view_clock() + SOON;
    while (rv_server_wants_forces(server) != wanted && view_clock() < end)
        poll(NULL, 0, 1);
    CHECK(rv_server_wants_forces(server) == wanted);
}

TEST(forces_are_wanted_while_one_page_does_and_any_page_may) {
    rv_server* server = serve(2);
    const rv_request on = {.kind = RV_REQUEST_FORCES, .index = 1};
    const rv_request off = {.kind = RV_REQUEST_FORCES, .index = 0};
    view_client driver = come(server);
    wait_for_clients(server, 1);
    view_client other = come(server);
    wait_for_clients(server, 2);
    CHECK(!rv_server_wants_forces(server));
    uint64_t arrivals = rv_server_arrivals(server);
    view_client_ask(&other, on);
    wait_for_forces(server, true);
    CHECK(rv_server_arrivals(server) == arrivals + 1);
    view_client_ask(&other, off);
    wait_for_forces(server, false);
    view_client_ask(&driver, on);
    view_client_ask(&other, on);
    wait_for_forces(server, true);
    // it leaves with its wish
    view_client_ask(&driver, off);
    view_client_reset(&other);
    wait_for_forces(server, false);
    view_client_close(&driver);
    rv_server_destroy(server);
}

TEST(a_bad_request_closes_its_page_and_no_other) {
    rv_server* server = serve(CLIENTS_MAX);
    describe(server, "one");
    view_client good = come(server), bad = come(server);
    wait_for_clients(server, 2);
    view_client_ask(&bad, (rv_request){.kind = RV_REQUEST_SPEED, .number = -1.0});
    check_close(&bad, "request 7: speed = -1; must be from 0.01 to 100, or infinite");
    view_client_close(&bad);
    wait_for_clients(server, 1);
    publish(server, 1, SMALL);
    CHECK_NEAR(take_frame(&good, 1), 1, 0);
    CHECK(rv_server_count(server).refused == 1);
    view_client_close(&good);
    rv_server_destroy(server);
}

// A ping comes back when what was sent before it has been read. False: the server closes instead,
// with this reason (128 bytes).
static bool is_answered(view_client* client, char* reason) {
    uint8_t ping[WEBSOCKET_HEAD_MAX];
    websocket_frame frame = {0};
    view_put(client->socket, ping, websocket_write(ping, WEBSOCKET_PING, NULL, 0));
    do
        frame = view_client_frame(client, SOON);
    while (frame.opcode == WEBSOCKET_TEXT);
    if (frame.opcode == WEBSOCKET_CLOSE && frame.bytes >= 2) {
        memset(reason, 0, 128);
        memcpy(reason, frame.payload + 2, frame.bytes - 2);
    }
    return frame.opcode == WEBSOCKET_PONG;
}

TEST(a_host_that_takes_no_requests_loses_the_page_with_a_reason) {
    rv_server* server = serve(1);
    describe(server, "one");
    view_client client = come(server);
    wait_for_clients(server, 1);
    rv_request request;
    char reason[128] = "";
    // at a rate that is allowed, and none before the last were read
    for (int round = 0; round < 20 && is_answered(&client, reason); round++) {
        for (int i = 0; i < 100; i++)
            view_client_ask(&client, (rv_request){.kind = RV_REQUEST_PLAY});
        poll(NULL, 0, 260);
    }
    CHECK_TEXT(reason, "too many requests wait for the simulation");
    int got = 0;
    while (rv_server_next_request(server, &request))
        got++;
    CHECK(request.kind == RV_REQUEST_RELEASE);
    CHECK_NEAR(got, 1024, 0);
    view_client_close(&client);
    rv_server_destroy(server);
}

TEST(pages_beyond_the_limit_are_refused) {
    rv_server* server = serve(CLIENTS_MAX);
    view_place place = view_place_of(rv_server_address(server));
    describe(server, "one");
    view_client clients[CLIENTS_MAX], extra[20];
    for (int i = 0; i < CLIENTS_MAX; i++)
        clients[i] = come(server);
    for (int i = 0; i < 20; i++) {
        CHECK_NEAR(view_client_open(&extra[i], &place), 503, 0);
        CHECK(strstr((char*)extra[i].bytes, "already; close one.\n") != NULL
              || view_client_fill(&extra[i], SOON));
    }
    CHECK_NEAR((double)rv_server_count(server).refused, 20, 0);
    for (int i = 0; i < 20; i++)
        view_client_close(&extra[i]);
    publish(server, 1, SMALL);
    for (int i = 0; i < CLIENTS_MAX; i++)
        CHECK_NEAR(take_frame(&clients[i], 1), 1, 0);
    // a place that was left is free for the next
    view_client_close(&clients[0]);
    wait_for_clients(server, CLIENTS_MAX - 1);
    double end = view_clock() + SOON;
    int status = 503;
    while (status == 503 && view_clock() < end) {
        status = view_client_open(&clients[0], &place);
        if (status == 503)
            view_client_close(&clients[0]);
    }
    CHECK_NEAR(status, 101, 0);
    for (int i = 0; i < CLIENTS_MAX; i++)
        view_client_close(&clients[i]);
    rv_server_destroy(server);
}

TEST(a_frame_right_behind_the_handshake_is_read) {
    rv_server* server = serve(1);
    view_place place = view_place_of(rv_server_address(server));
    char text[VIEW_CLIENT_HEAD + 64];
    size_t count = view_handshake_text(&place, text, VIEW_CLIENT_HEAD);
    count += websocket_write_request((uint8_t*)text + count,
                                     (rv_request){.kind = RV_REQUEST_OPEN, .index = 9});
    int file = view_connect(&place);
    // the driver's, but that is known only when it has arrived: it is the first
    CHECK(view_put(file, text, count));
    wait_for_clients(server, 1);
    describe(server, "one");
    struct pollfd wait = {.fd = file, .events = POLLIN};
    CHECK(poll(&wait, 1, 5000) == 1);
    rv_request request;
    CHECK(next_request(server, &request) && request.kind == RV_REQUEST_OPEN && request.index == 9);
    close(file);
    rv_server_destroy(server);
}

// --- waiting and ending -------------------------------------------------------------------------

static rv_server* woken;

static void on_alarm(int number) {
    (void)number;
    rv_server_wake(woken);
}

TEST(waiting_ends_with_the_time_a_wake_or_a_request) {
    rv_server* server = serve(1);
    double start = view_clock();
    rv_server_wait(server, 0.05);
    CHECK(view_clock() - start >= 0.049);
    // a wake before the wait counts
    rv_server_wake(server);
    start = view_clock();
    rv_server_wait(server, 60.0);
    CHECK(view_clock() - start < 30.0);
    // from a signal handler: the server's threads leave signals to the host's
    woken = server;
    struct sigaction action = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
    rv_server_wait(server, 60.0);
    CHECK(view_clock() - start < 30.0);
    describe(server, "one");
    view_client client = come(server);
    wait_for_clients(server, 1);
    view_client_ask(&client, (rv_request){.kind = RV_REQUEST_PLAY});
    rv_request request;
    start = view_clock();
    while (!rv_server_next_request(server, &request))
        rv_server_wait(server, 60.0);
    CHECK(view_clock() - start < 30.0);
    view_client_close(&client);
    rv_server_destroy(server);
}

TEST(destroy_says_goodbye_to_connected_pages) {
    rv_server* server = serve(CLIENTS_MAX);
    describe(server, "one");
    view_client clients[CLIENTS_MAX];
    for (int i = 0; i < CLIENTS_MAX; i++)
        clients[i] = come(server);
    wait_for_clients(server, CLIENTS_MAX);
    publish(server, 1, SMALL);
    rv_server_destroy(server);
    for (int i = 0; i < CLIENTS_MAX; i++) {
        check_close(&clients[i], "the viewer has stopped");
        view_client_close(&clients[i]);
    }
}

typedef struct crowd {
    view_place place;
    _Atomic bool stops;
} crowd;

// comes and goes in every way
static void* mill_about(void* argument) {
    crowd* c = argument;
    for (int i = 0; !c->stops; i++) {
        view_client client;
        int status = view_client_open(&client, &c->place);
        if (status == 101 && i % 3 == 0)
            take_frame(&client, 1);
        if (status == 101 && i % 3 == 1)
            view_client_ask(&client, (rv_request){.kind = RV_REQUEST_TAKE});
        if (i % 2 == 0 && client.socket >= 0)
            view_client_reset(&client);
        else
            view_client_close(&client);
    }
    return NULL;
}

TEST(pages_come_and_go_while_frames_are_published_and_the_server_ends) {
    rv_server* server = serve(2);
    crowd c = {.place = view_place_of(rv_server_address(server))};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&threads[i], NULL, mill_about, &c) == 0);
    double end = view_clock() + 1.0;
    rv_request request;
    for (uint32_t number = 1; view_clock() < end; number++) {
        if (number % 50 == 1)
            describe(server, "one");
        publish(server, number, SMALL + number % 1000);
        while (rv_server_next_request(server, &request))
            CHECK(request.kind == RV_REQUEST_RELEASE);
        rv_server_wait(server, 0.001);
    }
    CHECK(rv_server_count(server).frames_sent > 0);
    // some are in the middle of it
    rv_server_destroy(server);
    c.stops = true;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
