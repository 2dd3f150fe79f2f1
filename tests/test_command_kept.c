// What is written over time stays, whatever ends the run: a kill, a signal, a full disk. Files stand
// under their names, end with a whole row or record, and no temporary file is left.
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "test.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

static void run(const char* arguments) {
    command_run_in(command_scratch(), "%s", arguments);
}

static bool err_has(const char* text) {
    return strstr(command_last.err, text) != NULL;
}

// --- files --------------------------------------------------------------------------------------

static char* file_read(const char* name) {
    static char text[COMMAND_TEXT_BYTES];
    command_read(name, text);
    return text;
}

static long long file_bytes(const char* name) {
    char path[256];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", command_scratch(), name);
    return stat(path, &status) == 0 ? (long long)status.st_size : -1;
}

// all rows of a CSV are whole: as many commas as the header has; returns how many there are
static int whole_rows(const char* name) {
    char* text = file_read(name);
    int rows = 0, commas = 0, header = -1;
    for (const char* at = text; *at != '\0'; at++) {
        commas += *at == ',';
        if (*at != '\n')
            continue;
        header = header < 0 ? commas : header;
        CHECK(commas == header);
        commas = 0;
        rows++;
    }
    CHECK(rows > 0 && text[strlen(text) - 1] == '\n');
    return rows - 1;
}

// a list of moments is closed, and each of its files is there; returns how many
static int listed_moments(const char* folder, const char* scene) {
    char name[128];
    snprintf(name, sizeof name, "%s/%s.pvd", folder, scene);
    const char* list = file_read(name);
    const char* tail = strstr(list, "  </Collection>\n</VTKFile>\n");
    CHECK(tail != NULL && strlen(tail) == strlen("  </Collection>\n</VTKFile>\n"));
    int count = 0;
    for (const char* at = list; (at = strstr(at, "<DataSet")) != NULL; at++) {
        snprintf(name, sizeof name, "%s/%s_%06d.vtp", folder, scene, count);
        CHECK(file_bytes(name) > 0);
        count++;
    }
    return count;
}

// --- a run that is ended from outside -----------------------------------------------------------

// the command on a run that would take minutes; returns its process
static pid_t start(const char* const* arguments) {
    const char* folder = command_scratch();
    fflush(stdout); // or the child writes what is buffered, too
    pid_t process = fork();
    if (process != 0)
        return process;
    if (chdir(folder) != 0 || freopen(".stderr", "w", stderr) == NULL
        || freopen(".stdout", "w", stdout) == NULL)
        _exit(3);
    execv(command_path(), (char* const*)arguments);
    _exit(3);
}

static const char* const LONG_RUN[] = {
    "reeve",    "run",     "pendulum-150", "--duration", "100000", "--every",
    "1000",     "--quiet", "--vtk",        "out",        "--csv",  "a.csv",
    "--record", "a.rvlog", "--picture",    "a.png",      NULL};

static void wait_a_moment(void) {
    nanosleep(&(struct timespec){0, 10 * 1000 * 1000}, NULL);
}

// waits until a file has more bytes than this: it is flushed while the run goes on
static bool wait_for_more(const char* name, long long bytes) {
    for (int tries = 0; tries < 3000 && file_bytes(name) <= bytes; tries++)
        wait_a_moment();
    return file_bytes(name) > bytes;
}

// starts the long run, lets it write, and sends it a signal; returns its status
static int end_long_run(int signal_number) {
    command_scratch();
    pid_t process = start(LONG_RUN);
    // their heads, and what comes after
    CHECK(wait_for_more("a.rvlog", 0) && wait_for_more("a.csv", 0)
          && wait_for_more("a.rvlog", file_bytes("a.rvlog"))
          && wait_for_more("a.csv", file_bytes("a.csv"))
          && wait_for_more("out/02-pendulum-150_000001.vtp", 0));
    int status = 0;
    CHECK(process > 0 && kill(process, signal_number) == 0);
    CHECK(waitpid(process, &status, 0) == process);
    return status;
}

TEST(a_run_that_is_killed_leaves_what_was_written_and_no_temporary_file) {
    int status = end_long_run(SIGKILL);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    CHECK(command_files() == 3); // and no picture: its moment did not come
    CHECK(whole_rows("a.csv") > 0);
    CHECK(listed_moments("out", "02-pendulum-150") > 0);
    run("replay a.rvlog --json");
    CHECK(command_last.code == 0 && err_has("warning: a.rvlog was cut off"));
    CHECK(strstr(command_last.out, "\"recording_is_cut\": true") != NULL);
    CHECK(strstr(command_last.out, "\"bit_exact_steps\": 0") == NULL);
    command_clean();
}

