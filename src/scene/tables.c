// The tables of keys: see tables.h. A key more here needs a property in docs/scene.schema.json and
// a line in docs/scenes.md; a test compares the first two. Where a key belongs to a def of the
// engine, its value goes straight into that def.
#include "scene/table_rows.h"

#include <math.h>
#include <string.h>

static const char* const stepper_choices[] = {"spook", "seed", NULL};
static const char* const solver_choices[] = {"direct", "block_gs", NULL};
static const char* const body_types[] = {"dynamic", "static", "kinematic", NULL};
static const char* const body_kinds[] = {"rigid", "particle", NULL};
static const char* const joint_types[] = {"ball",     "hinge", "slider", "lock",
                                          "distance", "angle", "spring", NULL};
static const char* const chain_kinds[] = {"particles", "segments", NULL};
static const char* const chain_joints[] = {"distance", "ball", "lock", NULL};
static const char* const cable_models[] = {"massless", "segments", "auto", "layered", "rod", NULL};
static const char* const cable_waves[] = {"implicit", "explicit", NULL};
static const char* const rod_integrators[] = {"implicit", "contraction", "newton", NULL};
static const char* const rod_contacts[] = {"rows", "penalty", NULL};
static const char* const cable_tensions[] = {"row", "spring", NULL};
static const char* const cable_resolutions[] = {"fixed", "adaptive", NULL};
static const char* const cable_bends[] = {"vector", "angle", "angle_aligned", NULL};
// in the order of rv_knot, without its first
static const char* const cable_knots[] = {
    "overhand", "double_overhand", "figure_eight", "granny",       "square",
    "surgeon",  "loop_granny",     "loop_square",  "loop_surgeon", NULL};
static const char* const cable_edges[] = {"round", "sharp", NULL};
static const char* const cable_sides[] = {"left", "auto", "right", NULL};

const char* const rv_scene_touches_choices[] = {"all", "none", NULL};

// bits for rv_scene_field.only
enum {
    RIGID = 1u << RV_BODY_RIGID,
    BALL = 1u << RV_JOINT_BALL,
    HINGE = 1u << RV_JOINT_HINGE,
    SLIDER = 1u << RV_JOINT_SLIDER,
    LOCK = 1u << RV_JOINT_LOCK,
    DISTANCE = 1u << RV_JOINT_DISTANCE,
    ANGLE = 1u << RV_JOINT_ANGLE,
    SPRING = 1u << RV_JOINT_SPRING,
    HAS_COORDINATE = HINGE | SLIDER | DISTANCE | ANGLE,
    CHAIN_LOCK = 1u << RV_SCENE_CHAIN_LOCK,
    DIVIDED = 1u << RV_CABLE_SEGMENTS | 1u << RV_CABLE_AUTO | 1u << RV_CABLE_ROD,
    LAYERED = 1u << RV_CABLE_LAYERED,
    ROD = 1u << RV_CABLE_ROD,
    MASSLESS = 1u << RV_CABLE_MASSLESS | LAYERED,
};

// --- step ---------------------------------------------------------------------------------------

static const rv_scene_table stiffness_table = {
    .name = "geometric_stiffness",
    .bytes = sizeof(rv_geometric_stiffness),
    .fields = {
        {NUMBER("gamma", rv_geometric_stiffness, gamma, FROM_TO(0.25, 1.0), NULL)},
        {NUMBER("delta", rv_geometric_stiffness, delta, FROM_TO(0.0, 1.0), NULL)},
        {NUMBER("jump_delta", rv_geometric_stiffness, jump_delta, FROM_TO(0.0, 1.0), NULL)},
        {INTEGER("passes", rv_geometric_stiffness, max_passes, FROM_TO(1, 20)),
         .engine = "max_passes"},
    }};

static const rv_scene_table substeps_table = {
    .name = "substeps",
    .bytes = sizeof(rv_substeps),
    .fields = {
        {INTEGER("min", rv_substeps, min, FROM_TO(1, 64))},
        {INTEGER("max", rv_substeps, max, FROM_TO(1, 64))},
    }};

static const rv_scene_table contact_settings_table = {
    .name = "contact_settings",
    .bytes = sizeof(rv_contact_settings),
    .fields = {
        {BOOLEAN("enabled", rv_contact_settings, enabled)},
        {NUMBER("margin", rv_contact_settings, margin, POSITIVE, "m")},
        {NUMBER("push_out_speed", rv_contact_settings, push_out_speed, POSITIVE, "m/s")},
        {NUMBER("bounce_speed", rv_contact_settings, bounce_speed, NOT_NEGATIVE, "m/s")},
        {INTEGER("dense_rows", rv_contact_settings, dense_rows, FROM_TO(0, 3000))},
        {NUMBER("tolerance", rv_contact_settings, tolerance, FROM_TO(1e-14, 1.0), NULL)},
        {INTEGER("sweeps", rv_contact_settings, sweeps, FROM_TO(1, 100000))},
        {NUMBER("sweep_tolerance", rv_contact_settings, sweep_tolerance, FROM_TO(1e-14, 1.0),
                NULL)},
    }};

