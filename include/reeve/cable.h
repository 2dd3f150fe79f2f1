// Cables: a path of ends, eyes, pulleys and drums through the scene, a material and a section. One
// word, the model, says how it is simulated.
#ifndef REEVE_CABLE_H
#define REEVE_CABLE_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a cable is simulated.
typedef enum rv_cable_model {
    RV_CABLE_MASSLESS, ///< no inner motion: one length row and one twist row over all bodies of the
                       ///< path (Servin, Lacoursiere 2007)
    RV_CABLE_SEGMENTS, ///< a chain of rigid segments that stretch, bend and twist at their joints,
                       ///< hang, lie and touch (Servin, Lacoursiere 2007)
    RV_CABLE_AUTO,     ///< massless while it is taut and nothing touches it, else segments
    RV_CABLE_LAYERED,  ///< massless along itself, with a wave equation across every span: it sags,
                       ///< swings and delays the hoist (Garcia-Fernandez et al. 2008)
    RV_CABLE_ROD,      ///< a discrete Kirchhoff rod: vertices that hold their distance, bending and
                       ///< twist coupled along a line in space (Wang et al. 2017)
} rv_cable_model;

/// How the waves of a layered cable are stepped.
typedef enum rv_cable_waves {
    RV_CABLE_WAVES_IMPLICIT, ///< stable at every tension
    /// The paper's, cheaper: where the step is too long for the tension of a span, its waves are
    /// suspended, and it hangs as at rest.
    RV_CABLE_WAVES_EXPLICIT,
} rv_cable_waves;

/// What pulls in a massless or layered cable.
typedef enum rv_cable_tension_law {
    RV_CABLE_TENSION_ROW, ///< a row of the system: any stiffness at any step
    /// The paper's: EA times the strain plus `damping` times its rate, as a force that is known
    /// before the step, so that the step must resolve it. Not with friction that slips.
    RV_CABLE_TENSION_SPRING,
} rv_cable_tension_law;

/// How the joints of segments measure bending and twist.
typedef enum rv_cable_bend {
    RV_CABLE_BEND_VECTOR, ///< two bend angles and twist: no singularity when straight
    /// The paper's, for comparison: one bend angle, and twist as the angle between directors that
    /// are normal to each other at rest. Unstable in three dimensions.
    RV_CABLE_BEND_ANGLE,
    RV_CABLE_BEND_ANGLE_ALIGNED, ///< the same with directors that are aligned at rest
} rv_cable_bend;

/// How many segments a cable has while it moves.
typedef enum rv_cable_resolution {
    RV_CABLE_FIXED_RESOLUTION, ///< as many as at creation
    /// Segments: straight, taut, untouched parts have longer ones. Of an implicit rod: edges are halved
    /// where it bends and touches, and joined again.
    RV_CABLE_ADAPTIVE,
} rv_cable_resolution;

/// Loose knots that a cable of segments or a rod may begin with, in its middle; and loops whose ends
/// are tied with two throws, hanging down.
typedef enum rv_knot {
    RV_KNOT_NONE,            ///< straight, or as `shape` says
    RV_KNOT_OVERHAND,        ///< right-handed trefoil
    RV_KNOT_DOUBLE_OVERHAND, ///< one turn more
    RV_KNOT_FIGURE_EIGHT,    ///< its mirror image is itself
    RV_KNOT_GRANNY,          ///< two overhands, one after the other
    RV_KNOT_SQUARE,          ///< two opposite ones
    RV_KNOT_SURGEON,         ///< a double overhand and an opposite overhand
    RV_KNOT_LOOP_GRANNY,     ///< two throws alike
    RV_KNOT_LOOP_SQUARE,     ///< two opposite throws
    RV_KNOT_LOOP_SURGEON,    ///< a double throw and an opposite one
} rv_knot;

/// What a cable does at a node of its path. The first and the last node are RV_CABLE_FIXED,
/// RV_CABLE_DRUM or (segments) RV_CABLE_FREE, those between RV_CABLE_EYE or RV_CABLE_PULLEY.
typedef enum rv_cable_node_type {
    RV_CABLE_FIXED,  ///< its end is fixed at the point
    RV_CABLE_EYE,    ///< slides through the point
    RV_CABLE_PULLEY, ///< runs round a wheel and touches it at tangent points; where the wrap angle
                     ///< would be negative it lifts off and runs straight
    RV_CABLE_DRUM,   ///< its end is wound on a winch (radius 0: at the point)
    RV_CABLE_FREE,   ///< segments: its end holds on to nothing; it starts at the point
} rv_cable_node_type;

