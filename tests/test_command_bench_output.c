// `reeve bench --json`, `--against` and `--instructions`: what is written can be compared with, what is
// wrong with a file is told before anything is measured, and so is who counts, or why nobody does.
#include "command.h"
#include "test.h"

#define QUICKLY "bench cable-2 cable-10 --duration 0.01 "

static bool out_has(const char* text) {
    return strstr(command_last.out, text) != NULL;
}

static void put(const char* name, const char* text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", command_scratch(), name);
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL && fputs(text, file) >= 0);
    if (file != NULL)
        fclose(file);
}

static void run(const char* arguments) {
    command_run_in(command_scratch(), "%s", arguments);
}

// a file with one scenario: its median and both quartiles [us]
static void put_past(double median, double spread) {
    char text[512];
    snprintf(
        text, sizeof text,
        "{\"reeve_bench\": 1, \"counter\": null, \"scenarios\": [{\"name\": \"cable-2\", "
        "\"us_per_step\": %g, \"us_per_step_25_percent\": %g, \"us_per_step_75_percent\": %g}, "
        "{\"name\": \"gone\", \"us_per_step\": 1}]}",
        median, median / spread, median * spread);
    put("past.json", text);
}

TEST(what_json_writes_can_be_compared_with) {
    run(QUICKLY "--json > now.json");
    CHECK(command_last.code == 0);
    run(QUICKLY "--against now.json");
    CHECK(command_last.code == 0);
    CHECK(out_has("Against now.json:") && out_has("geometric mean of the ratios: time"));
    CHECK(out_has("(2 scenarios)") && !out_has("not in") && !out_has("only in"));
    // a family of two sizes
    CHECK(out_has("cable-*") && out_has("2 to 10 nodes"));
    run(QUICKLY "--json --against now.json");
    CHECK(command_last.code == 0 && out_has("\"against\": [") && out_has("\"ratio\""));
    CHECK(out_has("\"us_per_step_99_percent\"") && out_has("\"bytes_allocated\": 0"));
    CHECK(out_has("\"exponent_of_largest_two\""));
    command_clean();
}

TEST(faster_and_slower_are_marked_beyond_the_quartiles_alone) {
    put_past(1e9, 1.01);
    run(QUICKLY "--against past.json");
    CHECK(out_has(" faster") && !out_has("slower") && out_has("not in past.json: cable-10"));
    put_past(1e-6, 1.01);
    run(QUICKLY "--against past.json");
    CHECK(out_has(" slower") && !out_has("faster"));
    // a run whose steps are spread as wide as that says nothing
    put_past(1e-6, 1e15);
    run(QUICKLY "--against past.json");
    CHECK(command_last.code == 0 && !out_has("slower") && !out_has("faster"));
    // those of the file that were not asked for are not missing
    CHECK(!out_has("gone"));
    command_clean();
}

TEST(a_bad_file_is_told_and_nothing_is_measured) {
    run("bench --against none.json");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err, "reeve bench: cannot open 'none.json' to compare with\n");
    CHECK_TEXT(command_last.out, "");
    run("bench --against .");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err, "reeve bench: cannot read '.' to compare with\n");
    put("text.json", "1.5 us");
    run("bench --against text.json");
    CHECK(command_last.code == 2
          && strncmp(command_last.err, "reeve bench: 'text.json' is no JSON: line 1: ", 45) == 0);
    put("list.json", "[1]");
    run("bench --against list.json");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err,
               "reeve bench: 'list.json': no \"reeve_bench\": 1 in it; it must be "
               "what `reeve bench --json` prints\n");
    put("empty.json", "{\"reeve_bench\": 1}");
    run("bench --against empty.json");
    CHECK_TEXT(command_last.err, "reeve bench: 'empty.json': \"scenarios\" must be a list\n");
    put("nameless.json", "{\"reeve_bench\": 1, \"scenarios\": [{\"us_per_step\": 1}]}");
    run("bench --against nameless.json");
    CHECK_TEXT(command_last.err, "reeve bench: 'nameless.json': a scenario has no \"name\"\n");
    put("timeless.json",
        "{\"reeve_bench\": 1, \"scenarios\": [{\"name\": \"rod-20\", \"us_per_step\": \"1\"}]}");
    run("bench --against timeless.json");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err, "reeve bench: 'timeless.json': a scenario has no \"us_per_step\" "
                                 "that is a number >= 0\n");
    command_clean();
}

// where the kernel offers the processor's count, nobody else is asked
static bool processor_counts(void) {
    run("bench cable-2 --duration 0.01 --json");
    return out_has("\"counter\": \"processor\"");
}

TEST(without_valgrind_it_is_told_once_that_nobody_counts) {
    if (processor_counts())
        return;
    CHECK(out_has("\"counter\": null") && out_has("--instructions counts with valgrind\""));
    CHECK(out_has("\"instructions_per_step\": null"));
    char path[4096];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    run(QUICKLY "--instructions");
    setenv("PATH", path, 1);
    CHECK(command_last.code == 0);
    const char* told = strstr(command_last.out, "valgrind is not installed.\n");
    CHECK(told != NULL && strstr(told + 1, "valgrind") == NULL);
    command_clean();
}

// valgrind cannot run what sanitizers watch
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
TEST(instructions_of_a_step_are_counted_where_valgrind_is) {
    if (system("command -v valgrind >/dev/null") != 0)
        return;
    run("bench cable-2 --duration 0.01 --instructions --json");
    const char* count = strstr(command_last.out, "\"instructions_per_step\": ");
    // one body on one cable: 1.8 us at a few instructions a nanosecond
    double instructions = count != NULL ? atof(strchr(count, ':') + 1) : 0.0;
    CHECK(command_last.code == 0 && instructions > 3e3 && instructions < 3e5);
    command_clean();
}
#endif