static const rv_scene_table sleep_table = {.name = "sleep",
                                           .bytes = sizeof(rv_sleep),
                                           .fields = {
                                               {BOOLEAN("enabled", rv_sleep, enabled)},
                                               {NUMBER("speed", rv_sleep, speed, POSITIVE, "m/s")},
                                               {NUMBER("time", rv_sleep, time, NOT_NEGATIVE, "s")},
                                           }};

static const rv_scene_table step_table = {
    .name = "step",
    .bytes = sizeof(rv_scene),
    .fields = {
        {NUMBER("rate", rv_scene, rate, FROM_TO(1.0, 1e6), "Hz")},
        {CHOICE("stepper", rv_scene, world.stepper, stepper_choices)},
        {NUMBER("relaxation", rv_scene, world.relaxation, FROM_TO(0.0, 100.0), "steps")},
        {CHOICE("solver", rv_scene, world.solver, solver_choices)},
        {INTEGER("iterations", rv_scene, world.iterations, FROM_TO(1, 10000))},
        {NUMBER("compliance_floor", rv_scene, world.compliance_floor, FROM_TO(1e-30, 1e-3), NULL)},
        {OBJECT("geometric_stiffness", rv_scene, world.geometric_stiffness, &stiffness_table),
         .enables = true, .or_boolean = true},
        {OBJECT("substeps", rv_scene, world.substeps, &substeps_table)},
        {OBJECT("contact", rv_scene, world.contact, &contact_settings_table), .enables = true,
         .or_boolean = true},
        {OBJECT("sleep", rv_scene, world.sleep, &sleep_table), .enables = true, .or_boolean = true},
    }};

// --- materials and bodies -----------------------------------------------------------------------

static void material_init(void* item) {
    ((rv_scene_material*)item)->material = rv_material_default();
}

static const rv_scene_table material_table = {
    .name = "material",
    .bytes = sizeof(rv_scene_material),
    .init = material_init,
    .fields = {
        {NUMBER("density", rv_scene_material, material.density, POSITIVE, "kg/m^3")},
        {NUMBER("young", rv_scene_material, material.young, POSITIVE, "Pa")},
        {NUMBER("strength", rv_scene_material, material.strength, POSITIVE, "Pa")},
        {NUMBER("poisson", rv_scene_material, material.poisson, RANGE(-1.0, 0.5, true, true),
                NULL)},
        {NUMBER("friction", rv_scene_material, material.friction, NOT_NEGATIVE, NULL)},
        {NUMBER("static_friction", rv_scene_material, material.static_friction, NOT_NEGATIVE,
                NULL)},
        {NUMBER("rolling_friction", rv_scene_material, material.rolling_friction, NOT_NEGATIVE,
                "m")},
        {NUMBER("spinning_friction", rv_scene_material, material.spinning_friction, NOT_NEGATIVE,
                "m")},
        {NUMBER("restitution", rv_scene_material, material.restitution, FROM_TO(0.0, 1.0), NULL)},
        {NUMBER("contact_stiffness", rv_scene_material, material.contact_stiffness, NOT_NEGATIVE,
                "N/m")},
        {NUMBER("contact_damping", rv_scene_material, material.contact_damping, NOT_NEGATIVE, "s")},
    }};

const rv_scene_table rv_scene_contact_law_table = {
    .name = "contact_law",
    .bytes = sizeof(rv_scene_contact_law),
    .tells_given = true,
    .fields = {
        {TEXT("materials", rv_scene_contact_law, materials), .many = RV_SCENE_PAIR,
         .required = true},
        {NUMBER("friction", rv_scene_contact_law, law.friction, NOT_NEGATIVE, NULL)},
        {NUMBER("static_friction", rv_scene_contact_law, law.static_friction, NOT_NEGATIVE, NULL)},
        {NUMBER("rolling_friction", rv_scene_contact_law, law.rolling_friction, NOT_NEGATIVE, "m")},
        {NUMBER("spinning_friction", rv_scene_contact_law, law.spinning_friction, NOT_NEGATIVE,
                "m")},
        {NUMBER("restitution", rv_scene_contact_law, law.restitution, FROM_TO(0.0, 1.0), NULL)},
        {NUMBER("stiffness", rv_scene_contact_law, law.stiffness, NOT_NEGATIVE, "N/m")},
        {NUMBER("damping", rv_scene_contact_law, law.damping, NOT_NEGATIVE, "s")},
    }};

static const rv_scene_table ground_table = {
    .name = "ground",
    .bytes = sizeof(rv_scene_ground),
    .fields = {
        {NUMBER("height", rv_scene_ground, height, ANY, "m")},
        {TEXT("material", rv_scene_ground, material)},
    }};