/// How the surface at a node is made: the ratio of tensions at which the cable slips for a turn of
/// theta.
typedef enum rv_cable_edge {
    RV_CABLE_ROUND, ///< exp(friction theta)
    RV_CABLE_SHARP, ///< one point with its force along the bisector: (1 + f tan(theta/2)) / (1 - f
                    ///< tan(theta/2)); jams where that is not positive
} rv_cable_edge;

/// A winch feeds cable: the length in use changes by its running speed + slip * tension, as long as
/// the tension stays below its limit; at the limit it gives way. The running speed is 0 at
/// creation, follows `speed` by `acceleration`, and takes up from rest what a limit has kept it
/// from. The motor holds up to max_force; the brake, when `speed` and the running speed are 0, up
/// to brake_force.
typedef struct rv_winch {
    double speed; ///< that is wanted [m/s]; > 0: pays out, < 0: winds in; default 0
    double slip;  ///< speed lost per tension [m/s/N], >= 0, default 0
    /// By which its running speed follows `speed`, and stops [m/s^2], > 0, may be INFINITY: at
    /// once. Default 0.5, as hoists of cranes have it: it adds 5 % to the weight of a load.
    double acceleration;
    /// It runs no faster, whatever `speed` is [m/s], > 0, may be INFINITY. NaN (default): the speed
    /// at which a sudden stop pulls the rope by half of its rated load, the default of max_force, 0.5 *
    /// strength / sqrt(E * density): 9.3 m/s for steel, of any diameter.
    double max_speed;
    /// Of the motor [N], >= 0, may be INFINITY. NaN (default): half of what the rope is rated for
    /// (rv_cable_rated_load), or of its breaking_load if that is less. Of two drums on a cable the last has
    /// INFINITY then: the first gives way.
    double max_force;
    /// Of the brake [N], >= 0, may be INFINITY. NaN (default): three quarters of that load, 1.5
    /// times the motor's: what a motor lifts its brake holds.
    double brake_force;
    double stored;   ///< length on the drum [m], >= 0, may be INFINITY (default): never empty. An
                     ///< empty drum holds its end
    double capacity; ///< most that the drum takes [m], >= stored, may be INFINITY (default)
} rv_winch;

/// Start from rv_cable_node_default().
typedef struct rv_cable_node {
    rv_cable_node_type type; ///< default RV_CABLE_FIXED
    rv_body_id body;         ///< that carries it, rigid or a particle; null: the world
    rv_vec3 point;           ///< in the body's frame; pulley, drum: the wheel's centre
    /// Pulley, drum with radius > 0: of the wheel, in the body's frame, any length > 0. Fixed: the
    /// cable's direction there, along the path, for its twist and where it is clamped; zero
    /// (default): as at creation.
    rv_vec3 axis;
    double radius; ///< pulley: to the cable's middle [m], > 0; drum: >= 0
    int side; ///< pulley, drum: 1: runs round the axis in the right-handed sense, -1: in the other,
              ///< 0 (default): pulley: the one that the path turns to, drum: 1
    int turns;       ///< pulley: full turns more, in [0, 100], default 0
    double friction; ///< eye, pulley: coefficient, >= 0, default 0; INFINITY: the cable never slips
    double efficiency; ///< eye, pulley: tension kept over it besides friction, in (0, 1], default 1
    rv_cable_edge edge; ///< of the friction
    /// Pulley: a scalar body that turns with the cable: its coordinate is the angle about the axis,
    /// its mass the moment of inertia; needs friction > 0. Null (default): the wheel is part of the
    /// body.
    rv_body_id wheel;
    bool swivel;    ///< fixed: the end turns freely about the cable
    bool clamped;   ///< fixed, segments: holds the cable's direction, too (`axis`); default false
    rv_winch winch; ///< drum
} rv_cable_node;

/// An end on the world at the origin with every default.
RV_API rv_cable_node rv_cable_node_default(void);

/// Drag of what surrounds a cable: per length, coefficient * density * diameter * speed^2 / 2.
typedef struct rv_cable_drag {
    double across;  ///< coefficient for speed across the cable, >= 0, default 0
    double along;   ///< for speed along it, >= 0, default 0
    double density; ///< of the fluid [kg/m^3], >= 0, default 1.2
    rv_vec3 flow;   ///< its velocity [m/s], default 0
} rv_cable_drag;

/// A point of a curve of moment over curvature.
typedef struct rv_cable_bend_point {
    double curvature; ///< [1/m], > 0, larger than that of the point before
    double moment;    ///< [N m], > 0, larger than that of the point before
} rv_cable_bend_point;

/// A part of a cable that bends with it and slips against it with friction, as the wires of a rope do.
typedef struct rv_cable_bend_layer {
    double EI;          ///< that it adds while it does not slip [N m^2], > 0
    double slip_moment; ///< at which it slips [N m], >= 0
    double arm;         ///< by which tension adds to that [m], >= 0, default 0
} rv_cable_bend_layer;

