// The server's HTTP over real sockets: what it answers, whom it refuses, and how it starts.
#include "view/listen.h"
#include "view_server_fixture.h"

static const uint8_t PICTURE[] = {0x89, 'P', 'N', 'G', 0, 1, 2, 3};

enum { SLOW_SCENE = 5 };

static size_t thumbnail(void* context, int scene, const void** png) {
    (void)context;
    *png = PICTURE;
    if (scene == SLOW_SCENE)
        poll(NULL, 0, 500);
    return scene == 3 || scene == SLOW_SCENE ? sizeof PICTURE : 0;
}

static rv_server* serve_pictures(void) {
    return serve_with((rv_server_def){"127.0.0.1", 0, CLIENTS_MAX, thumbnail, NULL, 0.0});
}

// one request of HTTP, after which the server closes
static void ask(const rv_server* server, const char* first, const char* rest, char* answer) {
    char text[1024];
    view_place place = view_place_of(rv_server_address(server));
    snprintf(text, sizeof text, "%s HTTP/1.1\r\nHost: %s\r\n%s%s\r\n", first, place.host, rest,
             strstr(rest, "Connection:") != NULL ? "" : "Connection: close\r\n");
    view_exchange(&place, text, answer, 8192);
}

static void check_status(const char* answer, int status) {
    CHECK(strncmp(answer, "HTTP/1.1 ", 9) == 0);
    CHECK_NEAR(strlen(answer) > 9 ? atoi(answer + 9) : 0, status, 0);
}

static const char* body_of(const char* answer) {
    const char* end = strstr(answer, "\r\n\r\n");
    return end != NULL ? end + 4 : "";
}

static void check_refusal(const rv_server* server, const char* first, const char* rest, int status,
                          const char* sentence) {
    char answer[8192];
    ask(server, first, rest, answer);
    check_status(answer, status);
    CHECK_TEXT(body_of(answer), sentence);
    CHECK(strstr(answer, "Content-Type: text/plain; charset=utf-8\r\n") != NULL);
}

TEST(the_page_comes_with_the_headers_that_keep_it_in) {
    rv_server* server = serve(CLIENTS_MAX);
    view_place place = view_place_of(rv_server_address(server));
    CHECK(strlen(place.token) == 32 && place.port > 0);
    CHECK(strspn(place.token, "0123456789abcdef") == 32);
    char first[128], answer[8192];
    snprintf(first, sizeof first, "GET /?token=%s", place.token);
    ask(server, first, "", answer);
    check_status(answer, 200);
    CHECK(strstr(answer, "Content-Type: text/html") != NULL);
    CHECK(strstr(answer, "Content-Security-Policy: default-src 'none'; script-src 'self';")
          != NULL);
    CHECK(strstr(answer, "X-Content-Type-Options: nosniff\r\n") != NULL);
    CHECK(strstr(answer, "Referrer-Policy: no-referrer\r\n") != NULL);
    CHECK(strstr(answer, "Cache-Control: no-store\r\n") != NULL);
    CHECK(strlen(body_of(answer)) > 0);
    snprintf(first, sizeof first, "HEAD /?token=%s", place.token);
    ask(server, first, "", answer);
    check_status(answer, 200);
    CHECK_TEXT(body_of(answer), "");
    ask(server, "GET /viewer.js", "", answer);
    check_status(answer, 200);
    ask(server, "GET /viewer.css", "", answer);
    check_status(answer, 200);
    ask(server, "GET /favicon.ico", "", answer);
    check_status(answer, 204);
    CHECK(rv_server_count(server).refused == 0);
    rv_server_destroy(server);
}

TEST(thumbnails_come_from_the_host) {
    rv_server* server = serve_pictures();
    view_place place = view_place_of(rv_server_address(server));
    char first[128], answer[8192];
    snprintf(first, sizeof first, "GET /thumbnail/3.png?token=%s", place.token);
    ask(server, first, "", answer);
    check_status(answer, 200);
    CHECK(strstr(answer, "Content-Type: image/png\r\n") != NULL);
    CHECK(memcmp(body_of(answer), PICTURE, sizeof PICTURE) == 0);
    snprintf(first, sizeof first, "GET /thumbnail/4.png?token=%s", place.token);
    check_refusal(server, first, "", 404, "This scene has no picture.\n");
    rv_server_destroy(server);
}