static const rv_scene_table sphere_table = {
    .name = "sphere",
    .bytes = sizeof(rv_scene_shape),
    .fields = {
        {NUMBER("radius", rv_scene_shape, def.radius, POSITIVE, "m"), .required = true},
    }};

static const rv_scene_table cylinder_table = {
    .name = "cylinder",
    .bytes = sizeof(rv_scene_shape),
    .fields = {
        {NUMBER("radius", rv_scene_shape, def.radius, POSITIVE, "m"), .required = true},
        {NUMBER("length", rv_scene_shape, length, POSITIVE, "m"), .required = true},
    }};

static const rv_scene_table height_field_table = {
    .name = "height_field",
    .bytes = sizeof(rv_scene_shape),
    .fields = {
        {NUMBER("spacing", rv_scene_shape, spacing, POSITIVE, "m"), .many = RV_SCENE_ONE_OR_MORE,
         .least = 2, .most = 2, .required = true},
        {.key = "heights",
         .type = RV_SCENE_GRID,
         .offset = offsetof(rv_scene_shape, heights),
         .range = ANY,
         .unit = "m",
         .least = 2,
         .most = 4096,
         .required = true},
    }};

static void shape_init(void* item) {
    rv_scene_shape* shape = item;
    shape->def = rv_shape_def_default();
    shape->spacing[1] = NAN;
    shape->scale = rv_vec3_make(1.0, 1.0, 1.0);
    shape->geometry = -1;
}

const rv_scene_table rv_scene_shape_table = {
    .name = "shape",
    .bytes = sizeof(rv_scene_shape),
    .init = shape_init,
    .tells_given = true,
    .fields = {
        // in the order of rv_shape_type
        {PART("sphere", &sphere_table), .alternative = true},
        {PART("capsule", &cylinder_table), .alternative = true},
        {PART("cylinder", &cylinder_table), .alternative = true},
        {VECTOR("box", rv_scene_shape, size, POSITIVE, "m"), .alternative = true},
        {.key = "plane", .type = RV_SCENE_TRUE, .alternative = true},
        {VECTOR("hull", rv_scene_shape, hull, ANY, "m"), .many = RV_SCENE_LIST, .least = 4,
         .most = 4096, .or_text = true, .alternative = true},
        {TEXT("mesh", rv_scene_shape, mesh), .alternative = true},
        {PART("height_field", &height_field_table), .alternative = true},
        {VECTOR("scale", rv_scene_shape, scale, POSITIVE, NULL), .or_number = true},
        {VECTOR("position", rv_scene_shape, def.local.position, ANY, "m")},
        {ROTATION("rotation", rv_scene_shape, def.local.rotation)},
        {TEXT("material", rv_scene_shape, material)},
        {GROUP(rv_scene_shape, def.group)},
        {TOUCHES(rv_scene_shape, def.mask), .engine = "mask"},
    }};

static void body_init(void* item) {
    rv_scene_body* body = item;
    body->def = rv_body_def_default();
    body->group = rv_shape_def_default().group;
    body->touches = rv_shape_def_default().mask;
}

const rv_scene_table rv_scene_body_table = {
    .name = "body",
    .bytes = sizeof(rv_scene_body),
    .init = body_init,
    .tells_given = true,
    .selector = "kind",
    .fields = {
        {NAME("name", rv_scene_body, name), .required = true},
        {CHOICE("type", rv_scene_body, def.type, body_types)},
        {CHOICE("kind", rv_scene_body, def.kind, body_kinds)},
        {VECTOR("position", rv_scene_body, def.pose.position, ANY, "m")},
        {ROTATION("rotation", rv_scene_body, def.pose.rotation), .only = RIGID},
        {VECTOR("velocity", rv_scene_body, def.velocity, ANY, "m/s")},
        {VECTOR("angular_velocity", rv_scene_body, def.angular_velocity, ANY, "rad/s"),
         .only = RIGID},
        {NUMBER("mass", rv_scene_body, def.mass, POSITIVE, "kg")},
        {VECTOR("center", rv_scene_body, def.center, ANY, "m"), .only = RIGID},
        {INERTIA("inertia", rv_scene_body, def.inertia, "kg m^2"), .only = RIGID},
        {TEXT("material", rv_scene_body, material)},
        {OBJECT("shapes", rv_scene_body, shapes, &rv_scene_shape_table), .many = RV_SCENE_LIST},
        {GROUP(rv_scene_body, group)},
        {TOUCHES(rv_scene_body, touches)},
        {NUMBER("linear_damping", rv_scene_body, def.linear_damping, NOT_NEGATIVE, "N s/m")},
        {NUMBER("angular_damping", rv_scene_body, def.angular_damping, NOT_NEGATIVE, "N m s/rad"),
         .only = RIGID},
    }};

// --- chains -------------------------------------------------------------------------------------

static void chain_init(void* item) {
    rv_scene_chain* chain = item;
    chain->link = rv_joint_def_default();
    chain->group = rv_shape_def_default().group;
    chain->touches = rv_shape_def_default().mask;
}