/// Moment over curvature of a cable of segments, in every direction across it.
typedef struct rv_cable_bend_law {
    /// Elastic part, odd, from the origin through these points and straight on, copied; NULL
    /// (default): `EI` of the cable.
    const rv_cable_bend_point* curve;
    int curve_count; ///< in [0, 32]
    /// Friction: each adds its EI up to the moment at which it slips, copied; NULL (default): none.
    const rv_cable_bend_layer* layers;
    int layer_count; ///< in [0, 4]
} rv_cable_bend_law;

/// What a cable needs besides its path, material and section to be made of segments, or to be a rod
/// of so many edges.
typedef struct rv_cable_segments {
    int count;     ///< in all, in [1, 100000]; 0 (default): as many as `length` says
    double length; ///< of one segment [m], > 0; NaN (default): a 24th of the cable's
    rv_cable_resolution
        resolution; ///< default RV_CABLE_FIXED_RESOLUTION, as of a variational rod always
    /// Of an adaptive rod, which has `count` edges where it is coarsest: one is halved where the rod
    /// turns at a joint by more than this [rad], in (0, 1.5], default 0.3.
    double turn_limit;
    /// And where it touches itself or a shape that does not lie along it, down to this length [m], > 0;
    /// NaN (default): twice the diameter. Where it bends less, longer ones are fine enough.
    double touch_length;
    /// Edges that an adaptive rod has at most, 0 (default): four times `count`. Room for them is taken at
    /// creation; where it is used up, nothing more is halved.
    int max_count;
    rv_cable_bend bend; ///< default RV_CABLE_BEND_VECTOR; a rod measures bending in its own way
    double EI;          ///< torque per curvature [N m^2], >= 0; NaN (default): of a solid bar
    /// Of segments, with RV_CABLE_BEND_VECTOR: in place of EI a curve, and friction besides; default none.
    rv_cable_bend_law bend_law;
    /// Torque per rate of curvature [N m^2 s], >= 0; NaN (default): none but in motion that the
    /// step is too long to resolve.
    double bend_damping;
    /// Without load, about the y and z axes of its segments [1/m], default 0; of a rod about its
    /// directors: that of rv_cable_end_director at the first end, and the one across it and the rod.
    double rest_curvature[2];
    double rest_twist; ///< without load, per length [rad/m], default 0
    /// A rod: as it lies at creation, with its shape and twist, is how it is without load; then
    /// rest_curvature and rest_twist must be 0. Default false.
    bool rest_as_laid;
    rv_cable_drag drag; ///< default none
    /// The line along which it lies at creation, from the first node to the last, copied; NULL
    /// (default): along the path, or if it is longer than that, hanging between the nodes. A cable
    /// with a `length` of its own begins strained by what that is off from how it lies, by up to a tenth;
    /// one that does not stretch (EA infinite) is as long as it lies (rv_cable_length), where `length` is
    /// that of the shape to a hundredth, as of a drawing, and refused where it is not.
    const rv_vec3* shape;
    int shape_count; ///< 0, or in [2, 1000000]
    /// How it moves at creation, of segments and rods, beyond what its ends have from what holds them (a
    /// mean of both along it, which is that of the one end where the other is free): a rigid motion, with
    /// this velocity at its first node [m/s], default 0. Motion that would stretch it, or move a held end,
    /// is lost in the first step. Other models have no motion of their own and refuse any.
    rv_vec3 velocity;
    rv_vec3 angular_velocity; ///< of that rigid motion [rad/s], default 0
    /// Added to it: velocities of the points of the shape, as many [m/s], copied, linear between them;
    /// NULL (default): 0.
    const rv_vec3* velocities;
    /// In place of a shape, a knot; default RV_KNOT_NONE. A cable without a length of its own is as
    /// long as the knot between its nodes takes; one that has a length is drawn out to the nodes, as
    /// far as the knot can be larger, and rv_world_error() tells which distances are right. Without
    /// `count` and `length` here there are three times as many segments as the knot needs.
    rv_knot knot;
    uint32_t group, mask; ///< of its shapes, as in rv_shape_def; mask 0: touches nothing
    bool touches_itself;  ///< default true
} rv_cable_segments;

/// What a layered cable needs besides.
typedef struct rv_cable_layer {
    int cells;            ///< of each span, in [2, 1000], of all at most 100000; default 20
    rv_cable_waves waves; ///< default RV_CABLE_WAVES_IMPLICIT
    double damping;       ///< rate at which motion across the cable dies in still air [1/s], >= 0,
                          ///< default 0.2
} rv_cable_layer;

