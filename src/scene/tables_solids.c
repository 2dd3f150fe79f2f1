// The tables of keys of solids and of haptics: see tables.h and tables.c.
#include "scene/table_rows.h"

static const char* const solid_models[] = {"static", "dynamic", "corotational", "trapezoidal",
                                           NULL};
static const char* const haptic_couplings[] = {"admittance", "impedance", NULL};
static const char* const haptic_rules[] = {"solve", "frozen", "drop", "hold", NULL};
static const char* const script_ends[] = {"hold", "loop", NULL};

// --- meshes -------------------------------------------------------------------------------------

// one number for all three directions, or three
#define CELLS                                                                                      \
    INTEGER("cells", rv_scene_tets, cells, FROM_TO(1, 1000)), .many = RV_SCENE_ONE_OR_MORE,        \
                                                              .least = 3, .most = 3

static const rv_scene_table tet_box_table = {
    .name = "tet_box",
    .bytes = sizeof(rv_scene_tets),
    .fields = {
        {VECTOR("size", rv_scene_tets, size, POSITIVE, "m"), .required = true},
        {CELLS, .required = true},
    }};

static const rv_scene_table tet_tube_table = {
    .name = "tet_tube",
    .bytes = sizeof(rv_scene_tets),
    .fields = {
        {NUMBER("inner_radius", rv_scene_tets, inner_radius, POSITIVE, "m"), .required = true},
        {NUMBER("outer_radius", rv_scene_tets, outer_radius, POSITIVE, "m"), .required = true},
        {NUMBER("length", rv_scene_tets, length, POSITIVE, "m"), .required = true},
        {CELLS, .required = true},
    }};

static const rv_scene_table tet_clip_table = {
    .name = "tet_clip",
    .bytes = sizeof(rv_scene_tets),
    .fields = {
        {NUMBER("inner_radius", rv_scene_tets, clip.inner_radius, POSITIVE, "m")},
        {NUMBER("wall", rv_scene_tets, clip.wall, POSITIVE, "m")},
        {NUMBER("width", rv_scene_tets, clip.width, POSITIVE, "m")},
        {NUMBER("half_wrap", rv_scene_tets, clip.half_wrap, FROM_TO(0.1, 3.0), "rad")},
        {NUMBER("bend_radius", rv_scene_tets, clip.bend_radius, POSITIVE, "m")},
        {NUMBER("lead_in", rv_scene_tets, clip.lead_in, RANGE(0.0, 1.5707963267948966, true, false),
                "rad")},
        {NUMBER("lip", rv_scene_tets, clip.lip, POSITIVE, "m")},
        {INTEGER("wall_cells", rv_scene_tets, clip.wall_cells, FROM_TO(1, 1000))},
        {INTEGER("width_cells", rv_scene_tets, clip.width_cells, FROM_TO(1, 1000))},
        {INTEGER("arc_cells", rv_scene_tets, clip.arc_cells, FROM_TO(1, 1000))},
        {INTEGER("bend_cells", rv_scene_tets, clip.bend_cells, FROM_TO(1, 1000))},
        {INTEGER("lip_cells", rv_scene_tets, clip.lip_cells, FROM_TO(1, 1000))},
        {BOOLEAN("trimmed", rv_scene_tets, clip.trimmed)},
    }};

const rv_scene_table rv_scene_tets_table = {
    .name = "mesh",
    .bytes = sizeof(rv_scene_tets),
    .tells_given = true,
    .fields = {
        {PART("box", &tet_box_table), .alternative = true},
        {PART("beam", &tet_box_table), .alternative = true},
        {PART("tube", &tet_tube_table), .alternative = true},
        {PART("clip", &tet_clip_table), .or_true = true, .alternative = true},
        {TEXT("file", rv_scene_tets, file), .alternative = true},
        {VECTOR("scale", rv_scene_tets, scale, POSITIVE, NULL), .or_number = true},
    }};

// --- solids -------------------------------------------------------------------------------------

static const rv_scene_table side_table = {
    .name = "side",
    .bytes = sizeof(rv_scene_hold),
    .fields = {
        {VECTOR("point", rv_scene_hold, point, ANY, "m")},
        {VECTOR("direction", rv_scene_hold, direction, ANY, NULL), .required = true},
    }};

const rv_scene_table rv_scene_hold_table = {
    .name = "hold",
    .bytes = sizeof(rv_scene_hold),
    .tells_given = true,
    .fields = {
        {TEXT("set", rv_scene_hold, set), .alternative = true},
        {VECTOR("box", rv_scene_hold, box, ANY, "m"), .many = RV_SCENE_PAIR, .alternative = true},
        {PART("side", &side_table), .alternative = true},
        {INTEGER("nodes", rv_scene_hold, nodes, FROM_TO(0, 100000000)), .many = RV_SCENE_LIST,
         .least = 1, .alternative = true},
    }};