const rv_scene_table rv_scene_chain_table = {
    .name = "chain",
    .bytes = sizeof(rv_scene_chain),
    .init = chain_init,
    .tells_given = true,
    .selector = "joint",
    .fields = {
        {NAME("name", rv_scene_chain, name), .required = true},
        {VECTOR("from", rv_scene_chain, from, ANY, "m"), .required = true},
        {VECTOR("to", rv_scene_chain, to, ANY, "m"), .required = true},
        {INTEGER("count", rv_scene_chain, count, FROM_TO(1, 10000)), .required = true},
        {CHOICE("kind", rv_scene_chain, kind, chain_kinds)},
        {CHOICE("joint", rv_scene_chain, joint, chain_joints)},
        {TEXT("start", rv_scene_chain, ends[0])},
        {TEXT("end", rv_scene_chain, ends[1])},
        {NUMBER("mass", rv_scene_chain, mass, POSITIVE, "kg")},
        {NUMBER("radius", rv_scene_chain, radius, POSITIVE, "m")},
        {TEXT("material", rv_scene_chain, material)},
        {GROUP(rv_scene_chain, group)},
        {TOUCHES(rv_scene_chain, touches)},
        {NUMBER("compliance", rv_scene_chain, link.compliance, NOT_NEGATIVE, "m/N")},
        {NUMBER("damping", rv_scene_chain, link.damping, NOT_NEGATIVE, "N s/m")},
        {NUMBER("angular_compliance", rv_scene_chain, link.angular_compliance, NOT_NEGATIVE,
                "rad/(N m)"),
         .only = CHAIN_LOCK},
        {NUMBER("angular_damping", rv_scene_chain, link.angular_damping, NOT_NEGATIVE, "N m s/rad"),
         .only = CHAIN_LOCK},
    }};

// --- joints -------------------------------------------------------------------------------------

static const rv_scene_table frame_table = {.name = "frame",
                                           .bytes = sizeof(rv_pose),
                                           .fields = {
                                               {VECTOR("position", rv_pose, position, ANY, "m")},
                                               {ROTATION("rotation", rv_pose, rotation)},
                                           }};

static const rv_scene_table limit_table = {
    .name = "limit",
    .bytes = sizeof(rv_joint_limit),
    .fields = {
        {NUMBER("lower", rv_joint_limit, lower, ANY, "rad or m")},
        {NUMBER("upper", rv_joint_limit, upper, ANY, "rad or m")},
        {NUMBER("compliance", rv_joint_limit, compliance, NOT_NEGATIVE, "rad/(N m) or m/N")},
        {NUMBER("damping", rv_joint_limit, damping, NOT_NEGATIVE, "N m s/rad or N s/m")},
    }};

static const rv_scene_table motor_table = {
    .name = "motor",
    .bytes = sizeof(rv_joint_motor),
    .fields = {
        {NUMBER("speed", rv_joint_motor, speed, ANY, "rad/s or m/s")},
        {NUMBER("force", rv_joint_motor, max_force, NOT_NEGATIVE, "N m or N"),
         .engine = "max_force"},
        {NUMBER("slip", rv_joint_motor, slip, NOT_NEGATIVE, "rad/s/(N m) or m/s/N")},
    }};

// what a file leaves out of a limit or a motor is unlimited
static void joint_init(void* item) {
    rv_scene_joint* joint = item;
    joint->def = rv_joint_def_default();
    joint->def.limit.lower = -INFINITY;
    joint->def.limit.upper = INFINITY;
    joint->def.motor.max_force = INFINITY;
    joint->frames[0] = joint->frames[1] = rv_pose_identity();
}

const rv_scene_table rv_scene_joint_table = {
    .name = "joint",
    .bytes = sizeof(rv_scene_joint),
    .init = joint_init,
    .tells_given = true,
    .selector = "type",
    .fields = {
        {NAME("name", rv_scene_joint, name), .required = true},
        {CHOICE("type", rv_scene_joint, def.type, joint_types), .required = true},
        {TEXT("bodies", rv_scene_joint, bodies), .many = RV_SCENE_PAIR, .engine = "body",
         .required = true},
        {VECTOR("at", rv_scene_joint, at, ANY, "m"), .only = BALL | HINGE | SLIDER | LOCK},
        {VECTOR("axis", rv_scene_joint, axis, ANY, NULL), .only = HINGE | SLIDER | ANGLE},
        {VECTOR("points", rv_scene_joint, points, ANY, "m"), .many = RV_SCENE_PAIR,
         .only = DISTANCE | SPRING},
        {OBJECT("frames", rv_scene_joint, frames, &frame_table), .many = RV_SCENE_PAIR,
         .engine = "frame"},
        {NUMBER("rest", rv_scene_joint, def.rest, ANY, "m or rad"),
         .only = DISTANCE | ANGLE | SPRING},
        {NUMBER("compliance", rv_scene_joint, def.compliance, NOT_NEGATIVE, "m/N"),
         .only = BALL | HINGE | SLIDER | LOCK | DISTANCE | ANGLE},
        {NUMBER("damping", rv_scene_joint, def.damping, NOT_NEGATIVE, "N s/m")},
        {NUMBER("angular_compliance", rv_scene_joint, def.angular_compliance, NOT_NEGATIVE,
                "rad/(N m)"),
         .only = HINGE | SLIDER | LOCK},
        {NUMBER("angular_damping", rv_scene_joint, def.angular_damping, NOT_NEGATIVE, "N m s/rad"),
         .only = HINGE | SLIDER | LOCK},
        {NUMBER("stiffness", rv_scene_joint, def.stiffness, NOT_NEGATIVE, "N/m"), .only = SPRING},
        {OBJECT("limit", rv_scene_joint, def.limit, &limit_table), .only = HAS_COORDINATE,
         .enables = true},
        {OBJECT("motor", rv_scene_joint, def.motor, &motor_table), .only = HAS_COORDINATE,
         .enables = true},
        {BOOLEAN("bodies_touch", rv_scene_joint, def.bodies_touch)},
        {INTEGER("group", rv_scene_joint, def.solver_group, FROM_TO(0, 1000000)),
         .engine = "solver_group"},
    }};