/// How a rod moves.
typedef enum rv_cable_rod_integrator {
    /// In one system with everything else, stable at any stiffness and step.
    RV_CABLE_ROD_IMPLICIT,
    /// The paper's variational integrator (Wang et al. 2017), explicit in bending and twist: the step
    /// must resolve them. Lengths are kept by its contraction mapping. Ends are free, or fixed to the
    /// world or to bodies that are static or kinematic; shapes do not touch it.
    RV_CABLE_ROD_CONTRACTION,
    RV_CABLE_ROD_NEWTON, ///< the same with lengths by Newton's method
} rv_cable_rod_integrator;

/// How a rod touches itself, where segments.touches_itself says so.
typedef enum rv_cable_rod_contact {
    RV_CABLE_ROD_ROWS, ///< with friction; only of an implicit rod
    /// The paper's continuous penalty force, without friction: contact_stiffness times the mean over
    /// the step of how far two edges are nearer than contact_distance. Edges of a rod that is pressed
    /// harder than their product pass through each other. Only of a variational rod.
    RV_CABLE_ROD_PENALTY,
} rv_cable_rod_contact;

/// What a rod needs besides its segments. All but `substeps` is for variational rods only.
typedef struct rv_cable_rod {
    rv_cable_rod_integrator integrator; ///< default RV_CABLE_ROD_IMPLICIT
    double
        tolerance; ///< largest error of an edge's length, relative, in [1e-15, 0.01], default 1e-12
    int iterations; ///< at most, in [1, 1000], default 30
    /// In [0, 10000]. Of a variational rod parts of every step; 0 (default): as many as keep each within
    /// 0.6 of the longest that is stable, up to 64. Of an implicit one the fewest substeps of its island,
    /// whatever rv_world_def.substeps says; 0: as that says.
    int substeps;
    rv_cable_rod_contact contact; ///< default RV_CABLE_ROD_ROWS
    double contact_stiffness;     ///< [N/m], > 0, default 100
    double contact_distance;      ///< [m], > 0; NaN (default): the diameter
    /// Internal dissipation as in the paper, besides segments.bend_damping: a moment per rate of the
    /// cosine of the angle between edges [N m s], >= 0, default 0.
    double cosine_damping;
} rv_cable_rod;

/// How a massless or layered cable meets shapes and solids: solids and shapes that are convex hold it
/// off, and it runs round them along the shortest way, with friction. A shape that a node of the path
/// lies within, deeper than the cable is thick, lets the spans of that node out. Needs
/// rv_world_def.contact.enabled. What pulls as a spring (RV_CABLE_TENSION_SPRING) passes through solids.
typedef struct rv_cable_touch {
    bool enabled; ///< default false
    /// >= 0; NaN (default): as its material and the shape's say. None where 16 nodes of the cable slip
    /// already, between two drums of which the last has a limit, and where it pulls as a spring.
    double friction;
    uint32_t group, mask; ///< as in rv_shape_def, default 1 and all
} rv_cable_touch;

/// Start from rv_cable_def_default(): a def made any other way is rejected.
typedef struct rv_cable_def {
    rv_cable_model model;       ///< default RV_CABLE_MASSLESS
    const rv_cable_node* nodes; ///< copied
    int node_count;             ///< in [2, 100000], at most 500 of them with friction that slips
    rv_material material;       ///< default rv_material_default()
    double diameter;            ///< [m], > 0, default 0.01
    /// In use, without what is on drums [m], > 0; NaN (default): the path's at creation.
    double length;
    double EA; ///< force per strain [N], > 0; INFINITY: inextensible; NaN (default): of a solid bar
    double mass_per_length; ///< [kg/m], > 0; NaN (default): of a solid bar
    /// Torque per twist per length [N m^2]; 0: no twist; NaN (default): of a wire rope with six strands
    /// where it is massless or layered, (1.15e-4 G + 8.5e-5 E) diameter^4, for steel a 290th of a solid
    /// bar; of segments (RV_CABLE_AUTO, too) and rods of a solid bar, as EI. Twist needs both ends on
    /// rigid bodies or the world, without swivel.
    double GJ;
    /// Force per strain rate [N s], >= 0; NaN (default): none but in motion that the step is too
    /// long to resolve.
    double damping;
    /// Torque per twist rate per length [N m^2 s], >= 0; NaN (default): as above.
    double twist_damping;
    double twist;       ///< of the last end against the first at creation [rad], default 0
    double restitution; ///< of speed when it comes taut, in [0, 1], default 0; what stretch gives
                        ///< back comes on top; of a massless one
    /// Tension at which it breaks [N], > 0, default INFINITY; see rv_cable_rated_load.
    double breaking_load;
    bool pushes; ///< massless: holds under compression too, like a rod; not with friction unless
                 ///< that is infinite; default false
    int solver_group;             ///< as in rv_joint_def
    rv_cable_tension_law tension; ///< massless, layered; default RV_CABLE_TENSION_ROW
    rv_cable_layer layer;         ///< of a layered one
    rv_cable_touch touch;         ///< of a massless or layered one
    rv_cable_segments segments;   ///< of models that have them
    rv_cable_rod rod;             ///< of a rod
    void* user_data;              ///< of yours, not used; default NULL
    uint32_t magic;               ///< private
} rv_cable_def;

