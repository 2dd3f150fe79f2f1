// The simulated hand against the textbook: a free mass, damped oscillators, delay.
#include "reeve/device.h"
#include "reeve/math.h"
#include "test.h"

static rv_device make(const rv_device_hand* hand) {
    rv_device device;
    char error[256] = "";
    CHECK(rv_device_simulated_hand(&device, hand, error, sizeof error));
    CHECK_TEXT(error, "");
    CHECK(device.open(device.context, NULL, 0));
    device.read(device.context, 1e-3);
    return device;
}

// the same force in every tick; the input after `ticks` of them
static rv_haptic_input push(const rv_device_hand* hand, rv_vec3 force, int ticks, double dt) {
    rv_device device = make(hand);
    rv_device_output output = {.force = force};
    rv_haptic_input input = {0};
    for (int i = 0; i < ticks; i++) {
        CHECK(device.write(device.context, &output));
        input = device.read(device.context, dt);
    }
    rv_device_free(&device);
    return input;
}

TEST(a_free_mass_is_accelerated_evenly) {
    rv_device_hand hand = {.mass = 1.5, .device_mass = 0.5};
    rv_haptic_input input = push(&hand, (rv_vec3){4, 0, -2}, 1000, 1e-3);
    // x = F t^2 / 2 M, v = F t / M; 1000 ticks of rounding
    CHECK_NEAR(input.pose.position.x, 1.0, 1e-12);
    CHECK_NEAR(input.pose.position.z, -0.5, 1e-12);
    CHECK_NEAR(input.velocity.x, 2.0, 1e-12);
    CHECK(input.valid);
}

// under a constant force from rest: x = F/k (1 - e^(-g t) (cos w t + g/w sin w t))
TEST(a_relaxed_hand_swings_as_the_formula_says) {
    rv_device_hand hand = rv_device_hand_default();
    double mass = hand.mass + hand.device_mass, t = 0.1;
    double g = (hand.damping + hand.device_damping) / (2.0 * mass);
    double w = sqrt(hand.stiffness / mass - g * g);
    double x = 3.0 / hand.stiffness * (1.0 - exp(-g * t) * (cos(w * t) + g / w * sin(w * t)));
    rv_haptic_input input = push(&hand, (rv_vec3){0, 3, 0}, 100, 1e-3);
    CHECK_NEAR(input.pose.position.y, x, 1e-14);
    CHECK_NEAR(input.velocity.y, 3.0 / (mass * w) * exp(-g * t) * sin(w * t), 1e-13);
}

// over-damped: two real rates
TEST(a_stiff_damper_creeps_as_the_formula_says) {
    rv_device_hand hand = {.stiffness = 1500.0, .damping = 300.0, .mass = 1.2};
    double g = hand.damping / (2.0 * hand.mass), t = 0.05;
    double w = sqrt(g * g - hand.stiffness / hand.mass), a = g - w, b = g + w;
    double x = 2.0 / hand.stiffness * (1.0 - (b * exp(-a * t) - a * exp(-b * t)) / (b - a));
    CHECK_NEAR(push(&hand, (rv_vec3){2, 0, 0}, 50, 1e-3).pose.position.x, x, 1e-15);
}

TEST(one_long_tick_is_many_short_ones) {
    rv_device_hand hand = rv_device_hand_default();
    rv_haptic_input one = push(&hand, (rv_vec3){1, 2, 3}, 1, 0.05);
    rv_haptic_input many = push(&hand, (rv_vec3){1, 2, 3}, 500, 1e-4);
    CHECK_NEAR(one.pose.position.z, many.pose.position.z, 1e-15);
    CHECK_NEAR(one.velocity.z, many.velocity.z, 1e-13);
    CHECK(fabs(one.pose.position.z) > 1e-3);
}

// far stiffer than the tick resolves: it is at rest where force and spring balance
TEST(a_hand_that_is_stiffer_than_the_tick_resolves_stays_stable) {
    rv_device_hand hand = {.stiffness = 1e9, .damping = 1e6, .mass = 1e-3};
    rv_haptic_input input = push(&hand, (rv_vec3){100, 0, 0}, 2000, 1e-2);
    CHECK_NEAR(input.pose.position.x, 1e-7, 1e-12);
}

