// The engines that this program was built with: bench/peers/CMakeLists.txt says which.
#include "bench/peers/peers.h"

const peers_engine* const peers_engines[] = {
    &peers_reeve,
#ifdef PEERS_WITH_MUJOCO
    &peers_mujoco,
#endif
#ifdef PEERS_WITH_BULLET
    &peers_bullet,
#endif
#ifdef PEERS_WITH_ODE
    &peers_ode,
#endif
};
const int peers_engine_count = sizeof peers_engines / sizeof *peers_engines;

const char peers_missing[] = ""
#ifndef PEERS_WITH_MUJOCO
                             " MuJoCo"
#endif
#ifndef PEERS_WITH_BULLET
                             " Bullet"
#endif
#ifndef PEERS_WITH_ODE
                             " ODE"
#endif
    ;