/// A massless cable of steel, 10 mm thick, without a path.
RV_API rv_cable_def rv_cable_def_default(void);

/// Adds a cable. One that reaches no body that forces move stands still, and so does its winch. On
/// an invalid def: returns the null id, leaves the world unchanged, and rv_world_error() names the
/// field, its value and what is allowed. Not callable during a step.
RV_API rv_cable_id rv_cable_create(rv_world* world, const rv_cable_def* def);
/// Removes a cable with its segments, its holes and its ties. False for a stale id; not callable
/// during a step.
RV_API bool rv_cable_destroy(rv_world* world, rv_cable_id cable);
/// True while the cable exists.
RV_API bool rv_cable_is_valid(const rv_world* world, rv_cable_id cable);
/// Visits cables: start with the null id; null after the last.
RV_API rv_cable_id rv_cable_next(const rv_world* world, rv_cable_id cable);
/// How many cables there are.
RV_API int rv_cable_count(const rv_world* world);

/// Whether a cable pulls.
typedef enum rv_cable_state {
    RV_CABLE_SLACK,  ///< it hangs or lies, and holds nothing
    RV_CABLE_TAUT,   ///< it pulls
    RV_CABLE_BROKEN, ///< or cut: a massless one holds nothing until it is mended
} rv_cable_state;

// Readers answer NaN (the state: broken, counts: 0) for a stale id or a node out of range. Forces
// and speeds are means over the last step, or its last substep; tensions of spans are the largest of its
// substeps.

/// Whether it pulls.
RV_API rv_cable_state rv_cable_get_state(const rv_world* world, rv_cable_id cable);
/// Nodes of its path.
RV_API int rv_cable_node_count(const rv_world* world, rv_cable_id cable);
/// The definition of a node as it is now; a default one with a NaN radius if there is none.
RV_API rv_cable_node rv_cable_get_node(const rv_world* world, rv_cable_id cable, int node);
/// Tension in the span after path node `node`, in [0, node_count - 2] [N]; < 0 if it pushes. Of a
/// layered cable, and of a rod, it is that where the span leaves the node: what the end of a rod is
/// pulled with along it, with the weight and the inertia of the cable up to there.
RV_API double rv_cable_tension(const rv_world* world, rv_cable_id cable, int node);
/// The largest of them, which is what breaks it.
RV_API double rv_cable_largest_tension(const rv_world* world, rv_cable_id cable);
/// Unstretched length in use, without what is on drums. [m]
RV_API double rv_cable_length(const rv_world* world, rv_cable_id cable);
/// Length of the path: spans and arcs, as the bodies stand. [m]
RV_API double rv_cable_path_length(const rv_world* world, rv_cable_id cable);
/// Twist of the last end against the first about the cable, turns counted [rad]; 0 without twist.
RV_API double rv_cable_twist(const rv_world* world, rv_cable_id cable);
/// Torque of the twist, > 0 when it turns the last end back. [N m]
RV_API double rv_cable_torque(const rv_world* world, rv_cable_id cable);
/// True while the path has a reversal or a span without length, where twist has no meaning: the
/// cable then carries no torque, and starts again without any.
RV_API bool rv_cable_twist_is_suspended(const rv_world* world, rv_cable_id cable);
/// As defined. [m]
RV_API double rv_cable_diameter(const rv_world* world, rv_cable_id cable);
/// Force per strain [N]; INFINITY: inextensible.
RV_API double rv_cable_EA(const rv_world* world, rv_cable_id cable);
/// Torque per twist per length [N m^2]; 0 where the ends cannot hold twist.
RV_API double rv_cable_GJ(const rv_world* world, rv_cable_id cable);
/// Torque per curvature [N m^2]; with a bend_law that of small curvatures, where nothing slips.
RV_API double rv_cable_EI(const rv_world* world, rv_cable_id cable);
/// What friction of its bend_law has turned into heat since its creation [J].
RV_API double rv_cable_bend_loss(const rv_world* world, rv_cable_id cable);
/// Mass per unstretched length [kg/m].
RV_API double rv_cable_mass_per_length(const rv_world* world, rv_cable_id cable);
/// How it is simulated, as defined; RV_CABLE_MASSLESS for a stale id.
RV_API rv_cable_model rv_cable_get_model(const rv_world* world, rv_cable_id cable);
/// Tension at which it breaks [N]; INFINITY: never.
RV_API double rv_cable_breaking_load(const rv_world* world, rv_cable_id cable);
/// Tension at which a cable of its material, as thick, is rated to break [N]: material.strength times the
/// cross section. It does not break there unless breaking_load says so: it is overloaded, which
/// RV_CABLE_EVENT_OVERLOADED and rv_report.cables_overloaded tell.
RV_API double rv_cable_rated_load(const rv_world* world, rv_cable_id cable);
/// Force per stretch of the length in use, EA / length. [N/m]
RV_API double rv_cable_stiffness(const rv_world* world, rv_cable_id cable);
/// As in the def; NULL for a stale id.
RV_API void* rv_cable_user_data(const rv_world* world, rv_cable_id cable);