static const rv_scene_table solid_damping_table = {
    .name = "solid_damping",
    .bytes = sizeof(rv_scene_solid),
    .fields = {
        {NUMBER("mass", rv_scene_solid, def.damping_mass, NOT_NEGATIVE, "1/s"),
         .engine = "damping_mass"},
        {NUMBER("stiffness", rv_scene_solid, def.damping_stiffness, NOT_NEGATIVE, "s"),
         .engine = "damping_stiffness"},
    }};

static void solid_init(void* item) {
    rv_scene_solid* solid = item;
    solid->def = rv_solid_def_default();
    solid->tets.clip = rv_clip_shape_default();
    solid->tets.scale = rv_vec3_make(1.0, 1.0, 1.0);
}

const rv_scene_table rv_scene_solid_table = {
    .name = "solid",
    .bytes = sizeof(rv_scene_solid),
    .init = solid_init,
    .tells_given = true,
    .fields = {
        {NAME("name", rv_scene_solid, name), .required = true},
        {OBJECT("mesh", rv_scene_solid, tets, &rv_scene_tets_table), .engine = "nodes",
         .required = true},
        {TEXT("material", rv_scene_solid, material)},
        {CHOICE("model", rv_scene_solid, def.model, solid_models)},
        {INTEGER("order", rv_scene_solid, def.order, FROM_TO(1, 2))},
        {VECTOR("position", rv_scene_solid, def.pose.position, ANY, "m")},
        {ROTATION("rotation", rv_scene_solid, def.pose.rotation)},
        {TEXT("frame", rv_scene_solid, frame)},
        {OBJECT("hold", rv_scene_solid, hold, &rv_scene_hold_table), .many = RV_SCENE_LIST,
         .least = 1, .or_text = true, .engine = "held_count"},
        {VECTOR("velocity", rv_scene_solid, def.velocity, ANY, "m/s")},
        {VECTOR("angular_velocity", rv_scene_solid, def.angular_velocity, ANY, "rad/s")},
        {PART("damping", &solid_damping_table)},
        {NUMBER("skin", rv_scene_solid, def.skin, NOT_NEGATIVE, "m")},
        {GROUP(rv_scene_solid, def.group)},
        {TOUCHES(rv_scene_solid, def.mask), .engine = "mask"},
        {BOOLEAN("touches_self", rv_scene_solid, def.touches_self)},
    }};

// --- haptics ------------------------------------------------------------------------------------

static void key_init(void* item) {
    ((rv_scene_key*)item)->pose = rv_pose_identity();
}

const rv_scene_table rv_scene_key_table = {
    .name = "key",
    .bytes = sizeof(rv_scene_key),
    .init = key_init,
    .fields = {
        {NUMBER("at", rv_scene_key, at, NOT_NEGATIVE, "s"), .required = true},
        {VECTOR("position", rv_scene_key, pose.position, ANY, "m")},
        {ROTATION("rotation", rv_scene_key, pose.rotation)},
    }};

#define KEYS(key_)                                                                                 \
    OBJECT(key_, rv_scene_device, keys, &rv_scene_key_table), .many = RV_SCENE_LIST, .least = 1
#define END CHOICE("end", rv_scene_device, end, script_ends)

static const rv_scene_table script_device_table = {.name = "script_device",
                                                   .bytes = sizeof(rv_scene_device),
                                                   .fields = {
                                                       {KEYS("keys"), .required = true},
                                                       {END},
                                                   }};

static const rv_scene_table hand_table = {
    .name = "hand",
    .bytes = sizeof(rv_scene_device),
    .fields = {
        {NUMBER("stiffness", rv_scene_device, hand.stiffness, NOT_NEGATIVE, "N/m")},
        {NUMBER("damping", rv_scene_device, hand.damping, NOT_NEGATIVE, "N s/m")},
        {NUMBER("mass", rv_scene_device, hand.mass, NOT_NEGATIVE, "kg")},
        {NUMBER("device_mass", rv_scene_device, hand.device_mass, NOT_NEGATIVE, "kg")},
        {NUMBER("device_damping", rv_scene_device, hand.device_damping, NOT_NEGATIVE, "N s/m")},
        {INTEGER("delay", rv_scene_device, hand.delay, FROM_TO(0, 64))},
        {KEYS("target"), .required = true},
        {END},
    }};

const rv_scene_table rv_scene_udp_table = {
    .name = "udp",
    .bytes = sizeof(rv_scene_device),
    .fields = {
        {TEXT("address", rv_scene_device, udp.address)},
        {INTEGER("port", rv_scene_device, udp.port, FROM_TO(0, 65535))},
        {NUMBER("silence", rv_scene_device, udp.silence, FROM_TO(0.001, 10), "s")},
    }};

