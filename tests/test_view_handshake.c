// Who is let in: the good request of each route, and one that breaks each rule.
#include "test.h"
#include "view/handshake.h"

static const rv_handshake_rules RULES = {{"127.0.0.1:8080", "localhost:8080"},
                                         "0123456789abcdef0123456789abcdef"};
#define TOKEN "0123456789abcdef0123456789abcdef"

static rv_handshake_request get(const char* path) {
    rv_handshake_request r = {.method = "GET", .path = path, .version = "HTTP/1.1"};
    rv_handshake_add_header(&r, "Host", "127.0.0.1:8080");
    rv_handshake_add_argument(&r, "token", TOKEN);
    return r;
}

// as a browser sends it
static rv_handshake_request socket_request(void) {
    rv_handshake_request r = get("/socket");
    rv_handshake_add_header(&r, "User-Agent", "any");
    rv_handshake_add_header(&r, "Connection", "keep-alive, Upgrade");
    rv_handshake_add_header(&r, "Upgrade", "websocket");
    rv_handshake_add_header(&r, "Origin", "http://127.0.0.1:8080");
    rv_handshake_add_header(&r, "Sec-WebSocket-Version", "13");
    rv_handshake_add_header(&r, "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
    rv_handshake_add_header(&r, "sec-websocket-protocol", "reeve.v1");
    return r;
}

static void check_route(rv_handshake_request r, rv_handshake_route route, int status) {
    rv_handshake_answer a = rv_handshake_decide(&RULES, &r);
    CHECK(a.route == route);
    CHECK_NEAR(a.status, status, 0);
}

static void check_refused(rv_handshake_request r, int status, const char* sentence) {
    rv_handshake_answer a = rv_handshake_decide(&RULES, &r);
    CHECK(a.route == RV_ROUTE_REFUSED);
    CHECK_NEAR(a.status, status, 0);
    CHECK_TEXT(a.sentence != NULL ? a.sentence : "", sentence);
}

static const char HOST_REFUSED[] =
    "The viewer answers only at the address that was printed when it started; open that one.\n";
static const char TOKEN_REFUSED[] =
    "The address needs the token that was printed when the viewer started.\n";
static const char ORIGIN_REFUSED[] = "Only the viewer's own page may connect: open the address "
                                     "that was printed when the viewer started.\n";
static const char UPGRADE_REFUSED[] = "This address is for the page's WebSocket; open the address "
                                      "that was printed when the viewer started.\n";

TEST(good_requests_find_their_route) {
    check_route(get("/"), RV_ROUTE_ASSET, 200);
    check_route(get("/viewer.js"), RV_ROUTE_ASSET, 200);
    check_route(get("/favicon.ico"), RV_ROUTE_NOTHING, 204);
    check_route(get("/thumbnail/12.png"), RV_ROUTE_THUMBNAIL, 200);
    check_route(socket_request(), RV_ROUTE_SOCKET, 101);
    rv_handshake_request r = get("/thumbnail/12.png");
    CHECK(rv_handshake_decide(&RULES, &r).scene == 12);
    r = get("/");
    r.method = "HEAD";
    check_route(r, RV_ROUTE_ASSET, 200);
    r.headers[RV_HEADER_HOST] = "localhost:8080";
    check_route(r, RV_ROUTE_ASSET, 200);
    // scripts and styles are no secret
    r = get("/viewer.css");
    r.token = NULL;
    check_route(r, RV_ROUTE_ASSET, 200);
    r = socket_request();
    r.headers[RV_HEADER_ORIGIN] = "http://localhost:8080";
    r.headers[RV_HEADER_HOST] = "localhost:8080";
    r.headers[RV_HEADER_PROTOCOL] = "reeve.v9 , reeve.v1";
    check_route(r, RV_ROUTE_SOCKET, 101);
}

TEST(a_host_that_was_not_printed_is_refused) {
    const char* const hosts[] = {NULL,
                                 "",
                                 "127.0.0.1",
                                 "127.0.0.1:80800",
                                 "127.0.0.1:808",
                                 "localhost",
                                 "localhost:80",
                                 "LOCALHOST:8080",
                                 "evil.example:8080",
                                 "127.0.0.1:8080.evil.example",
                                 " 127.0.0.1:8080"};
    const char* const paths[] = {"/", "/viewer.js", "/favicon.ico", "/thumbnail/0.png", "/socket"};
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        for (size_t j = 0; j < sizeof paths / sizeof *paths; j++) {
            rv_handshake_request r = socket_request();
            r.path = paths[j];
            r.headers[RV_HEADER_HOST] = hosts[i];
            check_refused(r, 403, HOST_REFUSED);
        }
    }
    // a server that is not on this machine has no second name, and an empty Host is none
    rv_handshake_rules elsewhere = {{"10.0.0.5:80", ""}, TOKEN};
    rv_handshake_request r = get("/");
    r.headers[RV_HEADER_HOST] = "";
    CHECK(rv_handshake_decide(&elsewhere, &r).status == 403);
    r.headers[RV_HEADER_HOST] = "localhost:80";
    CHECK(rv_handshake_decide(&elsewhere, &r).status == 403);
}