/// Segments: bodies like any other, in the order of the path, made and removed by their cable. What
/// a cable has of them may change in a step where it has a drum, eyes, pulleys, adaptive resolution
/// or the automatic model. 0 while it is massless.
RV_API int rv_cable_segment_count(const rv_world* world, rv_cable_id cable);
/// A segment, in [0, count - 1]; the null id out of range.
RV_API rv_body_id rv_cable_segment(const rv_world* world, rv_cable_id cable, int segment);
/// Unstretched. [m]
RV_API double rv_cable_segment_length(const rv_world* world, rv_cable_id cable, int segment);
/// The cable that a body is a segment of; the null id for any other body.
RV_API rv_cable_id rv_body_cable(const rv_world* world, rv_body_id body);

/// A joint between two segments, or of an end with what it is fixed to.
typedef struct rv_cable_joint {
    rv_vec3 point;      ///< in the world
    rv_vec3 force;      ///< on the part of the cable behind it [N], over the last step
    double tension;     ///< its part along the cable [N]
    double bend[2];     ///< angles about the y and z axes of the part before it [rad]
    double twist;       ///< turns counted [rad]
    double bend_moment; ///< [N m]
    double torque;      ///< of the twist [N m]
    double stretch;     ///< how far it has opened [m]
    double length;      ///< of cable that its stretch, bend and twist stand for [m]
    bool broken;        ///< or cut: it holds nothing
} rv_cable_joint;

/// Joints of a cable of segments, those of its ends among them; 0 of other models.
RV_API int rv_cable_joint_count(const rv_world* world, rv_cable_id cable);
/// All NaN for a stale id or a joint out of range.
RV_API rv_cable_joint rv_cable_get_joint(const rv_world* world, rv_cable_id cable, int joint);

/// Layered: how far the span after path node `node` hangs out at most, across the line between its
/// ends [m]; 0 of other models.
RV_API double rv_cable_sag(const rv_world* world, rv_cable_id cable, int node);
/// Layered, explicit: the waves of that span are suspended.
RV_API bool rv_cable_waves_are_suspended(const rv_world* world, rv_cable_id cable, int node);

/// How the cable passes a node.
typedef struct rv_cable_contact {
    rv_vec3 in, out;    ///< where it meets and leaves the node, in the world
    double wrap;        ///< the angle it turns by [rad]; pulley: turns counted, < 0: lifted off
    double tension_in;  ///< of the span before [N]; 0 at the first node
    double tension_out; ///< of the span after; 0 at the last node
    double slip;  ///< speed along the path against the surface (drum: paying out) [m/s]; 0: sticks
    bool touches; ///< false: lifted off
} rv_cable_contact;

/// All NaN for a stale id or a node out of range.
RV_API rv_cable_contact rv_cable_get_contact(const rv_world* world, rv_cable_id cable, int node);
/// Where a cable runs round a shape or over an edge of a solid that it touches (rv_cable_touch), in the
/// order of the path. Nodes of the path keep their numbers.
typedef struct rv_cable_wrap {
    rv_body_id
        body;  ///< null: on a solid, or it has been destroyed and the wrap goes with the next step
    int shape; ///< of that body; -1: it has gone, or on a solid
    int node;  ///< the path node before it
    rv_vec3 in, out;                ///< where it meets and leaves it, in the world
    double angle;                   ///< that it turns by [rad]
    double tension_in, tension_out; ///< before and after it [N]
    double slip;                    ///< speed along the path against the shape [m/s]; 0: sticks
    rv_solid_id solid;              ///< null: on a shape
} rv_cable_wrap;

