// Reeve: cables, ropes and threads in real time. This header includes the whole public API.
#ifndef REEVE_H
#define REEVE_H

#include "reeve/body.h"
#include "reeve/cable.h"
#include "reeve/cache.h"
#include "reeve/contact.h"
#include "reeve/device.h"
#include "reeve/geometry.h"
#include "reeve/haptic.h"
#include "reeve/joint.h"
#include "reeve/math.h"
#include "reeve/mesh_file.h"
#include "reeve/port.h"
#include "reeve/rows.h"
#include "reeve/solid.h"
#include "reeve/suture.h"
#include "reeve/tet_file.h"
#include "reeve/tet_mesh.h"
#include "reeve/tie.h"
#include "reeve/types.h"
#include "reeve/world.h"

#endif
