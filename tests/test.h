// The test header: TEST(a_sentence) { CHECK(...); } in a file is a test program.
// A failing check prints file, line and both values, and the program exits 1 after all tests ran.
#ifndef REEVE_TEST_H
#define REEVE_TEST_H

#include <math.h>
#include <stdio.h>
#include <string.h>

// long runs are shortened where every instruction is watched
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { TEST_IS_WATCHED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { TEST_IS_WATCHED = 1 };
#else
enum { TEST_IS_WATCHED = 0 };
#endif
#else
enum { TEST_IS_WATCHED = 0 };
#endif

typedef struct test_case {
    const char* name;
    void (*run)(void);
    struct test_case* next;
} test_case;

static test_case* test_first;
static test_case** test_last = &test_first;
static int test_failures;

#define TEST(name_)                                                                                \
    static void name_(void);                                                                       \
    __attribute__((constructor)) static void register_##name_(void) {                              \
        static test_case self = {#name_, name_, NULL};                                             \
        *test_last = &self;                                                                        \
        test_last = &self.next;                                                                    \
    }                                                                                              \
    static void name_(void)

#define CHECK(condition_)                                                                          \
    ((condition_) ? (void)0                                                                        \
                  : (test_failures++,                                                              \
                     (void)printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition_)))

// |actual - expected| <= tolerance, absolute
#define CHECK_NEAR(actual_, expected_, tolerance_)                                                 \
    test_near(__FILE__, __LINE__, #actual_, (actual_), (expected_), (tolerance_))

#define CHECK_TEXT(actual_, expected_) test_text(__FILE__, __LINE__, (actual_), (expected_))

static inline void test_near(const char* file, int line, const char* what, double actual,
                             double expected, double tolerance) {
    if (fabs(actual - expected) <= tolerance)
        return;
    test_failures++;
    printf("%s:%d: %s = %.17g, expected %.17g within %g (off by %g)\n", file, line, what, actual,
           expected, tolerance, fabs(actual - expected));
}

static inline void test_text(const char* file, int line, const char* actual, const char* expected) {
    if (strcmp(actual, expected) == 0)
        return;
    test_failures++;
    printf("%s:%d: text is \"%s\"\n  expected \"%s\"\n", file, line, actual, expected);
}

// with an argument: runs only the tests whose name contains it
int main(int argc, char** argv) {
    int ran = 0;
    for (test_case* test = test_first; test != NULL; test = test->next) {
        if (argc > 1 && strstr(test->name, argv[1]) == NULL)
            continue;
        int before = test_failures;
        test->run();
        ran++;
        printf("%s %s\n", test_failures == before ? "ok  " : "FAIL", test->name);
    }
    printf("%d tests, %d failed checks\n", ran, test_failures);
    return test_failures == 0 && ran > 0 ? 0 : 1;
}

#endif
