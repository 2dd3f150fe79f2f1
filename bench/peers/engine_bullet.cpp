// Bullet: the hoist as bodies with point-to-point constraints, or as one multibody with spherical
// joints (Featherstone). Its springs at joints are not those of a thread, and it has no lines through
// eyes: no thread, no tackle.
#include "bench/peers/peers.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include <cstdio>
#include <memory>
#include <vector>

namespace {

const double ANCHOR_MASS = 1e24; // of the multibody's [kg]

enum Choice { SEQUENTIAL_IMPULSE, DANTZIG, FEATHERSTONE };

btVector3 vector(const double v[3]) {
    return btVector3(v[0], v[1], v[2]);
}

// Bullet asks a kinematic body where it is, and takes its velocity from that
class AnchorMotion : public btMotionState {
  public:
    double x = 0.0;
    void getWorldTransform(btTransform& pose) const override {
        pose.setIdentity();
        pose.setOrigin(btVector3(x, 0, 0));
    }
    void setWorldTransform(const btTransform&) override {}
};

// members are destroyed from the last to the first: constraints and bodies before the world
class Run {
  public:
    Run(const peers_problem& problem, const peers_setting& setting);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    void step(double anchor_speed);
    void read(peers_state& state);

  private:
    void addBodies();
    void addMultibody();
    void addBody(int i);
    void readBody(int i, peers_body& body) const;
    void readLink(int i, peers_body& body) const;