TEST(a_wrong_token_is_refused_where_one_is_needed) {
    const char* const tokens[] = {NULL,
                                  "",
                                  "0",
                                  "0123456789abcdef0123456789abcde",
                                  "0123456789abcdef0123456789abcdef0",
                                  "1123456789abcdef0123456789abcdef",
                                  "0123456789abcdef0123456789abcdee",
                                  "0123456789ABCDEF0123456789ABCDEF"};
    const char* const paths[] = {"/", "/thumbnail/0.png", "/thumbnail/../", "/socket"};
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        for (size_t j = 0; j < sizeof paths / sizeof *paths; j++) {
            rv_handshake_request r = socket_request();
            r.path = paths[j];
            r.token = tokens[i];
            check_refused(r, 403, TOKEN_REFUSED);
        }
    }
}

TEST(an_origin_that_is_not_our_page_is_refused) {
    const char* const origins[] = {NULL,
                                   "",
                                   "null",
                                   "http://",
                                   "https://127.0.0.1:8080",
                                   "http://127.0.0.1",
                                   "http://127.0.0.1:8081",
                                   "http://127.0.0.1:8080/",
                                   "http://evil.example",
                                   "http://127.0.0.1:8080.evil.example",
                                   "HTTP://127.0.0.1:8080"};
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
        rv_handshake_request r = socket_request();
        r.headers[RV_HEADER_ORIGIN] = origins[i];
        check_refused(r, 403, ORIGIN_REFUSED);
    }
}

TEST(methods_and_bodies_are_refused) {
    const char* const methods[] = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        rv_handshake_request r = get("/");
        r.method = methods[i];
        check_refused(r, 405, "Only GET and HEAD are answered here.\n");
    }
    rv_handshake_request r = socket_request();
    r.method = "HEAD";
    check_refused(r, 405, "A WebSocket is opened with GET.\n");
    r = get("/");
    r.headers[RV_HEADER_LENGTH] = "0";
    check_route(r, RV_ROUTE_ASSET, 200);
    r.headers[RV_HEADER_LENGTH] = "5";
    check_refused(r, 400, "A request has no body here; send it without.\n");
    r = get("/");
    r.headers[RV_HEADER_ENCODING] = "chunked";
    check_refused(r, 400, "A request has no body here; send it without.\n");
}

TEST(what_came_twice_is_refused) {
    rv_handshake_request r = get("/");
    rv_handshake_add_header(&r, "HOST", "127.0.0.1:8080");
    check_refused(r, 400, "A header or the token came twice; send it once.\n");
    r = socket_request();
    rv_handshake_add_header(&r, "Origin", "http://127.0.0.1:8080");
    check_refused(r, 400, "A header or the token came twice; send it once.\n");
    r = get("/");
    rv_handshake_add_argument(&r, "token", TOKEN);
    check_refused(r, 400, "A header or the token came twice; send it once.\n");
    // others may
    r = get("/");
    rv_handshake_add_header(&r, "Accept", "a");
    rv_handshake_add_header(&r, "Accept", "b");
    rv_handshake_add_argument(&r, "other", NULL);
    check_route(r, RV_ROUTE_ASSET, 200);
}