// --- cables -------------------------------------------------------------------------------------

#define FRICTION                                                                                   \
    NUMBER("friction", rv_scene_cable_node, def.friction, NOT_NEGATIVE, NULL), .or_infinite = true
#define EFFICIENCY                                                                                 \
    NUMBER("efficiency", rv_scene_cable_node, def.efficiency, RANGE(0.0, 1.0, true, false), NULL)

static const rv_scene_table eye_table = {
    .name = "eye",
    .bytes = sizeof(rv_scene_cable_node),
    .fields = {
        {FRICTION},
        {EFFICIENCY},
        {CHOICE("edge", rv_scene_cable_node, def.edge, cable_edges)},
    }};

static const rv_scene_table pulley_table = {
    .name = "pulley",
    .bytes = sizeof(rv_scene_cable_node),
    .fields = {
        {NUMBER("radius", rv_scene_cable_node, def.radius, POSITIVE, "m"), .required = true},
        {VECTOR("axis", rv_scene_cable_node, def.axis, ANY, NULL)},
        {CHOICE("side", rv_scene_cable_node, side, cable_sides)},
        {INTEGER("turns", rv_scene_cable_node, def.turns, FROM_TO(0, 100))},
        {FRICTION},
        {EFFICIENCY},
        {CHOICE("edge", rv_scene_cable_node, def.edge, cable_edges)},
        {NUMBER("inertia", rv_scene_cable_node, inertia, POSITIVE, "kg m^2"), .engine = "wheel"},
    }};

static const rv_scene_table winch_table = {
    .name = "winch",
    .bytes = sizeof(rv_scene_cable_node),
    .fields = {
        {NUMBER("speed", rv_scene_cable_node, def.winch.speed, ANY, "m/s")},
        {NUMBER("slip", rv_scene_cable_node, def.winch.slip, NOT_NEGATIVE, "m/s/N")},
        {NUMBER("acceleration", rv_scene_cable_node, def.winch.acceleration, POSITIVE, "m/s^2"),
         .or_infinite = true},
        {NUMBER("max_speed", rv_scene_cable_node, def.winch.max_speed, POSITIVE, "m/s"),
         .or_infinite = true},
        {NUMBER("force", rv_scene_cable_node, def.winch.max_force, NOT_NEGATIVE, "N"),
         .or_infinite = true, .engine = "max_force"},
        {NUMBER("brake", rv_scene_cable_node, def.winch.brake_force, NOT_NEGATIVE, "N"),
         .or_infinite = true, .engine = "brake_force"},
        {NUMBER("stored", rv_scene_cable_node, def.winch.stored, NOT_NEGATIVE, "m")},
        {NUMBER("capacity", rv_scene_cable_node, def.winch.capacity, NOT_NEGATIVE, "m")},
        {NUMBER("radius", rv_scene_cable_node, def.radius, NOT_NEGATIVE, "m")},
        {VECTOR("axis", rv_scene_cable_node, def.axis, ANY, NULL)},
        {CHOICE("side", rv_scene_cable_node, side, cable_sides)},
    }};

// NaN: not given; rules_cables.c puts what that means
static void cable_node_init(void* item) {
    rv_scene_cable_node* node = item;
    node->def = rv_cable_node_default();
    node->def.axis = rv_vec3_make(NAN, NAN, NAN);
    node->def.friction = NAN;
    node->side = 1; // auto
}

