// The rules are a list, the first that is broken answers: a name that leads here, one of each
// header, a method without a body, then what the path asks for. A page of another site fails at
// Host if it got here through a name of its own, and at Origin if it did not (docs/viewer.md).
#include "view/handshake.h"

#include <nettle/base64.h>
#include <nettle/memops.h>
#include <nettle/sha1.h>
#include <string.h>
#include <strings.h>

enum {
    KEY_CHARACTERS = 24, // of 16 bytes in base 64
    KEY_BYTES = 16,
    SCENE_DIGITS_MAX = 6,
    HTTP_OK = 200,
    HTTP_EMPTY = 204,
    HTTP_SWITCHING = 101,
    HTTP_BAD = 400,
    HTTP_FORBIDDEN = 403,
    HTTP_NOT_FOUND = 404,
    HTTP_METHOD = 405,
    HTTP_UPGRADE = 426,
};

static const char* const header_names[RV_HEADER_COUNT] = {
    [RV_HEADER_HOST] = "Host",
    [RV_HEADER_ORIGIN] = "Origin",
    [RV_HEADER_UPGRADE] = "Upgrade",
    [RV_HEADER_CONNECTION] = "Connection",
    [RV_HEADER_VERSION] = "Sec-WebSocket-Version",
    [RV_HEADER_KEY] = "Sec-WebSocket-Key",
    [RV_HEADER_PROTOCOL] = "Sec-WebSocket-Protocol",
    [RV_HEADER_LENGTH] = "Content-Length",
    [RV_HEADER_ENCODING] = "Transfer-Encoding",
};

static void keep(rv_handshake_request* request, const char** place, const char* value) {
    request->repeated |= *place != NULL;
    *place = value != NULL ? value : "";
}

void rv_handshake_add_header(rv_handshake_request* request, const char* name, const char* value) {
    for (int i = 0; i < RV_HEADER_COUNT; i++)
        if (strcasecmp(name, header_names[i]) == 0)
            keep(request, &request->headers[i], value);
}

void rv_handshake_add_argument(rv_handshake_request* request, const char* name, const char* value) {
    if (strcmp(name, "token") == 0)
        keep(request, &request->token, value);
    if (strcmp(name, "draws") == 0)
        keep(request, &request->draws, value);
}

// --- rules --------------------------------------------------------------------------------------

static bool host_is_ours(const rv_handshake_rules* rules, const char* host) {
    if (host == NULL || host[0] == '\0')
        return false;
    return strcmp(host, rules->hosts[0]) == 0 || strcmp(host, rules->hosts[1]) == 0;
}

// as browsers write it: the scheme and the host, nothing after
static bool origin_is_ours(const rv_handshake_rules* rules, const char* origin) {
    static const char scheme[] = "http://";
    const size_t length = sizeof scheme - 1;
    return origin != NULL && strncmp(origin, scheme, length) == 0
           && host_is_ours(rules, origin + length);
}

// in a time that says nothing about where they differ
static bool token_is_ours(const rv_handshake_rules* rules, const char* token) {
    return token != NULL && strlen(token) == RV_HANDSHAKE_TOKEN_DIGITS
           && memeql_sec(token, rules->token, RV_HANDSHAKE_TOKEN_DIGITS);
}

// is the word in a list such as "keep-alive, Upgrade"?
static bool list_has(const char* list, const char* word, bool any_case) {
    if (list == NULL)
        return false;
    const size_t length = strlen(word);
    while (*list != '\0') {
        list += strspn(list, " \t,");
        size_t item = strcspn(list, ","), end = item;
        while (end > 0 && (list[end - 1] == ' ' || list[end - 1] == '\t'))
            end--;
        if (end == length
            && (any_case ? strncasecmp(list, word, length) : strncmp(list, word, length)) == 0)
            return true;
        list += item;
    }
    return false;
}

// sixteen bytes in base 64
static bool key_is_valid(const char* key) {
    if (key == NULL || strlen(key) != KEY_CHARACTERS)
        return false;
    struct base64_decode_ctx base64;
    uint8_t bytes[BASE64_DECODE_LENGTH(KEY_CHARACTERS)];
    size_t count = sizeof bytes;
    base64_decode_init(&base64);
    return base64_decode_update(&base64, &count, bytes, KEY_CHARACTERS, key) == 1
           && base64_decode_final(&base64) == 1 && count == KEY_BYTES;
}

static bool has_body(const rv_handshake_request* request) {
    const char* length = request->headers[RV_HEADER_LENGTH];
    return request->headers[RV_HEADER_ENCODING] != NULL
           || (length != NULL && strcmp(length, "0") != 0);
}

// --- routes -------------------------------------------------------------------------------------

static rv_handshake_answer refuse(int status, const char* sentence) {
    return (rv_handshake_answer){RV_ROUTE_REFUSED, status, sentence, 0, false};
}

