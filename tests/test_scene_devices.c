// Devices of the real world in scenes: a hand that sends datagrams, and a service that may not be there.
#include "haply_server.h"
#include "scene_fixture.h"
#include "udp_peer.h"

#include <stdio.h>

// a ball that a device moves over a block, whose top is at z = 0.03
static const char* text_of(const char* device) {
    static char text[2048];
    snprintf(
        text, sizeof text,
        "{\"reeve\": 1, \"name\": \"devices\", \"look\": \"at it\", \"step\": {\"rate\": 250},"
        "\"bodies\": [{\"name\": \"ball\", \"type\": \"kinematic\", \"position\": [0, 0, 0.1],"
        "  \"shapes\": [{\"sphere\": {\"radius\": 0.02}}]},"
        " {\"name\": \"block\", \"type\": \"static\", \"shapes\": [{\"box\": [0.2, 0.2, 0.06]}]}],"
        "\"haptics\": [{\"name\": \"hand\", \"body\": \"ball\", \"device\": {%s}}],"
        "\"probes\": [\"hand.force.z\", \"hand.position.z\", \"ball.position.z\"]}",
        device);
    return text;
}

static stage stage_of(const char* device) {
    return build(text_of(device));
}

static const char* status_of(const stage* s) {
    static char status[320];
    rv_scene_play_device_status(s->play, 0, status, sizeof status);
    return status;
}

// about as fast as time goes, while a peer sends; NULL: none does
static double play_on(stage* s, udp_peer* peer) {
    if (peer != NULL)
        udp_peer_send(peer);
    CHECK(rv_scene_play_step(s->play) == RV_STATUS_OK);
    nanosleep(&(struct timespec){0, 2000000}, NULL);
    return column(s, "hand.force.z");
}

TEST(a_hand_that_sends_datagrams_feels_the_scene_and_nothing_when_it_is_gone_in_threads) {
    stage s = stage_of("\"udp\": {}");
    if (s.play == NULL)
        return;
    WAIT_FOR(strstr(status_of(&s), "127.0.0.1:0") == NULL && strstr(status_of(&s), "(") == NULL);
    udp_peer p = udp_peer_of(status_of(&s));
    p.place = (rv_vec3){0.0, 0.0, 0.048}; // 2 mm deep: 6 N of the coupling's 3000 N/m
    double force = 0.0;
    for (int i = 0; i < 4000 && fabs(force - 6.0) > 0.05; i++)
        force = play_on(&s, &p);
    CHECK_NEAR(force, 6.0, 0.05);
    CHECK_NEAR(p.force.z, force, 0.05);
    CHECK_NEAR(column(&s, "ball.position.z"), 0.05, 1e-4);
    // a silent one feels nothing, and the scene goes on
    for (int i = 0; i < 4000 && force != 0.0; i++)
        force = play_on(&s, NULL);
    CHECK(force == 0.0);
    WAIT_FOR(strstr(status_of(&s), "does not tell where the hand is: the force is zero") != NULL);
    // it may come back, after the scene has begun anew as well
    rv_scene_play_reset(s.play);
    WAIT_FOR(strstr(status_of(&s), "127.0.0.1:0") == NULL && strstr(status_of(&s), "(") == NULL);
    close(p.socket);
    p = udp_peer_of(status_of(&s));
    p.place = (rv_vec3){0.0, 0.0, 0.048};
    for (int i = 0; i < 4000 && !(force > 1.0); i++)
        force = play_on(&s, &p);
    CHECK(force > 1.0);
    close(p.socket);
    tear_down(&s);
}

TEST(a_service_that_is_not_there_leaves_the_scene_running_without_force_in_threads) {
    // a port that nobody listens at: that of a server that has gone
    haply_server* server = haply_server_start(HAPLY_GOOD);
    char device[128];
    snprintf(device, sizeof device, "\"haply\": {\"port\": %d}", server->port);
    haply_server_stop(server);
    stage s = stage_of(device);
    if (s.play == NULL)
        return;
    for (int i = 0; i < 20; i++)
        CHECK(play_on(&s, NULL) == 0.0);
    WAIT_FOR(strstr(status_of(&s), "is not there (") != NULL);
    CHECK(strncmp(status_of(&s), "hand: Haply Inverse3", 20) == 0);
    tear_down(&s);
}

TEST(a_service_that_is_there_moves_the_tool_in_threads) {
    haply_server* server = haply_server_start(HAPLY_GOOD);
    char device[128];
    snprintf(device, sizeof device, "\"haply\": {\"port\": %d}", server->port);
    stage s = stage_of(device);
    if (s.play == NULL)
        return;
    for (int i = 0; i < 4000 && atomic_load(&server->commands) < 20; i++)
        play_on(&s, NULL);
    CHECK(atomic_load(&server->commands) >= 20);
    CHECK(strstr(status_of(&s), "not there") == NULL);
    tear_down(&s);
    haply_server_stop(server);
}

TEST(a_device_that_is_simulated_has_no_status) {
    stage s = stage_of("\"null\": true");
    CHECK_TEXT(status_of(&s), "");
    CHECK(rv_scene_play_device_status(s.play, 7, NULL, 0) == 0);
    tear_down(&s);
}

TEST(an_address_that_is_none_is_told_where_it_stands) {
    static rv_scene_problems problems;
    const char* text = text_of("\"udp\": {\"address\": \"here\"}");
    rv_scene* scene = rv_scene_parse(text, strlen(text), "t.json", &problems);
    CHECK(scene != NULL && rv_scene_play_create(scene, NULL, &problems) == NULL);
    CHECK(problems.count == 1);
    CHECK_TEXT(problems.items[0].path, "haptics[0].device.udp.address");
    CHECK_TEXT(problems.items[0].message, "is \"here\"; must be an IPv4 address such as 127.0.0.1");
    rv_scene_destroy(scene);
}