TEST(a_hand_follows_its_target_and_ends_there) {
    const rv_device_key keys[] = {{0.0, {{0, 0, 0}, {1, 0, 0, 0}}},
                                  {0.5, {{0.1, 0, 0}, {0, 0, 0, 1}}}};
    rv_device_hand hand = rv_device_hand_default();
    hand.target = (rv_device_script){keys, 2, RV_DEVICE_HOLD};
    hand.device_damping = 0.0; // then nothing holds it back from a target that moves evenly
    rv_haptic_input input = push(&hand, (rv_vec3){0}, 250, 1e-3);
    CHECK_NEAR(input.pose.position.x, 0.05, 1e-12);
    CHECK_NEAR(input.velocity.x, 0.2, 1e-12);
    CHECK_NEAR(input.angular_velocity.z, 2.0 * RV_PI, 1e-12);
    input = push(&hand, (rv_vec3){0}, 5000, 1e-3);
    CHECK_NEAR(input.pose.position.x, 0.1, 1e-8); // e^(-g t), g = 3.8/s, after 4.5 s
    CHECK_NEAR(input.pose.rotation.z, 1.0, 1e-15);
}

TEST(the_damping_of_the_device_holds_a_hand_back) {
    const rv_device_key keys[] = {{0.0, {{0, 0, 0}, {1, 0, 0, 0}}},
                                  {10.0, {{1, 0, 0}, {1, 0, 0, 0}}}};
    rv_device_hand hand = rv_device_hand_default();
    hand.target = (rv_device_script){keys, 2, RV_DEVICE_HOLD};
    hand.device_damping = 3.0;
    hand.damping = 30.0;
    // in even motion the spring carries the damper: it lags by b_d v / k
    rv_haptic_input input = push(&hand, (rv_vec3){0}, 5000, 1e-3);
    CHECK_NEAR(input.pose.position.x, 0.5 - 3.0 * 0.1 / 400.0, 1e-12);
    CHECK_NEAR(input.velocity.x, 0.1, 1e-12);
}

TEST(the_force_acts_after_its_delay) {
    for (int delay = 0; delay <= 64; delay += 32) {
        rv_device_hand hand = {.mass = 1.0, .delay = delay};
        rv_device device = make(&hand);
        rv_device_output push_once = {.force = {1, 0, 0}}, none = {0};
        int moved_at = -1;
        for (int i = 0; i < 100 && moved_at < 0; i++) {
            device.write(device.context, i == 0 ? &push_once : &none);
            if (device.read(device.context, 1e-3).velocity.x > 0.0)
                moved_at = i;
        }
        CHECK(moved_at == delay);
        rv_device_free(&device);
    }
}

TEST(two_hands_that_feel_the_same_move_alike_to_the_bit) {
    rv_device_hand hand = rv_device_hand_default();
    rv_haptic_input a = push(&hand, (rv_vec3){0.3, -0.7, 0.1}, 1000, 1e-3);
    rv_haptic_input b = push(&hand, (rv_vec3){0.3, -0.7, 0.1}, 1000, 1e-3);
    CHECK(memcmp(&a.pose, &b.pose, sizeof a.pose) == 0);
}

static void check_refused(rv_device_hand hand, const char* sentence) {
    char error[256] = "";
    rv_device device;
    CHECK(!rv_device_simulated_hand(&device, &hand, error, sizeof error));
    CHECK_TEXT(error, sentence);
    CHECK(device.read == NULL);
}

TEST(bad_hands_are_refused_with_a_sentence) {
    const rv_device_hand good = rv_device_hand_default();
    rv_device_hand hand = good;
    hand.stiffness = -1.0;
    check_refused(hand, "rv_device_hand.stiffness = -1 N/m: must be in [0, 1e9]");
    hand = good;
    hand.damping = NAN;
    check_refused(hand, "rv_device_hand.damping = nan N s/m: must be in [0, 1e9]");
    hand = good;
    hand.mass = 2e9;
    check_refused(hand, "rv_device_hand.mass = 2e+09 kg: must be in [0, 1e9]");
    hand = good;
    hand.device_mass = -0.5;
    check_refused(hand, "rv_device_hand.device_mass = -0.5 kg: must be in [0, 1e9]");
    hand = good;
    hand.device_damping = INFINITY;
    check_refused(hand, "rv_device_hand.device_damping = inf N s/m: must be in [0, 1e9]");
    hand = good;
    hand.mass = hand.device_mass = 0.0;
    check_refused(hand, "rv_device_hand.mass + device_mass = 0 kg: must be at least 1e-6");
    hand = good;
    hand.delay = 65;
    check_refused(hand, "rv_device_hand.delay = 65 ticks: must be in [0, 64]");
    hand = good;
    hand.target.key_count = 1;
    check_refused(hand, "rv_device_hand.target.keys is NULL: must be 1 keys");
}
