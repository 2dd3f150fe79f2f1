// Connections that have not sent the token. libmicrohttpd closes a connection that is idle, which a
// client that sends a byte now and then never is: so each has a time limit in all, after which its
// socket is shut down and libmicrohttpd closes it. The token lifts the limit for good.
#include "view/clock.h"
#include "view/server_parts.h"

#include <math.h>
#include <sys/socket.h>

// enough for the page's script, 0.75 MB without a token, at 300 kbit/s [s]
static const double TOKEN_SECONDS = 20.0;

rv_stranger* rv_server_stranger_add(rv_server* server, int socket) {
    double limit = server->def.token_seconds > 0.0 ? server->def.token_seconds : TOKEN_SECONDS;
    rv_stranger* found = NULL;
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < RV_SERVER_CONNECTIONS_MAX && found == NULL; i++)
        if (!server->strangers[i].is_here)
            found = &server->strangers[i];
    if (found != NULL)
        *found = (rv_stranger){true, socket, rv_clock_now() + limit};
    pthread_mutex_unlock(&server->lock);
    // the clients' thread sleeps until the first deadline
    rv_wake_up(&server->clients_wake);
    return found;
}

void rv_server_stranger_trust(rv_server* server, rv_stranger* stranger) {
    if (stranger == NULL)
        return;
    pthread_mutex_lock(&server->lock);
    stranger->deadline = INFINITY;
    pthread_mutex_unlock(&server->lock);
}

void rv_server_stranger_remove(rv_server* server, rv_stranger* stranger) {
    if (stranger == NULL)
        return;
    pthread_mutex_lock(&server->lock);
    *stranger = (rv_stranger){.is_here = false};
    pthread_mutex_unlock(&server->lock);
}

double rv_server_strangers_expire(rv_server* server, double now) {
    double next = INFINITY;
    // locked: the socket is closed, and its number free for others, only after it was removed here
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < RV_SERVER_CONNECTIONS_MAX; i++) {
        rv_stranger* stranger = &server->strangers[i];
        if (!stranger->is_here)
            continue;
        if (now >= stranger->deadline) {
            atomic_fetch_add(&server->refused, 1);
            stranger->deadline = INFINITY;
            shutdown(stranger->socket, SHUT_RDWR);
        }
        next = fmin(next, stranger->deadline);
    }
    pthread_mutex_unlock(&server->lock);
    return next;
}
