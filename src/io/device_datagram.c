// The datagrams of the udp device, written byte by byte: see the header.
#include "io/device_datagram.h"

#include "reeve/math.h"

#include <string.h>

#define POSITION_MAX 1e3 // [m]
#define SPEED_MAX 1e4    // [m/s]
#define SPIN_MAX 1e5     // [rad/s]
#define UNIT_ERROR 1e-3  // of the length of the rotation

static const uint8_t POSE_MARK[4] = {'R', 'V', 'P', '1'};
static const uint8_t FORCE_MARK[4] = {'R', 'V', 'F', '1'};

static uint64_t get(const uint8_t* bytes, int count) {
    uint64_t value = 0;
    for (int i = count - 1; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

static void put(uint8_t* bytes, int count, uint64_t value) {
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

static double get_number(const uint8_t* bytes) {
    uint64_t bits = get(bytes, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void put_number(uint8_t* bytes, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(bytes, 8, bits);
}

static rv_vec3 get_vec3(const uint8_t* bytes) {
    return rv_vec3_make(get_number(bytes), get_number(bytes + 8), get_number(bytes + 16));
}

static void put_vec3(uint8_t* bytes, rv_vec3 v) {
    put_number(bytes, v.x);
    put_number(bytes + 8, v.y);
    put_number(bytes + 16, v.z);
}

// false for NaN too
static bool is_within(rv_vec3 v, double most) {
    return fabs(v.x) <= most && fabs(v.y) <= most && fabs(v.z) <= most;
}

bool rv_datagram_read_pose(const uint8_t* bytes, size_t count, rv_datagram_pose* pose) {
    if (count != RV_DATAGRAM_POSE_BYTES || memcmp(bytes, POSE_MARK, sizeof POSE_MARK) != 0
        || get(bytes + 116, 4) != 0)
        return false;
    rv_quat q = {get_number(bytes + 32), get_number(bytes + 40), get_number(bytes + 48),
                 get_number(bytes + 56)};
    double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    *pose = (rv_datagram_pose){.sequence = (uint32_t)get(bytes + 4, 4),
                               .input = {.pose = {get_vec3(bytes + 8), rv_quat_normalize(q)},
                                         .velocity = get_vec3(bytes + 64),
                                         .angular_velocity = get_vec3(bytes + 88),
                                         .buttons = (uint32_t)get(bytes + 112, 4),
                                         .valid = true}};
    return fabs(square - 1.0) <= 2.0 * UNIT_ERROR
           && is_within(pose->input.pose.position, POSITION_MAX)
           && is_within(pose->input.velocity, SPEED_MAX)
           && is_within(pose->input.angular_velocity, SPIN_MAX);
}

void rv_datagram_write_pose(const rv_datagram_pose* pose, uint8_t bytes[RV_DATAGRAM_POSE_BYTES]) {
    const rv_haptic_input* input = &pose->input;
    memcpy(bytes, POSE_MARK, sizeof POSE_MARK);
    put(bytes + 4, 4, pose->sequence);
    put_vec3(bytes + 8, input->pose.position);
    put_number(bytes + 32, input->pose.rotation.w);
    put_number(bytes + 40, input->pose.rotation.x);
    put_number(bytes + 48, input->pose.rotation.y);
    put_number(bytes + 56, input->pose.rotation.z);
    put_vec3(bytes + 64, input->velocity);
    put_vec3(bytes + 88, input->angular_velocity);
    put(bytes + 112, 4, input->buttons);
    put(bytes + 116, 4, 0);
}

bool rv_datagram_read_force(const uint8_t* bytes, size_t count, rv_datagram_force* force) {
    if (count != RV_DATAGRAM_FORCE_BYTES || memcmp(bytes, FORCE_MARK, sizeof FORCE_MARK) != 0)
        return false;
    *force = (rv_datagram_force){.sequence = (uint32_t)get(bytes + 4, 4),
                                 .answers = (uint32_t)get(bytes + 8, 4),
                                 .flags = (uint32_t)get(bytes + 12, 4),
                                 .output = {get_vec3(bytes + 16), get_vec3(bytes + 40)}};
    return true;
}

void rv_datagram_write_force(const rv_datagram_force* force,
                             uint8_t bytes[RV_DATAGRAM_FORCE_BYTES]) {
    memcpy(bytes, FORCE_MARK, sizeof FORCE_MARK);
    put(bytes + 4, 4, force->sequence);
    put(bytes + 8, 4, force->answers);
    put(bytes + 12, 4, force->flags);
    put_vec3(bytes + 16, force->output.force);
    put_vec3(bytes + 40, force->output.torque);
}