TEST(a_run_that_is_stopped_ends_its_files_and_says_so) {
    static const int signals[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        int status = end_long_run(signals[i]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1);
        CHECK(command_files() == 3);
        char* text = file_read(".stderr");
        CHECK(strncmp(text, "reeve run: stopped at ", 22) == 0);
        CHECK(strstr(text, " s; kept until then: a.csv, out, a.rvlog\n") != NULL);
        CHECK(strstr(text, "reeve run: no picture: the run ended before 100000 s\n") != NULL);
        CHECK(whole_rows("a.csv") > 0);
        CHECK(listed_moments("out", "02-pendulum-150") > 0);
        // its end is recorded: it is not cut
        run("replay a.rvlog --quiet");
        CHECK(command_last.code == 0);
        CHECK_TEXT(command_last.err, "");
        command_clean();
    }
}

TEST(a_viewer_that_is_killed_leaves_its_recording) {
    static const char* const view[] = {"reeve",    "view",    "tackle", "--no-open",
                                       "--record", "a.rvlog", NULL};
    command_scratch();
    pid_t process = start(view);
    CHECK(wait_for_more("a.rvlog", 0));
    int status = 0;
    CHECK(process > 0 && kill(process, SIGKILL) == 0 && waitpid(process, &status, 0) == process);
    CHECK(command_files() == 1);
    run("replay a.rvlog --quiet");
    CHECK(command_last.code == 0 && err_has("warning: a.rvlog was cut off"));
    command_clean();
}

// --- a disk that is full ------------------------------------------------------------------------

// the command where files can have so many bytes
static void run_within(long long bytes, const char* arguments) {
    struct rlimit before;
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    struct rlimit limit = {.rlim_cur = (rlim_t)bytes, .rlim_max = before.rlim_max};
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    run(arguments);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
}

TEST(a_csv_that_finds_no_room_keeps_its_rows_and_the_recording_its_steps) {
    run_within(40000, "run pendulum-150 --duration 100000 --quiet --csv a.csv --record a.rvlog");
    CHECK(command_last.code == 1 && command_files() == 2);
    CHECK(err_has("reeve: cannot write "));
    CHECK(err_has("/a.csv: File too large; what was written before is kept\n")
          || err_has("write a.csv: File too large; what was written before is kept\n"));
    CHECK(err_has(" s; kept until then: a.rvlog\n"));
    CHECK(file_bytes("a.csv") <= 40000 && file_bytes("a.csv") > 35000);
    CHECK(whole_rows("a.csv") > 100);
    run("replay a.rvlog --quiet");
    CHECK(command_last.code == 0);
    CHECK_TEXT(command_last.err, "");
    command_clean();
}

TEST(a_recording_that_finds_no_room_keeps_its_records) {
    run("run pendulum-150 --duration 1 --quiet --record a.rvlog");
    long long bytes = file_bytes("a.rvlog") + 5 * 36 + 7; // a part of a record at its end
    run_within(bytes, "run pendulum-150 --duration 100000 --quiet --record a.rvlog");
    CHECK(command_last.code == 1 && command_files() == 1);
    CHECK(err_has("File too large; what was written before is kept\n"));
    CHECK(file_bytes("a.rvlog") < bytes && file_bytes("a.rvlog") > bytes - 50);
    run("replay a.rvlog");
    CHECK(command_last.code == 0 && err_has("warning: a.rvlog was cut off"));
    CHECK(strstr(command_last.out, "\nreplayed 0 steps") == NULL);
    command_clean();
}

TEST(moments_that_find_no_room_keep_those_before) {
    // the list finds none: every moment is smaller than it becomes
    run("run tackle --duration 0.1 --quiet --vtk out");
    long long moment = file_bytes("out/08-tackle_000000.vtp");
    char folder[128];
    snprintf(folder, sizeof folder, "rm -r '%s/out'", command_scratch());
    CHECK(moment > 1000 && system(folder) == 0);
    run_within(moment + 4000, "run tackle --duration 100 --quiet --vtk out");
    CHECK(command_last.code == 1 && command_files() == 1);
    CHECK(err_has("File too large; the moments before it are kept\n"));
    CHECK(listed_moments("out", "08-tackle") > 10);
    // and the first moment itself: nothing is left
    CHECK(system(folder) == 0);
    run_within(moment / 2, "run tackle --duration 1 --quiet --vtk out");
    CHECK(command_last.code == 1 && command_files() == 0);
    command_clean();
}

TEST(a_file_that_is_there_stays_if_nothing_can_be_written_in_its_place) {
    run("run tackle --duration 1 --quiet --record a.rvlog");
    long long bytes = file_bytes("a.rvlog");
    run_within(100, "run tackle --duration 1 --quiet --record a.rvlog 2>/dev/null");
    CHECK(command_last.code == 1 && command_files() == 1);
    CHECK(file_bytes("a.rvlog") == bytes);
    run("replay a.rvlog --quiet");
    CHECK(command_last.code == 0);
    command_clean();
}