/// How many shapes and edges of solids it runs round now.
RV_API int rv_cable_wrap_count(const rv_world* world, rv_cable_id cable);
/// All NaN for a stale id or a wrap out of range.
RV_API rv_cable_wrap rv_cable_get_wrap(const rv_world* world, rv_cable_id cable, int wrap);
/// The path as points, arcs in steps of at most `step` [rad] > 0, through the joints of segments; a
/// point of NaNs stands where it is cut. Returns how many there are and
/// writes no more than `capacity`, with the tension after each if `tension` is not NULL.
RV_API int rv_cable_points(const rv_world* world, rv_cable_id cable, double step, rv_vec3* points,
                           double* tension, int capacity);

// Writers return false and change nothing for a stale id or a bad value; rv_world_error() says why.
// None is callable during a step. rv_cable_set_length(), rv_cable_insert_node(),
// rv_cable_remove_node(), rv_cable_attach() and rv_cable_mend() refuse a cable that is made of
// segments; one that chooses its model (RV_CABLE_AUTO), only while it has them.

/// The length in use. Of a cable with a drum the difference comes from the (first) drum and goes
/// back to it: refused if that has less, or has no room. Without a drum all parts change alike.
RV_API bool rv_cable_set_length(rv_world* world, rv_cable_id cable, double length);
/// Tension at which it breaks [N], > 0, may be INFINITY.
RV_API bool rv_cable_set_breaking_load(rv_world* world, rv_cable_id cable, double breaking_load);
/// Adds a node before node `before`, in [1, node_count - 1]: the cable is lifted over it, so its
/// length in use stays; so do the lengths between other nodes that hold it.
RV_API bool rv_cable_insert_node(rv_world* world, rv_cable_id cable, int before,
                                 const rv_cable_node* node);
/// Takes an eye or a pulley out of the path, in [1, node_count - 2].
RV_API bool rv_cable_remove_node(rv_world* world, rv_cable_id cable, int node);
/// Puts an end (node 0 or node_count - 1) somewhere else. The length in use stays; its twist starts
/// from zero. A cable that is cut or broken is whole again.
RV_API bool rv_cable_attach(rv_world* world, rv_cable_id cable, int node, const rv_cable_node* end);
/// Cuts the cable: a massless one holds nothing until it is mended or attached; one of segments and
/// a rod come apart in the middle, for good.
RV_API bool rv_cable_cut(rv_world* world, rv_cable_id cable);
/// Segments: cuts it at the joint nearest to `at`, measured along it from the first node in
/// unstretched length, in [0, length]; rods: at the vertex. At an end that is fixed it comes off.
/// Where it has been cut already nothing more happens. [m]
RV_API bool rv_cable_cut_at(rv_world* world, rv_cable_id cable, double at);
/// Makes a cut or broken cable whole, with the length it had, or that of the path if it is longer;
/// its twist starts from zero.
RV_API bool rv_cable_mend(rv_world* world, rv_cable_id cable);

/// Of the drum at node 0 or node_count - 1: all NaN if there is none. `stored` as it is now, forces
/// and max_speed that were left to the rope as they are.
RV_API rv_winch rv_cable_winch(const rv_world* world, rv_cable_id cable, int node);
/// How fast it pays out, over the last step. [m/s]
RV_API double rv_cable_winch_speed(const rv_world* world, rv_cable_id cable, int node);
/// What a winch does.
typedef enum rv_winch_state {
    RV_WINCH_HOLDS,   ///< its speed is 0, and its brake holds
    RV_WINCH_RUNS,    ///< at its speed, or on the way to it
    RV_WINCH_STALLED, ///< its motor is at its limit: it lags behind its speed, or pays out
    RV_WINCH_SLIPS,   ///< its brake is at its limit, and pays out
    /// It slows down and hauls no more, because an end of its cable or a wheel comes to the rim of
    /// a pulley on another body (the hoist limiter against two-blocking). It can pay out.
    RV_WINCH_BLOCKED,
} rv_winch_state;

/// Of the drum at node 0 or node_count - 1, in the last step; RV_WINCH_HOLDS if there is none.
RV_API rv_winch_state rv_cable_winch_state(const rv_world* world, rv_cable_id cable, int node);
/// Changes a drum; the same rules as in the def.
RV_API bool rv_cable_set_winch(rv_world* world, rv_cable_id cable, int node, const rv_winch* winch);
/// Its `speed` alone [m/s], finite; > 0: pays out. It gets there by its acceleration.
RV_API bool rv_cable_set_winch_speed(rv_world* world, rv_cable_id cable, int node, double speed);