const rv_scene_table rv_scene_cable_node_table = {
    .name = "node",
    .bytes = sizeof(rv_scene_cable_node),
    .init = cable_node_init,
    .tells_given = true,
    .fields = {
        {TEXT("body", rv_scene_cable_node, body)},
        {TEXT("solid", rv_scene_cable_node, solid)},
        {VECTOR("at", rv_scene_cable_node, def.point, ANY, "m"), .engine = "point"},
        {PART("eye", &eye_table), .or_true = true},
        {PART("pulley", &pulley_table)},
        {PART("winch", &winch_table)},
        {.key = "free", .type = RV_SCENE_TRUE},
        {VECTOR("axis", rv_scene_cable_node, def.axis, ANY, NULL)},
        {BOOLEAN("swivel", rv_scene_cable_node, def.swivel)},
        {BOOLEAN("clamped", rv_scene_cable_node, def.clamped)},
    }};

static const rv_scene_table drag_table = {
    .name = "drag",
    .bytes = sizeof(rv_cable_drag),
    .fields = {
        {NUMBER("across", rv_cable_drag, across, NOT_NEGATIVE, NULL)},
        {NUMBER("along", rv_cable_drag, along, NOT_NEGATIVE, NULL)},
        {NUMBER("density", rv_cable_drag, density, NOT_NEGATIVE, "kg/m^3")},
        {VECTOR("flow", rv_cable_drag, flow, ANY, "m/s")},
    }};

static const rv_scene_table bend_point_table = {
    .name = "bend_point",
    .bytes = sizeof(rv_cable_bend_point),
    .fields = {
        {NUMBER("curvature", rv_cable_bend_point, curvature, POSITIVE, "1/m"), .required = true},
        {NUMBER("moment", rv_cable_bend_point, moment, POSITIVE, "N m"), .required = true},
    }};

static const rv_scene_table bend_layer_table = {
    .name = "bend_layer",
    .bytes = sizeof(rv_cable_bend_layer),
    .fields = {
        {NUMBER("EI", rv_cable_bend_layer, EI, POSITIVE, "N m^2"), .required = true},
        {NUMBER("slip_moment", rv_cable_bend_layer, slip_moment, NOT_NEGATIVE, "N m"),
         .required = true},
        {NUMBER("arm", rv_cable_bend_layer, arm, NOT_NEGATIVE, "m")},
    }};

static const rv_scene_table bend_law_table = {
    .name = "bend_law",
    .bytes = sizeof(rv_scene_bend_law),
    .fields = {
        {OBJECT("curve", rv_scene_bend_law, curve, &bend_point_table), .many = RV_SCENE_LIST,
         .least = 1, .most = 32},
        {OBJECT("layers", rv_scene_bend_law, layers, &bend_layer_table), .many = RV_SCENE_LIST,
         .least = 1, .most = 4},
    }};

static const rv_scene_table segments_table = {
    .name = "segments",
    .bytes = sizeof(rv_scene_segments),
    .fields = {
        {INTEGER("count", rv_scene_segments, def.count, FROM_TO(1, 100000))},
        {NUMBER("length", rv_scene_segments, def.length, POSITIVE, "m")},
        {CHOICE("resolution", rv_scene_segments, def.resolution, cable_resolutions)},
        {NUMBER("turn_limit", rv_scene_segments, def.turn_limit, RANGE(0.0, 1.5, true, false),
                "rad")},
        {NUMBER("touch_length", rv_scene_segments, def.touch_length, POSITIVE, "m")},
        {INTEGER("max_count", rv_scene_segments, def.max_count, FROM_TO(1, 100000))},
        {CHOICE("bend", rv_scene_segments, def.bend, cable_bends)},
        {NUMBER("EI", rv_scene_segments, def.EI, NOT_NEGATIVE, "N m^2")},
        {OBJECT("bend_law", rv_scene_segments, bend_law, &bend_law_table)},
        {NUMBER("bend_damping", rv_scene_segments, def.bend_damping, NOT_NEGATIVE, "N m^2 s")},
        {NUMBER("rest_curvature", rv_scene_segments, def.rest_curvature, ANY, "1/m"),
         .many = RV_SCENE_PAIR},
        {NUMBER("rest_twist", rv_scene_segments, def.rest_twist, ANY, "rad/m")},
        {BOOLEAN("rest_as_laid", rv_scene_segments, def.rest_as_laid)},
        {OBJECT("drag", rv_scene_segments, def.drag, &drag_table)},
        {VECTOR("shape", rv_scene_segments, shape, ANY, "m"), .many = RV_SCENE_LIST, .least = 2,
         .or_text = true, .choices = cable_knots},
        {VECTOR("velocity", rv_scene_segments, def.velocity, ANY, "m/s")},
        {VECTOR("angular_velocity", rv_scene_segments, def.angular_velocity, ANY, "rad/s")},
        {VECTOR("velocities", rv_scene_segments, velocities, ANY, "m/s"), .many = RV_SCENE_LIST,
         .least = 2},
        {GROUP(rv_scene_segments, def.group)},
        {TOUCHES(rv_scene_segments, def.mask), .engine = "mask"},
        {BOOLEAN("touches_itself", rv_scene_segments, def.touches_itself)},
    }};

