// Counts instructions of scenarios: see bench_instructions.h. Valgrind's callgrind counts from where
// the program says so (its client requests), so that what comes before the counted steps runs ten
// times as fast as they do.
#define _DEFAULT_SOURCE
#include "bench_instructions.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// --- the processor -------------------------------------------------------------------------------

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

static int processor_open(void) {
    struct perf_event_attr attributes = {.type = PERF_TYPE_HARDWARE,
                                         .size = sizeof attributes,
                                         .config = PERF_COUNT_HW_INSTRUCTIONS,
                                         .disabled = 1,
                                         .exclude_kernel = 1,
                                         .exclude_hv = 1};
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}

static void processor_start(void* context) {
    const instructions* counting = context;
    ioctl(counting->file, PERF_EVENT_IOC_RESET, 0);
    ioctl(counting->file, PERF_EVENT_IOC_ENABLE, 0);
}

static double processor_stop(void* context) {
    const instructions* counting = context;
    unsigned long long count;
    ioctl(counting->file, PERF_EVENT_IOC_DISABLE, 0);
    bool good = read(counting->file, &count, sizeof count) == (ssize_t)sizeof count && count > 0;
    return good ? (double)count : NAN;
}
#else
static int processor_open(void) {
    errno = ENOSYS;
    return -1;
}

static void processor_start(void* context) {
    (void)context;
}

static double processor_stop(void* context) {
    (void)context;
    return NAN;
}
#endif

// --- valgrind, inside ----------------------------------------------------------------------------

#ifdef REEVE_HAS_CALLGRIND // the build's configuration has found the header
#include <valgrind/callgrind.h>

static const bool can_be_watched = true;

static bool is_watched(void) {
    return RUNNING_ON_VALGRIND != 0;
}

static void watch_start(void* context) {
    (void)context;
    CALLGRIND_START_INSTRUMENTATION;
}

static double watch_stop(void* context) {
    (void)context;
    CALLGRIND_STOP_INSTRUMENTATION;
    return NAN; // valgrind tells
}
#else
static const bool can_be_watched = false;

static bool is_watched(void) {
    return false;
}

static void watch_start(void* context) {
    (void)context;
}

static double watch_stop(void* context) {
    (void)context;
    return NAN;
}
#endif

// --- valgrind, outside ---------------------------------------------------------------------------

enum { CANNOT_START = 127 };

// the process that valgrind watches; its report goes to `log`
static void become_watched(const char* self, const char* scenario, int log) {
    char log_option[32];
    snprintf(log_option, sizeof log_option, "--log-fd=%d", log);
    execlp("valgrind", "valgrind", "--tool=callgrind", "--instr-atstart=no",
           "--callgrind-out-file=/dev/null", log_option, self, "bench", scenario, "--instructions",
           (char*)NULL);
    _exit(CANNOT_START);
}

// what "Collected : " stands before in its report; NaN: it does not
static double read_report(int log) {
    double count = NAN;
    char line[512];
    FILE* report = fdopen(log, "r");
    while (report != NULL && fgets(line, sizeof line, report) != NULL) {
        const char* found = strstr(line, "Collected : ");
        if (found != NULL)
            count = strtod(found + strlen("Collected : "), NULL);
    }
    if (report != NULL)
        fclose(report);
    else
        close(log);
    return count;
}

static double give_up(instructions* counting, const char* why) {
    counting->counter = NULL;
    snprintf(counting->why_not, sizeof counting->why_not, "%s", why);
    return NAN;
}

static double count_outside(instructions* counting, const char* scenario) {
    char self[4096];
    int ends[2], status = 0;
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0 || pipe(ends) != 0)
        return give_up(counting, "this program cannot start itself again");
    self[length] = '\0';
    // nothing that waits to be written is written twice
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become_watched(self, scenario, ends[1]);
    }
    close(ends[1]);
    double count = read_report(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return give_up(counting, "this program cannot start itself again");
    if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_START)
        return give_up(counting, "valgrind is not installed");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !(count > 0.0))
        return give_up(counting, "valgrind cannot run this build");
    return count / BENCH_COUNTED_STEPS;
}

// --- either --------------------------------------------------------------------------------------

instructions instructions_begin(bool slowly) {
    instructions counting = {.file = processor_open()};
    int reason = errno;
    counting.inside = slowly && is_watched();
    if (counting.inside || counting.file >= 0)
        counting.counter = counting.inside ? "valgrind" : "processor";
    else if (slowly && can_be_watched)
        counting.counter = "valgrind";
    else if (slowly)
        give_up(&counting, "this program was built where valgrind is not installed");
    else
        snprintf(counting.why_not, sizeof counting.why_not,
                 "the kernel does not offer the processor's count (%s); --instructions counts with "
                 "valgrind",
                 strerror(reason));
    return counting;
}

void instructions_end(instructions* counting) {
    if (counting->file >= 0)
        close(counting->file);
}

double instructions_count(instructions* counting, const bench_scenario* scenario) {
    const bench_counter by_processor = {processor_start, processor_stop, counting};
    const bench_counter by_valgrind = {watch_start, watch_stop, NULL};
    if (counting->counter == NULL || scenario->in_real_time)
        return NAN;
    if (counting->inside)
        return bench_count(scenario, &by_valgrind);
    if (counting->file >= 0)
        return bench_count(scenario, &by_processor);
    return count_outside(counting, scenario->name);
}
