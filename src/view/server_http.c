// HTTP by libmicrohttpd, on a thread of its own: asks handshake.c about every request, answers with
// the page, a thumbnail or a sentence, and hands sockets that became WebSockets to the clients'
// thread. Requests carry no bodies, so nothing of them is kept.
#include "view/assets.h"
#include "view/server_parts.h"

#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    IDLE_SECONDS = 10,
    CONNECTION_BYTES = 32768, // of memory for the head of a request
};

static const char PLAIN[] = "text/plain; charset=utf-8";

// --- answers ------------------------------------------------------------------------------------

typedef struct content {
    const char* type; // NULL: none
    const void* data;
    size_t bytes;
} content;

typedef struct header {
    const char* name;
    const char* value;
} header;

// nothing from elsewhere, nothing kept, no other page around it
static const header common_headers[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
     "img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
     "form-action 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cache-Control", "no-store"},
};

static bool add_headers(struct MHD_Response* response, unsigned status, const char* type) {
    bool good = true;
    for (size_t i = 0; i < sizeof common_headers / sizeof *common_headers; i++)
        good = good
               && MHD_add_response_header(response, common_headers[i].name, common_headers[i].value)
                      == MHD_YES;
    if (type != NULL)
        good = good && MHD_add_response_header(response, "Content-Type", type) == MHD_YES;
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        good = good && MHD_add_response_header(response, "Allow", "GET, HEAD") == MHD_YES;
    if (status == MHD_HTTP_UPGRADE_REQUIRED)
        good = good && MHD_add_response_header(response, "Sec-WebSocket-Version", "13") == MHD_YES;
    return good;
}

// what the content points to lives as long as the program, or the server
static enum MHD_Result answer(struct MHD_Connection* connection, unsigned status, content c) {
    struct MHD_Response* response =
        MHD_create_response_from_buffer(c.bytes, (void*)(uintptr_t)c.data, MHD_RESPMEM_PERSISTENT);
    if (response == NULL)
        return MHD_NO;
    enum MHD_Result result = MHD_NO;
    if (add_headers(response, status, c.type))
        result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(rv_server* server, struct MHD_Connection* connection, unsigned status,
                              const char* sentence) {
    atomic_fetch_add(&server->refused, 1);
    return answer(connection, status, (content){PLAIN, sentence, strlen(sentence)});
}

static enum MHD_Result answer_asset(rv_server* server, struct MHD_Connection* connection,
                                    const char* path) {
    rv_asset asset;
    if (!rv_asset_find(path, &asset))
        return refuse(server, connection, MHD_HTTP_NOT_FOUND,
                      "There is nothing here; open the address that was printed when the viewer "
                      "started.\n");
    return answer(connection, MHD_HTTP_OK, (content){asset.type, asset.data, asset.bytes});
}

static enum MHD_Result answer_thumbnail(rv_server* server, struct MHD_Connection* connection,
                                        const rv_picture* picture) {
    if (picture->bytes == 0)
        return refuse(server, connection, MHD_HTTP_NOT_FOUND, "This scene has no picture.\n");
    return answer(connection, MHD_HTTP_OK, (content){"image/png", picture->png, picture->bytes});
}

// --- upgrade ------------------------------------------------------------------------------------

// NULL: all are taken
static rv_client* reserve(rv_server* server) {
    rv_client* found = NULL;
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < server->def.max_clients && found == NULL; i++)
        if (server->clients[i].state == RV_CLIENT_FREE)
            found = &server->clients[i];
    if (found != NULL)
        found->state = RV_CLIENT_RESERVED;
    pthread_mutex_unlock(&server->lock);
    return found;
}

static void set_state(rv_client* client, rv_client_state state) {
    pthread_mutex_lock(&client->server->lock);
    client->state = state;
    pthread_mutex_unlock(&client->server->lock);
}

void rv_server_http_close(rv_client* client) {
    // the place may be taken again as soon as HTTP knows, so it is left first
    struct MHD_UpgradeResponseHandle* handle = client->handle;
    set_state(client, RV_CLIENT_ENDED);
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

static bool make_quick(int socket) {
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK) == 0;
}

static void on_upgrade(void* context, struct MHD_Connection* connection, void* request_context,
                       const char* early, size_t early_bytes, MHD_socket socket,
                       struct MHD_UpgradeResponseHandle* handle) {
    (void)connection, (void)request_context;
    rv_client* client = context;
    rv_server* server = client->server;
    client->socket = socket;
    client->handle = handle;
    client->early_read = client->early_bytes = 0;
    client->early = early_bytes > 0 ? malloc(early_bytes) : NULL;
    bool good = make_quick(socket) && (early_bytes == 0 || client->early != NULL);
    if (client->early != NULL) {
        memcpy(client->early, early, early_bytes);
        client->early_bytes = early_bytes;
    }
    pthread_mutex_lock(&server->lock);
    good = good && !server->stops;
    if (good)
        client->state = RV_CLIENT_ARRIVED;
    pthread_mutex_unlock(&server->lock);
    if (good) {
        rv_wake_up(&server->clients_wake);
    } else {
        free(client->early);
        client->early = NULL;
        rv_server_http_close(client);
    }
}