static const rv_scene_table layer_table = {
    .name = "layer",
    .bytes = sizeof(rv_cable_layer),
    .fields = {
        {INTEGER("cells", rv_cable_layer, cells, FROM_TO(2, 1000))},
        {CHOICE("waves", rv_cable_layer, waves, cable_waves)},
        {NUMBER("damping", rv_cable_layer, damping, NOT_NEGATIVE, "1/s")},
    }};

static const rv_scene_table rod_table = {
    .name = "rod",
    .bytes = sizeof(rv_cable_rod),
    .fields = {
        {CHOICE("integrator", rv_cable_rod, integrator, rod_integrators)},
        {NUMBER("tolerance", rv_cable_rod, tolerance, FROM_TO(1e-15, 0.01), NULL)},
        {INTEGER("iterations", rv_cable_rod, iterations, FROM_TO(1, 1000))},
        {INTEGER("substeps", rv_cable_rod, substeps, FROM_TO(0, 10000))},
        {CHOICE("contact", rv_cable_rod, contact, rod_contacts)},
        {NUMBER("contact_stiffness", rv_cable_rod, contact_stiffness, POSITIVE, "N/m")},
        {NUMBER("contact_distance", rv_cable_rod, contact_distance, POSITIVE, "m")},
        {NUMBER("cosine_damping", rv_cable_rod, cosine_damping, NOT_NEGATIVE, "N m s")},
    }};

static const rv_scene_table touch_table = {
    .name = "touch",
    .bytes = sizeof(rv_cable_touch),
    .fields = {
        {BOOLEAN("enabled", rv_cable_touch, enabled)},
        {NUMBER("friction", rv_cable_touch, friction, NOT_NEGATIVE, NULL)},
        {GROUP(rv_cable_touch, group)},
        {TOUCHES(rv_cable_touch, mask), .engine = "mask"},
    }};

static void cable_init(void* item) {
    rv_scene_cable* cable = item;
    cable->def = rv_cable_def_default();
    cable->segments.def = cable->def.segments;
}

const rv_scene_table rv_scene_cable_table = {
    .name = "cable",
    .bytes = sizeof(rv_scene_cable),
    .init = cable_init,
    .tells_given = true,
    .selector = "model",
    .fields = {
        {NAME("name", rv_scene_cable, name), .required = true},
        {CHOICE("model", rv_scene_cable, def.model, cable_models)},
        {OBJECT("path", rv_scene_cable, path, &rv_scene_cable_node_table), .many = RV_SCENE_LIST,
         .least = 2, .engine = "nodes", .required = true},
        {OBJECT("segments", rv_scene_cable, segments, &segments_table), .only = DIVIDED,
         .stands_by = true},
        {OBJECT("layer", rv_scene_cable, def.layer, &layer_table), .only = LAYERED,
         .stands_by = true},
        {OBJECT("rod", rv_scene_cable, def.rod, &rod_table), .only = ROD, .stands_by = true},
        {OBJECT("sutures", rv_scene_cable, sutures, &rv_scene_suture_table), .many = RV_SCENE_LIST,
         .most = 1000, .only = ROD, .stands_by = true},
        {OBJECT("touch", rv_scene_cable, def.touch, &touch_table), .only = MASSLESS,
         .enables = true, .or_boolean = true, .stands_by = true},
        {CHOICE("tension", rv_scene_cable, def.tension, cable_tensions), .only = MASSLESS,
         .stands_by = true},
        {TEXT("material", rv_scene_cable, material)},
        {NUMBER("diameter", rv_scene_cable, def.diameter, POSITIVE, "m")},
        {NUMBER("length", rv_scene_cable, def.length, POSITIVE, "m")},
        {NUMBER("EA", rv_scene_cable, def.EA, POSITIVE, "N"), .or_infinite = true},
        {NUMBER("mass_per_length", rv_scene_cable, def.mass_per_length, POSITIVE, "kg/m")},
        {NUMBER("GJ", rv_scene_cable, def.GJ, NOT_NEGATIVE, "N m^2")},
        {NUMBER("damping", rv_scene_cable, def.damping, NOT_NEGATIVE, "N s")},
        {NUMBER("twist_damping", rv_scene_cable, def.twist_damping, NOT_NEGATIVE, "N m^2 s")},
        {NUMBER("twist", rv_scene_cable, def.twist, ANY, "rad")},
        {NUMBER("restitution", rv_scene_cable, def.restitution, FROM_TO(0.0, 1.0), NULL)},
        {NUMBER("breaking_load", rv_scene_cable, def.breaking_load, POSITIVE, "N")},
        {BOOLEAN("pushes", rv_scene_cable, def.pushes)},
        {INTEGER("group", rv_scene_cable, def.solver_group, FROM_TO(0, 1000000)),
         .engine = "solver_group"},
    }};

// --- controls and script ------------------------------------------------------------------------

