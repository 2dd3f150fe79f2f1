// The datagrams of the udp device: what a peer sends, and what it gets. Little-endian, fixed sizes.
//
//   pose, 120 bytes                          force, 64 bytes
//     0  "RVP1"                                0  "RVF1"
//     4  u32  sequence number                  4  u32  sequence number
//     8  f64  position [m], 3                  8  u32  sequence number of the pose it answers
//    32  f64  rotation, w first, 4            12  u32  bit 0: the pose is fresh
//    64  f64  velocity [m/s], 3               16  f64  force [N], 3
//    88  f64  angular velocity [rad/s], 3     40  f64  torque [N m], 3
//   112  u32  buttons
//   116  u32  0
//
// Sequence numbers count up and pass from 2^32 - 1 to 0.
#ifndef REEVE_IO_DEVICE_DATAGRAM_H
#define REEVE_IO_DEVICE_DATAGRAM_H

#include "reeve/device.h"

enum { RV_DATAGRAM_POSE_BYTES = 120, RV_DATAGRAM_FORCE_BYTES = 64, RV_DATAGRAM_FRESH = 1 };

typedef struct rv_datagram_pose {
    uint32_t sequence;
    rv_haptic_input input; // valid, rotation normalised
} rv_datagram_pose;

typedef struct rv_datagram_force {
    uint32_t sequence, answers, flags;
    rv_device_output output;
} rv_datagram_force;

// False: nonsense. Numbers must be finite, within 1e3 m, 1e4 m/s and 1e5 rad/s, and the rotation
// nearly of unit length.
bool rv_datagram_read_pose(const uint8_t* bytes, size_t count, rv_datagram_pose* pose);
void rv_datagram_write_pose(const rv_datagram_pose* pose, uint8_t bytes[RV_DATAGRAM_POSE_BYTES]);
bool rv_datagram_read_force(const uint8_t* bytes, size_t count, rv_datagram_force* force);
void rv_datagram_write_force(const rv_datagram_force* force,
                             uint8_t bytes[RV_DATAGRAM_FORCE_BYTES]);

// a comes after b, less than half way round
static inline bool rv_datagram_is_newer(uint32_t a, uint32_t b) {
    return a != b && a - b < UINT32_C(0x80000000);
}

#endif