static enum MHD_Result answer_socket(rv_server* server, struct MHD_Connection* connection,
                                     const rv_handshake_request* request, void** place) {
    rv_client* client = reserve(server);
    if (client == NULL)
        return refuse(server, connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "As many pages as are allowed look on already; close one.\n");
    client->draws = request->draws != NULL && strcmp(request->draws, "1") == 0;
    *place = client; // on_completed() frees it
    struct MHD_Response* response = MHD_create_response_for_upgrade(on_upgrade, client);
    if (response == NULL)
        return MHD_NO;
    char accept[RV_HANDSHAKE_ACCEPT_BYTES];
    rv_handshake_accept(request->headers[RV_HEADER_KEY], accept);
    enum MHD_Result result = MHD_NO;
    if (MHD_add_response_header(response, "Upgrade", "websocket") == MHD_YES
        && MHD_add_response_header(response, "Sec-WebSocket-Accept", accept) == MHD_YES
        && MHD_add_response_header(response, "Sec-WebSocket-Protocol", RV_HANDSHAKE_PROTOCOL)
               == MHD_YES)
        result = MHD_queue_response(connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return result;
}

// --- connections --------------------------------------------------------------------------------

// the signature is libmicrohttpd's; its socket is closed after it was told here
static void on_connection(void* context, struct MHD_Connection* connection, void** stranger,
                          enum MHD_ConnectionNotificationCode code) {
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo* info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *stranger = info != NULL ? rv_server_stranger_add(context, info->connect_fd) : NULL;
    } else {
        rv_server_stranger_remove(context, *stranger);
        *stranger = NULL;
    }
}

static void lift_limit(rv_server* server, struct MHD_Connection* connection) {
    const union MHD_ConnectionInfo* info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (info != NULL)
        rv_server_stranger_trust(server, info->socket_context);
}

// --- requests -----------------------------------------------------------------------------------

static enum MHD_Result on_header(void* context, enum MHD_ValueKind kind, const char* name,
                                 const char* value) {
    (void)kind;
    rv_handshake_add_header(context, name, value);
    return MHD_YES;
}

static enum MHD_Result on_argument(void* context, enum MHD_ValueKind kind, const char* name,
                                   const char* value) {
    (void)kind;
    rv_handshake_add_argument(context, name, value);
    return MHD_YES;
}

// the signature is libmicrohttpd's
static enum MHD_Result on_request(void* context, struct MHD_Connection* connection,
                                  const char* path, const char* method, const char* version,
                                  const char* upload, size_t* upload_bytes, void** place) {
    (void)upload, (void)upload_bytes;
    rv_server* server = context;
    const rv_picture* picture = rv_server_picture_at(server, *place);
    if (picture != NULL)
        return answer_thumbnail(server, connection, picture);
    rv_handshake_request request = {.method = method, .path = path, .version = version};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, on_header, &request);
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, on_argument, &request);
    rv_handshake_answer decided = rv_handshake_decide(&server->rules, &request);
    // a refusal goes out before any body is read; the rest when the request is complete
    bool complete = *place != NULL;
    *place = server;
    if (decided.route == RV_ROUTE_REFUSED)
        return refuse(server, connection, (unsigned)decided.status, decided.sentence);
    if (decided.has_token)
        lift_limit(server, connection);
    if (!complete)
        return MHD_YES;
    switch (decided.route) {
    case RV_ROUTE_ASSET:
        return answer_asset(server, connection, path);
    case RV_ROUTE_THUMBNAIL:
        *place = rv_server_picture_ask(server, connection, decided.scene);
        return *place != NULL ? MHD_YES : MHD_NO;
    case RV_ROUTE_SOCKET:
        return answer_socket(server, connection, &request, place);
    default:
        return answer(connection, MHD_HTTP_NO_CONTENT, (content){NULL, "", 0});
    }
}

// the request is done with; one that became a WebSocket, when its socket is closed
static void on_completed(void* context, struct MHD_Connection* connection, void** place,
                         enum MHD_RequestTerminationCode code) {
    (void)connection, (void)code;
    rv_server* server = context;
    rv_picture* picture = rv_server_picture_at(server, *place);
    if (picture != NULL)
        rv_server_picture_free(server, picture);
    else if (*place != NULL && *place != server)
        set_state(*place, RV_CLIENT_FREE);
    *place = NULL;
}

// --- life ---------------------------------------------------------------------------------------

bool rv_server_http_start(rv_server* server, int socket) {
    server->daemon = MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
        on_request, server, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
        MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)(server->def.max_clients + RV_SERVER_CONNECTIONS_BESIDES),
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES, MHD_OPTION_END);
    return server->daemon != NULL;
}

void rv_server_http_stop(rv_server* server) {
    if (server->daemon != NULL)
        MHD_stop_daemon(server->daemon);
    server->daemon = NULL;
}