static const rv_scene_table control_table = {
    .name = "control",
    .bytes = sizeof(rv_scene_control_item),
    .fields = {
        {TEXT("key", rv_scene_control_item, keys), .many = RV_SCENE_ONE_OR_MORE, .least = 2,
         .most = 2, .required = true},
        {TEXT("drive", rv_scene_control_item, drives), .many = RV_SCENE_ONE_OR_MORE, .least = 1,
         .most = RV_SCENE_DRIVES_MAX, .required = true},
        {NUMBER("range", rv_scene_control_item, range, ANY, NULL), .many = RV_SCENE_PAIR,
         .required = true},
        {TEXT("label", rv_scene_control_item, label)},
    }};

static const rv_scene_table setting_table = {.name = "setting", .bytes = sizeof(rv_scene_setting)};

static const rv_scene_table entry_table = {
    .name = "entry",
    .bytes = sizeof(rv_scene_entry),
    .fields = {
        {NUMBER("at", rv_scene_entry, at, NOT_NEGATIVE, "s"), .required = true},
        {NUMBER("over", rv_scene_entry, over, NOT_NEGATIVE, "s")},
        {NUMBER("set", rv_scene_entry, set, ANY, NULL), .many = RV_SCENE_MAP,
         .table = &setting_table, .most = 100, .required = true},
    }};

// --- the whole ----------------------------------------------------------------------------------

static const rv_scene_table rotation_table = {
    .name = "axis_angle",
    .bytes = sizeof(rv_scene_axis_angle),
    .fields = {
        {VECTOR("axis", rv_scene_axis_angle, axis, ANY, NULL), .required = true},
        {NUMBER("angle", rv_scene_axis_angle, angle, FROM_TO(-1e6, 1e6), "rad"), .required = true},
    }};

static const rv_scene_table root_table = {
    .name = "scene",
    .bytes = sizeof(rv_scene),
    .fields = {
        {INTEGER("reeve", rv_scene, version, FROM_TO(1, 1)), .required = true},
        {TEXT("$schema", rv_scene, schema)},
        {TEXT("name", rv_scene, name), .required = true},
        {TEXT("look", rv_scene, look), .required = true},
        {VECTOR("gravity", rv_scene, world.gravity, ANY, "m/s^2")},
        {NUMBER("duration", rv_scene, duration, RANGE(0.0, 1e9, true, false), "s")},
        {PART("step", &step_table)},
        {OBJECT("materials", rv_scene, materials, &material_table), .many = RV_SCENE_MAP,
         .most = 1000},
        {OBJECT("contacts", rv_scene, contacts, &rv_scene_contact_law_table),
         .many = RV_SCENE_LIST},
        {OBJECT("ground", rv_scene, ground, &ground_table), .enables = true, .or_boolean = true},
        {OBJECT("bodies", rv_scene, bodies, &rv_scene_body_table), .many = RV_SCENE_LIST},
        {OBJECT("chains", rv_scene, chains, &rv_scene_chain_table), .many = RV_SCENE_LIST},
        {OBJECT("joints", rv_scene, joints, &rv_scene_joint_table), .many = RV_SCENE_LIST},
        {OBJECT("cables", rv_scene, cables, &rv_scene_cable_table), .many = RV_SCENE_LIST},
        {OBJECT("solids", rv_scene, solids, &rv_scene_solid_table), .many = RV_SCENE_LIST,
         .most = 1000},
        {OBJECT("ties", rv_scene, ties, &rv_scene_tie_table), .many = RV_SCENE_LIST, .most = 1000},
        {OBJECT("haptics", rv_scene, haptics, &rv_scene_haptic_table), .many = RV_SCENE_LIST,
         .most = 16},
        {OBJECT("controls", rv_scene, controls, &control_table), .many = RV_SCENE_LIST,
         .most = 100},
        {OBJECT("script", rv_scene, script, &entry_table), .many = RV_SCENE_LIST, .most = 10000},
        {TEXT("probes", rv_scene, probes), .many = RV_SCENE_LIST, .most = 10000},
    }};

const rv_scene_table* rv_scene_table_root(void) {
    return &root_table;
}

const rv_scene_table* rv_scene_table_of_rotation(void) {
    return &rotation_table;
}

int rv_scene_table_count(const rv_scene_table* table) {
    int count = 0;
    while (count < RV_SCENE_FIELDS_MAX && table->fields[count].key != NULL)
        count++;
    return count;
}

int rv_scene_table_find(const rv_scene_table* table, const char* key) {
    int count = rv_scene_table_count(table);
    for (int i = 0; i < count; i++)
        if (strcmp(table->fields[i].key, key) == 0)
            return i;
    return -1;
}

const rv_scene_field* rv_scene_table_field(const rv_scene_table* table, const char* key) {
    int index = rv_scene_table_find(table, key);
    return index < 0 ? NULL : &table->fields[index];
}

bool rv_scene_has(const rv_scene_table* table, const void* item, const char* key) {
    rv_scene_given given;
    memcpy(&given, item, sizeof given);
    int index = rv_scene_table_find(table, key);
    return index >= 0 && (given >> index & 1u) != 0;
}