// sends one byte after another, without an end, until the server closes; false: it never does
static bool trickle_until_closed(int file, const char* text) {
    CHECK(view_put(file, text, strlen(text)));
    for (double end = view_clock() + SOON; view_clock() < end;) {
        if (send(file, "x", 1, MSG_NOSIGNAL) != 1)
            return true;
        struct pollfd wait = {.fd = file, .events = POLLIN};
        char answer[256];
        if (poll(&wait, 1, 20) == 1 && recv(file, answer, sizeof answer, 0) <= 0)
            return true;
    }
    return false;
}

TEST(a_connection_without_the_token_ends_though_it_is_never_idle) {
    rv_server_def def = {"127.0.0.1", 0, CLIENTS_MAX, NULL, NULL, 0.3};
    rv_server* server = serve_with(def);
    view_place place = view_place_of(rv_server_address(server));
    int file = view_connect(&place);
    CHECK(trickle_until_closed(file, "GET / HTTP/1.1\r\nHost: "));
    close(file);
    // nor does a wrong token help, or a request that needs none
    file = view_connect(&place);
    char text[256];
    snprintf(text, sizeof text, "GET /favicon.ico?token=0 HTTP/1.1\r\nHost: %s\r\n\r\nGET /",
             place.host);
    CHECK(trickle_until_closed(file, text));
    close(file);
    CHECK_NEAR((double)rv_server_count(server).refused, 2, 0);
    rv_server_destroy(server);
}

TEST(a_connection_with_the_token_outlives_the_limit_of_those_without) {
    rv_server_def def = {"127.0.0.1", 0, CLIENTS_MAX, NULL, NULL, 0.3};
    rv_server* server = serve_with(def);
    view_place place = view_place_of(rv_server_address(server));
    describe(server, "one");
    view_client client = come(server);
    wait_for_clients(server, 1);
    int file = view_connect(&place);
    char text[256], answer[8192] = "";
    snprintf(text, sizeof text, "HEAD /?token=%s HTTP/1.1\r\nHost: %s\r\n\r\n", place.token,
             place.host);
    CHECK(view_put(file, text, strlen(text)));
    struct pollfd wait = {.fd = file, .events = POLLIN};
    CHECK(poll(&wait, 1, (int)(1000.0 * SOON)) == 1);
    CHECK(recv(file, answer, sizeof answer - 1, 0) > 0);
    check_status(answer, 200);
    // a stranger that comes now is shut down after the limit, the others stay
    int stranger = view_connect(&place);
    wait.fd = stranger;
    CHECK(poll(&wait, 1, (int)(1000.0 * SOON)) == 1);
    CHECK(recv(stranger, answer, sizeof answer - 1, 0) == 0);
    wait.fd = file;
    CHECK(poll(&wait, 1, 0) == 0);
    CHECK_NEAR(rv_server_client_count(server), 1, 0);
    view_client_close(&client);
    close(file);
    close(stranger);
    rv_server_destroy(server);
}

TEST(an_address_is_local_if_it_leads_to_this_machine_alone) {
    CHECK(rv_host_is_local("127.0.0.1") && rv_host_is_local("127.9.9.9"));
    CHECK(rv_host_is_local("::1"));
    CHECK(!rv_host_is_local("192.168.1.5") && !rv_host_is_local("10.0.0.1"));
    CHECK(!rv_host_is_local("fe80::1") && !rv_host_is_local("127.0.0.1.example"));
}

TEST(a_slow_thumbnail_keeps_no_page_waiting) {
    rv_server* server = serve_pictures();
    view_place place = view_place_of(rv_server_address(server));
    char text[256], answer[8192] = "";
    int files[3];
    snprintf(text, sizeof text, "GET /thumbnail/%d.png?token=%s HTTP/1.1\r\nHost: %s\r\n\r\n",
             SLOW_SCENE, place.token, place.host);
    for (int i = 0; i < 3; i++) {
        files[i] = view_connect(&place);
        CHECK(view_put(files[i], text, strlen(text)));
    }
    // three times half a second of drawing: the page is there before the last of them
    describe(server, "one");
    view_client client = come(server);
    check_text(&client, "one");
    struct pollfd wait = {.fd = files[2], .events = POLLIN};
    CHECK(poll(&wait, 1, 0) == 0);
    view_client_close(&client);
    CHECK(poll(&wait, 1, (int)(1000.0 * SOON)) == 1);
    CHECK(recv(files[2], answer, sizeof answer - 1, 0) > 0);
    check_status(answer, 200);
    // and the server ends though some wait
    for (int i = 0; i < 2; i++)
        CHECK(view_put(files[i], text, strlen(text)));
    close(files[0]);
    rv_server_destroy(server);
    close(files[1]);
    close(files[2]);
}