/// A hand that holds a rod somewhere, such as a haptic tool or the mouse: it pulls the place that it
/// holds towards `target` with `stiffness` times their distance at the end of the step, up to
/// max_force. Any stiffness is stable.
typedef struct rv_cable_grip {
    double at;        ///< along the rod from its first end, unstretched [m], in [0, length]
    rv_vec3 target;   ///< in the world [m]
    rv_vec3 velocity; ///< of the target [m/s], default 0
    double stiffness; ///< [N/m], > 0, finite, default 100
    double damping;   ///< force per speed against the target's [N s/m], >= 0, default 0
    double max_force; ///< [N], > 0, may be INFINITY (default)
} rv_cable_grip;

/// At the first end, towards the origin, with 100 N/m.
RV_API rv_cable_grip rv_cable_grip_default(void);
/// Rods: `hand` in [0, 3] takes hold, or holds on with what has changed; the place stays the vertex
/// that it took at first, until it lets go.
RV_API bool rv_cable_hold(rv_world* world, rv_cable_id cable, int hand, const rv_cable_grip* grip);
/// Lets go. False if the hand holds nothing.
RV_API bool rv_cable_release(rv_world* world, rv_cable_id cable, int hand);
/// Where the hand holds: the place of the rod, in the world; NaN if it holds nothing.
RV_API rv_vec3 rv_cable_grip_point(const rv_world* world, rv_cable_id cable, int hand);
/// What the hand feels: the force of the rod on it, over the last step [N]; zero if it holds nothing.
RV_API rv_vec3 rv_cable_grip_force(const rv_world* world, rv_cable_id cable, int hand);
/// What holds an end of a rod (0: the first, 1: the last) feels: the force of the rod on it, over the
/// last step [N]; zero for a free end, NaN if there is no such thing.
RV_API rv_vec3 rv_cable_end_force(const rv_world* world, rv_cable_id cable, int end);
/// And the couple [N m]: of twist where the end turns with its holder, and of bending where it is
/// clamped.
RV_API rv_vec3 rv_cable_end_torque(const rv_world* world, rv_cable_id cable, int end);
/// A unit vector across a rod at an end, which turns with the rod's section there. That of the other
/// end is this one, carried along the rod without turning about it and then turned by the twist.
RV_API rv_vec3 rv_cable_end_director(const rv_world* world, rv_cable_id cable, int end);

/// How the last step of a variational rod went.
typedef struct rv_cable_rod_report {
    int substeps;      ///< parts of the step, or of an island's substep
    int iterations;    ///< linear systems solved for its lengths, in all of them
    double strain;     ///< largest error of an edge's length that was left, relative
    bool converged;    ///< lengths are within the tolerance, or rounding is all that is left
    double step_limit; ///< longest part that is stable for its shape at the end, about [s]
} rv_cable_rod_report;

/// All 0 of any other cable, and before the first step.
RV_API rv_cable_rod_report rv_cable_get_rod_report(const rv_world* world, rv_cable_id cable);

/// How finely a rod is divided.
typedef struct rv_cable_rod_edges {
    int count;     ///< edges now
    int max_count; ///< that there is room for
    int refused;   ///< that would have been halved in the last step, but for room
    int halved;    ///< by adaptive resolution, so far
    int joined;    ///< pairs of them, so far
} rv_cable_rod_edges;

/// All 0 of any other cable.
RV_API rv_cable_rod_edges rv_cable_get_rod_edges(const rv_world* world, rv_cable_id cable);

/// What can happen to a cable in a step.
typedef enum rv_cable_event_type {
    RV_CABLE_EVENT_TAUT,            ///< it began to pull
    RV_CABLE_EVENT_SLACK,           ///< it ceased to
    RV_CABLE_EVENT_BROKEN,          ///< by its load
    RV_CABLE_EVENT_EMPTY,           ///< a drum has given all
    RV_CABLE_EVENT_FULL,            ///< a drum takes no more
    RV_CABLE_EVENT_TWIST_SUSPENDED, ///< the twist has lost its meaning for now
    RV_CABLE_EVENT_TWIST_RESUMED,   ///< it has one again, and the twist starts from zero
    RV_CABLE_EVENT_TWO_BLOCKED,     ///< an end or a block has come to a wheel, a drum or an eye
    RV_CABLE_EVENT_OVERLOADED,      ///< its tension has come to be above what it is rated for
} rv_cable_event_type;

/// Something that happened to a cable in the last step.
typedef struct rv_cable_event {
    rv_cable_event_type type; ///< what happened
    rv_cable_id cable;        ///< to which
    int node;                 ///< broken: the span after it; empty, full: the drum; else 0
    double tension;           ///< the largest then [N]
} rv_cable_event;

/// What happened in the last step, in order; valid until the next step or change of the world.
RV_API const rv_cable_event* rv_world_cable_events(const rv_world* world, int* count);

#ifdef __cplusplus
}
#endif
#endif