TEST(thumbnails_have_a_number) {
    const char* const paths[] = {"/thumbnail/",       "/thumbnail/x.png",      "/thumbnail/-1.png",
                                 "/thumbnail/1",      "/thumbnail/1.jpg",      "/thumbnail/1.png/",
                                 "/thumbnail/1 .png", "/thumbnail/1234567.png"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        check_refused(get(paths[i]), 404,
                      "A thumbnail is at /thumbnail/N.png, N a scene's number.\n");
}

// a good request with one header changed
static rv_handshake_request with(rv_handshake_header header, const char* value) {
    rv_handshake_request r = socket_request();
    r.headers[header] = value;
    return r;
}

TEST(a_socket_needs_the_whole_handshake) {
    check_refused(get("/socket"), 426, UPGRADE_REFUSED);
    check_refused(with(RV_HEADER_UPGRADE, NULL), 426, UPGRADE_REFUSED);
    check_refused(with(RV_HEADER_UPGRADE, "h2c"), 426, UPGRADE_REFUSED);
    check_refused(with(RV_HEADER_UPGRADE, "websockets"), 426, UPGRADE_REFUSED);
    check_refused(with(RV_HEADER_CONNECTION, "keep-alive"), 426, UPGRADE_REFUSED);
    check_refused(with(RV_HEADER_CONNECTION, ",,upgraded,, "), 426, UPGRADE_REFUSED);
    check_route(with(RV_HEADER_CONNECTION, "\tUPGRADE \t"), RV_ROUTE_SOCKET, 101);
    rv_handshake_request r = socket_request();
    r.version = "HTTP/1.0";
    check_refused(r, 426, "A WebSocket needs HTTP/1.1.\n");
    const char version[] = "Sec-WebSocket-Version must be 13.\n";
    check_refused(with(RV_HEADER_VERSION, NULL), 426, version);
    check_refused(with(RV_HEADER_VERSION, "8"), 426, version);
    check_refused(with(RV_HEADER_VERSION, "130"), 426, version);
    const char key[] = "Sec-WebSocket-Key must be 16 bytes in base 64.\n";
    check_refused(with(RV_HEADER_KEY, NULL), 400, key);
    check_refused(with(RV_HEADER_KEY, ""), 400, key);
    check_refused(with(RV_HEADER_KEY, "dGhlIHNhbXBsZSBub25jZQ="), 400, key);
    check_refused(with(RV_HEADER_KEY, "dGhlIHNhbXBsZSBub25jZQ===="), 400, key);
    check_refused(with(RV_HEADER_KEY, "dGhlIHNhbXBsZSBub25jZQAA"), 400, key); // 18 bytes
    check_refused(with(RV_HEADER_KEY, "dGhl!HNhbXBsZSBub25jZQ=="), 400, key);
    check_refused(with(RV_HEADER_KEY, "dGhl HNhbXBsZSBub25jZQ=="), 400, key);
    const char protocol[] = "Sec-WebSocket-Protocol must offer reeve.v1: reload the page, it is of "
                            "another version.\n";
    check_refused(with(RV_HEADER_PROTOCOL, NULL), 400, protocol);
    check_refused(with(RV_HEADER_PROTOCOL, "reeve.v2"), 400, protocol);
    check_refused(with(RV_HEADER_PROTOCOL, "REEVE.V1"), 400, protocol);
    check_refused(with(RV_HEADER_PROTOCOL, "reeve.v10, reeve.v"), 400, protocol);
}

TEST(the_accept_key_is_the_one_of_the_standard) {
    char accept[RV_HANDSHAKE_ACCEPT_BYTES];
    rv_handshake_accept("dGhlIHNhbXBsZSBub25jZQ==", accept);
    CHECK_TEXT(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); // RFC 6455, 1.3
}
