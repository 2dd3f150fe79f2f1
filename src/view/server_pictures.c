// Thumbnails: the host may simulate before it draws one, so a thread of their own asks for them,
// one at a time, while the connection that wants it sleeps. HTTP goes on meanwhile: pages open, and
// a WebSocket that is just beginning does not wait for pictures.
#include "view/server_parts.h"

#include <microhttpd.h>

// --- from the thread of HTTP --------------------------------------------------------------------

rv_picture* rv_server_picture_at(rv_server* server, const void* place) {
    for (int i = 0; i < RV_SERVER_CONNECTIONS_MAX; i++)
        if (place == &server->pictures[i])
            return &server->pictures[i];
    return NULL;
}

rv_picture* rv_server_picture_ask(rv_server* server, struct MHD_Connection* connection, int scene) {
    rv_picture* found = NULL;
    // sleeps before the other thread can know of it and wake it
    MHD_suspend_connection(connection);
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < RV_SERVER_CONNECTIONS_MAX && found == NULL; i++)
        if (server->pictures[i].connection == NULL)
            found = &server->pictures[i];
    bool stops = server->stops;
    if (found != NULL)
        *found = (rv_picture){.connection = connection,
                              .scene = scene,
                              .order = ++server->pictures_asked,
                              .done = stops};
    pthread_cond_signal(&server->picture_asked);
    pthread_mutex_unlock(&server->lock);
    if (found == NULL || stops)
        MHD_resume_connection(connection);
    return found;
}

void rv_server_picture_free(rv_server* server, rv_picture* picture) {
    pthread_mutex_lock(&server->lock);
    *picture = (rv_picture){0};
    pthread_mutex_unlock(&server->lock);
}

// --- the thread ---------------------------------------------------------------------------------

// the one that has waited longest; NULL: none waits
static rv_picture* next_picture(rv_server* server) {
    rv_picture* found = NULL;
    for (int i = 0; i < RV_SERVER_CONNECTIONS_MAX; i++) {
        rv_picture* picture = &server->pictures[i];
        if (picture->connection != NULL && !picture->done
            && (found == NULL || picture->order < found->order))
            found = picture;
    }
    return found;
}

// when the server stops, those that wait are woken without a picture
static void* draw_pictures(void* argument) {
    rv_server* server = argument;
    const rv_server_def* def = &server->def;
    pthread_mutex_lock(&server->lock);
    for (;;) {
        rv_picture* picture = next_picture(server);
        if (picture == NULL && server->stops)
            break;
        if (picture == NULL) {
            pthread_cond_wait(&server->picture_asked, &server->lock);
            continue;
        }
        const void* png = NULL;
        size_t bytes = 0;
        bool draws = def->thumbnail != NULL && !server->stops;
        pthread_mutex_unlock(&server->lock);
        if (draws)
            bytes = def->thumbnail(def->context, picture->scene, &png);
        pthread_mutex_lock(&server->lock);
        picture->png = png;
        picture->bytes = png != NULL ? bytes : 0;
        picture->done = true;
        struct MHD_Connection* connection = picture->connection;
        pthread_mutex_unlock(&server->lock);
        MHD_resume_connection(connection);
        pthread_mutex_lock(&server->lock);
    }
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

bool rv_server_pictures_start(rv_server* server) {
    server->pictures_run =
        pthread_create(&server->picture_thread, NULL, draw_pictures, server) == 0;
    return server->pictures_run;
}

void rv_server_pictures_stop(rv_server* server) {
    pthread_mutex_lock(&server->lock);
    server->stops = true;
    pthread_cond_signal(&server->picture_asked);
    pthread_mutex_unlock(&server->lock);
    if (server->pictures_run)
        pthread_join(server->picture_thread, NULL);
    server->pictures_run = false;
}