static rv_handshake_answer refuse_token(void) {
    return refuse(HTTP_FORBIDDEN,
                  "The address needs the token that was printed when the viewer started.\n");
}

static rv_handshake_answer decide_socket(const rv_handshake_rules* rules,
                                         const rv_handshake_request* request) {
    const char* const* headers = request->headers;
    if (strcmp(request->method, "GET") != 0)
        return refuse(HTTP_METHOD, "A WebSocket is opened with GET.\n");
    if (!token_is_ours(rules, request->token))
        return refuse_token();
    if (!list_has(headers[RV_HEADER_UPGRADE], "websocket", true)
        || !list_has(headers[RV_HEADER_CONNECTION], "upgrade", true))
        return refuse(HTTP_UPGRADE, "This address is for the page's WebSocket; open the address "
                                    "that was printed when the viewer started.\n");
    if (!origin_is_ours(rules, headers[RV_HEADER_ORIGIN]))
        return refuse(HTTP_FORBIDDEN, "Only the viewer's own page may connect: open the address "
                                      "that was printed when the viewer started.\n");
    if (request->version == NULL || strcmp(request->version, "HTTP/1.1") != 0)
        return refuse(HTTP_UPGRADE, "A WebSocket needs HTTP/1.1.\n");
    if (headers[RV_HEADER_VERSION] == NULL || strcmp(headers[RV_HEADER_VERSION], "13") != 0)
        return refuse(HTTP_UPGRADE, "Sec-WebSocket-Version must be 13.\n");
    if (!key_is_valid(headers[RV_HEADER_KEY]))
        return refuse(HTTP_BAD, "Sec-WebSocket-Key must be 16 bytes in base 64.\n");
    if (!list_has(headers[RV_HEADER_PROTOCOL], RV_HANDSHAKE_PROTOCOL, false))
        return refuse(HTTP_BAD, "Sec-WebSocket-Protocol must offer " RV_HANDSHAKE_PROTOCOL
                                ": reload the page, it is of another version.\n");
    return (rv_handshake_answer){RV_ROUTE_SOCKET, HTTP_SWITCHING, NULL, 0, true};
}

// the number in "12.png"; -1: it is no such name
static int scene_of(const char* name) {
    size_t digits = strspn(name, "0123456789");
    if (digits == 0 || digits > SCENE_DIGITS_MAX || strcmp(name + digits, ".png") != 0)
        return -1;
    int scene = 0;
    for (size_t i = 0; i < digits; i++)
        scene = 10 * scene + (name[i] - '0');
    return scene;
}

static rv_handshake_answer decide_path(const rv_handshake_rules* rules,
                                       const rv_handshake_request* request) {
    static const char thumbnails[] = "/thumbnail/";
    const char* path = request->path;
    if (strcmp(path, "/socket") == 0)
        return decide_socket(rules, request);
    if (strcmp(path, "/favicon.ico") == 0)
        return (rv_handshake_answer){RV_ROUTE_NOTHING, HTTP_EMPTY, NULL, 0, false};
    bool is_thumbnail = strncmp(path, thumbnails, sizeof thumbnails - 1) == 0;
    bool has_token = token_is_ours(rules, request->token);
    if ((is_thumbnail || strcmp(path, "/") == 0) && !has_token)
        return refuse_token();
    if (!is_thumbnail)
        return (rv_handshake_answer){RV_ROUTE_ASSET, HTTP_OK, NULL, 0, has_token};
    int scene = scene_of(path + sizeof thumbnails - 1);
    if (scene < 0)
        return refuse(HTTP_NOT_FOUND, "A thumbnail is at /thumbnail/N.png, N a scene's number.\n");
    return (rv_handshake_answer){RV_ROUTE_THUMBNAIL, HTTP_OK, NULL, scene, has_token};
}

rv_handshake_answer rv_handshake_decide(const rv_handshake_rules* rules,
                                        const rv_handshake_request* request) {
    if (!host_is_ours(rules, request->headers[RV_HEADER_HOST]))
        return refuse(HTTP_FORBIDDEN, "The viewer answers only at the address that was printed "
                                      "when it started; open that one.\n");
    if (request->repeated)
        return refuse(HTTP_BAD, "A header or the token came twice; send it once.\n");
    if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0)
        return refuse(HTTP_METHOD, "Only GET and HEAD are answered here.\n");
    if (has_body(request))
        return refuse(HTTP_BAD, "A request has no body here; send it without.\n");
    return decide_path(rules, request);
}

void rv_handshake_accept(const char* key, char accept[RV_HANDSHAKE_ACCEPT_BYTES]) {
    // the number that RFC 6455 gives, section 1.3
    static const char number[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx sha1;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&sha1);
    sha1_update(&sha1, strlen(key), (const uint8_t*)key);
    sha1_update(&sha1, sizeof number - 1, (const uint8_t*)number);
    sha1_digest(&sha1, sizeof digest, digest);
    base64_encode_raw(accept, sizeof digest, digest);
    accept[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE)] = '\0';
}