static const char* const haply_words[] = {"values", "vector", NULL};

const rv_scene_table rv_scene_haply_table = {
    .name = "haply",
    .bytes = sizeof(rv_scene_device),
    .fields = {
        {TEXT("address", rv_scene_device, haply.address)},
        {INTEGER("port", rv_scene_device, haply.port, FROM_TO(1, 65535))},
        {TEXT("device_id", rv_scene_device, haply.device_id)},
        {CHOICE("word", rv_scene_device, haply.word, haply_words)},
        {NUMBER("silence", rv_scene_device, haply.silence, FROM_TO(0.001, 10), "s")},
    }};

const rv_scene_table rv_scene_device_table = {
    .name = "device",
    .bytes = sizeof(rv_scene_device),
    .tells_given = true,
    .fields = {
        {PART("hand", &hand_table), .alternative = true},
        {PART("script", &script_device_table), .alternative = true},
        {PART("udp", &rv_scene_udp_table), .alternative = true},
        {PART("haply", &rv_scene_haply_table), .alternative = true},
        {.key = "null", .type = RV_SCENE_TRUE, .alternative = true},
    }};

static const rv_scene_table workspace_table = {
    .name = "workspace",
    .bytes = sizeof(rv_scene_haptic),
    .fields = {
        {VECTOR("position", rv_scene_haptic, def.workspace.position, ANY, "m")},
        {ROTATION("rotation", rv_scene_haptic, def.workspace.rotation)},
    }};

static const char* const cable_ends[] = {"first", "last", NULL};

static void haptic_init(void* item) {
    rv_scene_haptic* haptic = item;
    haptic->def = rv_haptic_def_default();
    haptic->device.hand = rv_device_hand_default();
    haptic->device.udp = rv_device_udp_def_default();
    haptic->device.haply = rv_device_haply_def_default();
}

const rv_scene_table rv_scene_haptic_table = {
    .name = "haptic",
    .bytes = sizeof(rv_scene_haptic),
    .init = haptic_init,
    .tells_given = true,
    .fields = {
        {NAME("name", rv_scene_haptic, name), .required = true},
        {TEXT("body", rv_scene_haptic, body), .alternative = true},
        {TEXT("cable", rv_scene_haptic, cable), .alternative = true},
        {NUMBER("along", rv_scene_haptic, def.at, NOT_NEGATIVE, "m"), .engine = "at"},
        {CHOICE("end", rv_scene_haptic, end, cable_ends)},
        {INTEGER("hand", rv_scene_haptic, def.hand, FROM_TO(0, 3))},
        {OBJECT("device", rv_scene_haptic, device, &rv_scene_device_table), .required = true},
        {CHOICE("coupling", rv_scene_haptic, def.coupling, haptic_couplings)},
        {CHOICE("rule", rv_scene_haptic, def.rule, haptic_rules)},
        {NUMBER("stiffness", rv_scene_haptic, def.stiffness, POSITIVE, "N/m")},
        {NUMBER("damping", rv_scene_haptic, def.damping, NOT_NEGATIVE, "N s/m")},
        {NUMBER("angular_stiffness", rv_scene_haptic, def.angular_stiffness, POSITIVE, "N m/rad")},
        {NUMBER("angular_damping", rv_scene_haptic, def.angular_damping, NOT_NEGATIVE,
                "N m s/rad")},
        {NUMBER("mass", rv_scene_haptic, def.mass, POSITIVE, "kg")},
        {NUMBER("inertia", rv_scene_haptic, def.inertia, POSITIVE, "kg m^2")},
        {NUMBER("period", rv_scene_haptic, def.period, FROM_TO(1e-4, 0.02), "s")},
        {NUMBER("near", rv_scene_haptic, def.near, NOT_NEGATIVE, "m")},
        {INTEGER("max_points", rv_scene_haptic, def.max_points, FROM_TO(1, 64))},
        {NUMBER("max_force", rv_scene_haptic, def.max_force, POSITIVE, "N")},
        {NUMBER("max_torque", rv_scene_haptic, def.max_torque, POSITIVE, "N m")},
        {BOOLEAN("passivity", rv_scene_haptic, def.passivity)},
        {NUMBER("scale", rv_scene_haptic, def.scale, POSITIVE, NULL)},
        {NUMBER("force_scale", rv_scene_haptic, def.force_scale, POSITIVE, NULL)},
        {PART("workspace", &workspace_table)},
        {BOOLEAN("relative", rv_scene_haptic, def.relative)},
    }};