    peers_problem problem_;
    Choice choice_;
    int substeps_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btDantzigSolver dantzig_;
    std::unique_ptr<btConstraintSolver> solver_;
    std::unique_ptr<btDiscreteDynamicsWorld> world_;
    btEmptyShape shape_;
    AnchorMotion anchor_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_; // segments, the load, the anchor
    std::vector<std::unique_ptr<btTypedConstraint>> joints_;
    std::unique_ptr<btMultiBody> multibody_;
};

Run::Run(const peers_problem& problem, const peers_setting& setting)
    : problem_(problem), choice_(static_cast<Choice>(setting.choice)), substeps_(setting.substeps) {
    if (choice_ == FEATHERSTONE) {
        auto solver = std::make_unique<btMultiBodyConstraintSolver>();
        world_ = std::make_unique<btMultiBodyDynamicsWorld>(&dispatcher_, &broadphase_,
                                                            solver.get(), &configuration_);
        solver_ = std::move(solver);
    } else {
        if (choice_ == DANTZIG)
            solver_ = std::make_unique<btMLCPSolver>(&dantzig_);
        else
            solver_ = std::make_unique<btSequentialImpulseConstraintSolver>();
        world_ = std::make_unique<btDiscreteDynamicsWorld>(&dispatcher_, &broadphase_,
                                                           solver_.get(), &configuration_);
    }
    world_->setGravity(btVector3(0, 0, -PEERS_GRAVITY));
    if (choice_ == FEATHERSTONE)
        addMultibody();
    else
        addBodies();
}

Run::~Run() {
    for (auto& joint : joints_)
        world_->removeConstraint(joint.get());
    for (auto& body : bodies_)
        world_->removeRigidBody(body.get());
    if (multibody_)
        static_cast<btMultiBodyDynamicsWorld&>(*world_).removeMultiBody(multibody_.get());
}

// segment i, or the load
void Run::addBody(int i) {
    const bool load = i == problem_.segments;
    double place[3], turn[4], moments[3];
    peers_start_place(&problem_, i, place);
    peers_start_turn(&problem_, turn);
    peers_segment_inertia(&problem_, moments);
    const double moment = peers_load_inertia(&problem_);
    btRigidBody::btRigidBodyConstructionInfo info(
        load ? problem_.load : peers_segment_mass(&problem_), nullptr, &shape_,
        load ? btVector3(moment, moment, moment) : vector(moments));
    info.m_startWorldTransform.setOrigin(vector(place));
    info.m_startWorldTransform.setRotation(btQuaternion(turn[1], turn[2], turn[3], turn[0]));
    bodies_.push_back(std::make_unique<btRigidBody>(info));
}

void Run::addBodies() {
    const double half = 0.5 * peers_segment_length(&problem_);
    for (int i = 0; i <= problem_.segments; i++)
        addBody(i);
    btRigidBody::btRigidBodyConstructionInfo anchor(0.0, &anchor_, &shape_);
    bodies_.push_back(std::make_unique<btRigidBody>(anchor));
    bodies_.back()->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    for (auto& body : bodies_) {
        body->setActivationState(DISABLE_DEACTIVATION);
        world_->addRigidBody(body.get(), 0, 0); // touches nothing
    }
    // joint i is where body i begins; the load is held at its centre
    for (int i = 0; i <= problem_.segments; i++) {
        const bool first = i == 0, load = i == problem_.segments;
        btRigidBody& before = first ? *bodies_.back() : *bodies_[i - 1];
        joints_.push_back(std::make_unique<btPoint2PointConstraint>(
            before, *bodies_[i], btVector3(first ? 0 : half, 0, 0),
            btVector3(load ? 0 : -half, 0, 0)));
        world_->addConstraint(joints_.back().get(), true);
    }
}

// Link 0 is the anchor: it slides, and is so heavy that it moves as it is told, whatever pulls at it.
void Run::addMultibody() {
    const double half = 0.5 * peers_segment_length(&problem_);
    double moments[3], turn[4];
    peers_segment_inertia(&problem_, moments);
    peers_start_turn(&problem_, turn);
    const double moment = peers_load_inertia(&problem_);
    const btQuaternion straight = btQuaternion::getIdentity();
    const btQuaternion start(turn[1], turn[2], turn[3], turn[0]);
    const btVector3 none(0, 0, 0), forward(half, 0, 0);
    multibody_ =
        std::make_unique<btMultiBody>(problem_.segments + 2, 1.0, btVector3(1, 1, 1), true, false);
    multibody_->setupPrismatic(0, ANCHOR_MASS, btVector3(1, 1, 1), -1, straight, btVector3(1, 0, 0),
                               none, none, true);
    for (int i = 0; i < problem_.segments; i++)
        multibody_->setupSpherical(i + 1, peers_segment_mass(&problem_), vector(moments), i,
                                   i == 0 ? start.inverse() : straight, i == 0 ? none : forward,
                                   forward, true);
    multibody_->setupSpherical(problem_.segments + 1, problem_.load,
                               btVector3(moment, moment, moment), problem_.segments, straight,
                               forward, none, true);
    multibody_->finalizeMultiDof();
    static_cast<btMultiBodyDynamicsWorld&>(*world_).addMultiBody(multibody_.get(), 0, 0);
}

void Run::step(double anchor_speed) {
    const double h = problem_.h / substeps_;
    for (int i = 0; i < substeps_; i++) {
        if (multibody_)
            multibody_->addJointTorque(0, ANCHOR_MASS * (anchor_speed - multibody_->getJointVel(0))
                                              / h);
        anchor_.x += anchor_speed * h;
        world_->stepSimulation(h, 0);
    }
}

void put(double out[3], const btVector3& v) {
    for (int i = 0; i < 3; i++)
        out[i] = v[i];
}

void putTurn(double out[4], const btQuaternion& q) {
    out[0] = q.w();
    out[1] = q.x();
    out[2] = q.y();
    out[3] = q.z();
}

void Run::readBody(int i, peers_body& body) const {
    put(body.place, bodies_[i]->getWorldTransform().getOrigin());
    putTurn(body.turn, bodies_[i]->getWorldTransform().getRotation());
    put(body.velocity, bodies_[i]->getLinearVelocity());
    put(body.spin, bodies_[i]->getAngularVelocity());
}

// link i + 1; velocities of links are known in their own frames
void Run::readLink(int i, peers_body& body) const {
    const btTransform& pose = multibody_->getLink(i + 1).m_cachedWorldTransform;
    put(body.place, pose.getOrigin());
    putTurn(body.turn, pose.getRotation());
}

void Run::read(peers_state& state) {
    state.lost = false;
    if (!multibody_) {
        put(state.anchor, bodies_.back()->getWorldTransform().getOrigin());
        for (int i = 0; i <= problem_.segments; i++)
            readBody(i, state.body[i]);
        return;
    }
    btAlignedObjectArray<btQuaternion> turns;
    btAlignedObjectArray<btVector3> places;
    multibody_->forwardKinematics(turns, places);
    const int links = multibody_->getNumLinks();
    std::vector<btVector3> spins(links + 1), velocities(links + 1);
    multibody_->compTreeLinkVelocities(spins.data(), velocities.data());
    put(state.anchor, multibody_->getLink(0).m_cachedWorldTransform.getOrigin());
    for (int i = 0; i <= problem_.segments; i++) {
        readLink(i, state.body[i]);
        const btMatrix3x3 basis = multibody_->getLink(i + 1).m_cachedWorldTransform.getBasis();
        // the base comes first, then link 0
        put(state.body[i].spin, basis * spins[i + 2]);
        put(state.body[i].velocity, basis * velocities[i + 2]);
    }
}

// --- the table -----------------------------------------------------------------------------------

const char* version() {
    static char text[16];
    std::snprintf(text, sizeof text, "%d.%02d", btGetVersion() / 100, btGetVersion() % 100);
    return text;
}

void* create(const peers_problem* problem, const peers_setting* setting) {
    return new Run(*problem, *setting);
}

void step(void* run, double anchor_speed) {
    static_cast<Run*>(run)->step(anchor_speed);
}

void readState(void* run, peers_state* state) {
    static_cast<Run*>(run)->read(*state);
}

void destroy(void* run) {
    delete static_cast<Run*>(run);
}

const peers_setting SETTINGS[] = {
    {"bullet-si", "sequential impulse, 10 iterations (default)", PEERS_HOIST, SEQUENTIAL_IMPULSE, 1,
     false},
    {"bullet-dantzig", "btMLCPSolver with Dantzig's method", PEERS_HOIST, DANTZIG, 1, true},
    {"bullet-multibody", "btMultiBody (Featherstone), default damping", PEERS_HOIST, FEATHERSTONE,
     1, false},
    {"bullet-multibody-64", "btMultiBody, 64 substeps", PEERS_HOIST, FEATHERSTONE, 64, true},
};

} // namespace

const peers_engine peers_bullet = {
    "Bullet", version, SETTINGS,  sizeof SETTINGS / sizeof *SETTINGS,
    create,   step,    readState, destroy,
};