TEST(bad_requests_are_refused_with_a_sentence) {
    rv_server* server = serve(CLIENTS_MAX);
    view_place place = view_place_of(rv_server_address(server));
    char with_token[128], text[512], answer[8192];
    check_refusal(server, "GET /", "", 403,
                  "The address needs the token that was printed when the viewer started.\n");
    check_refusal(server, "GET /?token=0", "", 403,
                  "The address needs the token that was printed when the viewer started.\n");
    check_refusal(server, "GET /other", "", 404,
                  "There is nothing here; open the address that was printed when the viewer "
                  "started.\n");
    check_refusal(server, "POST /", "Content-Length: 3\r\n", 405,
                  "Only GET and HEAD are answered here.\n");
    snprintf(with_token, sizeof with_token, "GET /?token=%s", place.token);
    check_refusal(server, with_token, "Content-Length: 3\r\n", 400,
                  "A request has no body here; send it without.\n");
    snprintf(with_token, sizeof with_token, "GET /socket?token=%s", place.token);
    check_refusal(server, with_token, "Upgrade: websocket\r\nConnection: Upgrade, close\r\n", 403,
                  "Only the viewer's own page may connect: open the address that was printed when "
                  "the viewer started.\n");
    snprintf(text, sizeof text,
             "GET /?token=%s HTTP/1.1\r\nHost: evil.example:%d\r\nConnection: close\r\n\r\n",
             place.token, place.port);
    view_exchange(&place, text, answer, sizeof answer);
    check_status(answer, 403);
    CHECK_TEXT(body_of(answer), "The viewer answers only at the address that was printed when it "
                                "started; open that one.\n");
    CHECK_NEAR((double)rv_server_count(server).refused, 7, 0);
    CHECK(rv_server_client_count(server) == 0);
    rv_server_destroy(server);
}

TEST(localhost_is_another_name_of_this_machine) {
    rv_server* server = serve(CLIENTS_MAX);
    view_place place = view_place_of(rv_server_address(server));
    snprintf(place.host, sizeof place.host, "localhost:%d", place.port);
    view_client client;
    CHECK(view_client_open(&client, &place) == 101);
    // the answer names the accepted protocol and key (RFC 6455, 1.3)
    CHECK(strstr((char*)client.bytes, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
          != NULL);
    CHECK(strstr((char*)client.bytes, "Sec-WebSocket-Protocol: reeve.v1\r\n") != NULL);
    view_client_close(&client);
    rv_server_destroy(server);
}

static void check_create_refused(const char* host, int port, int clients, const char* expected) {
    char error[256] = "";
    rv_server_def def = {host, port, clients, NULL, NULL, 0.0};
    CHECK(rv_server_create(&def, error, sizeof error) == NULL);
    CHECK_TEXT(error, expected);
}

TEST(create_refuses_with_a_sentence) {
    check_create_refused(
        "example.org", 0, 8,
        "rv_viewer_def.host = \"example.org\": must be a numeric address such as 127.0.0.1");
    check_create_refused("", 0, 8,
                         "rv_viewer_def.host = \"\": must be a numeric address such as 127.0.0.1");
    check_create_refused("0.0.0.0", 0, 8,
                         "rv_viewer_def.host = \"0.0.0.0\": must be one address of this machine, "
                         "such as 127.0.0.1, because pages are let in by it");
    check_create_refused("::", 0, 8,
                         "rv_viewer_def.host = \"::\": must be one address of this machine, such "
                         "as 127.0.0.1, because pages are let in by it");
    check_create_refused("127.0.0.1", 65536, 8,
                         "rv_viewer_def.port = 65536: must be in [0, 65535]");
    check_create_refused("127.0.0.1", 0, 65, "rv_viewer_def.max_clients = 65: must be in [1, 64]");
    check_create_refused("192.0.2.1", 0, 8, "port 0 on 192.0.2.1: cannot assign requested address");
    rv_server* server = serve(1);
    char expected[128];
    int port = view_place_of(rv_server_address(server)).port;
    snprintf(expected, sizeof expected, "port %d on 127.0.0.1: address already in use", port);
    check_create_refused("127.0.0.1", port, 8, expected);
    rv_server_destroy(server);
}

TEST(a_port_is_free_again_after_a_server_with_clients) {
    rv_server* server = serve(1);
    view_client client = come(server);
    int port = view_place_of(rv_server_address(server)).port;
    rv_server_destroy(server);
    char error[256] = "";
    rv_server_def def = {"127.0.0.1", port, 1, NULL, NULL, 0.0};
    server = rv_server_create(&def, error, sizeof error);
    CHECK_TEXT(error, "");
    rv_server_destroy(server);
    view_client_close(&client);
}
