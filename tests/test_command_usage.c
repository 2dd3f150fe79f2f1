// The command: help, exit codes, suggestions, and what it writes.
#include "command.h"
#include "test.h"

static void run(const char* arguments) {
    command_run_in(command_scratch(), "%s", arguments);
}

static bool out_has(const char* text) {
    return strstr(command_last.out, text) != NULL;
}

static int lines_of(const char* text) {
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

TEST(help_and_version_are_fine_and_nothing_at_all_is_usage) {
    run("--help");
    CHECK(command_last.code == 0 && out_has("reeve validate") && out_has("Exit codes")
          && out_has("--version"));
    run("--version");
    CHECK(command_last.code == 0 && strncmp(command_last.out, "reeve 0.", 8) == 0);
    run("");
    CHECK(command_last.code == 2 && out_has("usage: reeve COMMAND"));
    command_clean();
}

TEST(a_reader_that_went_away_is_not_told_of_but_a_full_disk_is) {
    enum { NOBODY_READS = 9 };
    int ends[2];
    CHECK(pipe(ends) == 0 && dup2(ends[1], NOBODY_READS) == NOBODY_READS);
    close(ends[0]);
    close(ends[1]);
    command_run_in(command_scratch(), "list >&%d", NOBODY_READS);
    CHECK_TEXT(command_last.err, "");
    CHECK(command_last.code == 1);
    close(NOBODY_READS);
    run("list >/dev/full");
    CHECK_TEXT(command_last.err, "reeve: cannot write to standard output\n");
    CHECK(command_last.code == 1);
    command_clean();
}

TEST(every_subcommand_explains_itself_with_examples) {
    static const char* const names[] = {"run",  "view",  "replay",  "check",
                                        "list", "bench", "validate"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char example[64];
        command_run_in(command_scratch(), "%s --help", names[i]);
        snprintf(example, sizeof example, "Examples:\n  reeve %s", names[i]);
        CHECK(command_last.code == 0 && out_has(example));
        CHECK_TEXT(command_last.err, "");
    }
    command_clean();
}

TEST(slips_get_a_suggestion_and_code_2) {
    run("rnu heavy-load");
    CHECK_TEXT(command_last.err, "reeve: unknown command 'rnu': did you mean 'run'?\n");
    CHECK(command_last.code == 2);
    run("run heavy-load --durration 1");
    CHECK_TEXT(command_last.err,
               "reeve run: unknown option '--durration': did you mean '--duration'?\n");
    run("run heavy-laod");
    CHECK_TEXT(command_last.err, "reeve: no file and no scene of the gallery 'heavy-laod': did you "
                                 "mean 'heavy-load'?\n");
    run("run gantry");
    CHECK_TEXT(command_last.err, "reeve: no file and no scene of the gallery 'gantry': did you "
                                 "mean 'gantry-crane'?\n");
    CHECK(command_last.code == 2);
    run("run heavy-load --pic a.png");
    CHECK_TEXT(command_last.err, "reeve run: unknown option '--pic': did you mean '--picture'?\n");
    run("validate rigit");
    CHECK_TEXT(command_last.err, "reeve validate: unknown suite 'rigit': did you mean 'rigid'?\n");
    run("--versoin");
    CHECK_TEXT(command_last.err, "reeve: unknown option '--versoin': did you mean '--version'?\n");
    CHECK(command_last.code == 2);
    command_clean();
}

TEST(bad_values_of_options_are_told) {
    run("run heavy-load --duration soon");
    CHECK_TEXT(command_last.err,
               "reeve run: --duration is 'soon'; must be a number from 1e-06 to 1e+09\n");
    CHECK(command_last.code == 2);
    run("run heavy-load --threads 2.5");
    CHECK_TEXT(command_last.err,
               "reeve run: --threads is '2.5'; must be a whole number from 1 to 64\n");
    run("run heavy-load --duration nan");
    CHECK(command_last.code == 2);
    run("run heavy-load --csv");
    CHECK_TEXT(command_last.err, "reeve run: --csv needs a value: --csv F.csv\n");
    run("run heavy-load --json=yes");
    CHECK_TEXT(command_last.err, "reeve run: --json takes no value\n");
    run("run");
    CHECK_TEXT(command_last.err,
               "reeve run: too few arguments; usage: reeve run SCENE [options]\n");
    run("view tackle --port 70000");
    CHECK_TEXT(command_last.err,
               "reeve view: --port is '70000'; must be a whole number from 0 to 65535\n");
    CHECK(command_last.code == 2);
    run("view tackle --speed 0");
    CHECK_TEXT(command_last.err, "reeve view: --speed is '0'; must be a number from 0.01 to 100\n");
    run("view a b");
    CHECK_TEXT(command_last.err,
               "reeve view: too many arguments; usage: reeve view [SCENE] [options]\n");
    run("replay");
    CHECK_TEXT(command_last.err,
               "reeve replay: too few arguments; usage: reeve replay F.rvlog [options]\n");
    run("replay a.rvlog --duration 3");
    CHECK_TEXT(command_last.err,
               "reeve replay: unknown option '--duration'; `reeve replay --help` shows the "
               "options\n");
    run("replay a.rvlog --pictrue a.png");
    CHECK_TEXT(command_last.err,
               "reeve replay: unknown option '--pictrue': did you mean '--picture'?\n");
    run("run a b");
    CHECK(command_last.code == 2);
    command_clean();
}

// the name of a file of another format would lie about what is in it
TEST(an_output_is_refused_under_the_ending_of_another_format) {
    static const char* const cases[][3] = {
        {"run tackle --picture a.jpg", "--picture is 'a.jpg'", ".png"},
        {"run tackle --csv a.npy", "--csv is 'a.npy'", ".csv"},
        {"run tackle --csv x.csv/a.b", "--csv is 'x.csv/a.b'", ".csv"},
        {"run tackle --record a.csv", "--record is 'a.csv'", ".rvlog"},
        {"view --record a.log", "--record is 'a.log'", ".rvlog"},
        {"replay a.rvlog --csv a.xlsx", "--csv is 'a.xlsx'", ".csv"},
        {"validate rigid --html a.pdf", "--html is 'a.pdf'", ".html"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200];
        run(cases[i][0]);
        snprintf(text, sizeof text,
                 "reeve %.*s: %s; must end in %s, the format that is written, or have no ending\n",
                 (int)strcspn(cases[i][0], " "), cases[i][0], cases[i][1], cases[i][2]);
        CHECK_TEXT(command_last.err, text);
        CHECK(command_last.code == 2);
    }
    run("run tackle --vtk a.pvd");
    CHECK_TEXT(command_last.err,
               "reeve run: --vtk is 'a.pvd'; must be a folder, to which files are written\n");
    CHECK(command_last.code == 2 && command_files() == 0);
    command_clean();
}

TEST(an_output_is_written_under_its_own_ending_in_any_case_and_without_one) {
    run("run stalled-motor --duration 0.1 --quiet --csv a.CSV --record a.v.rvlog --picture still "
        "--size 32x32 --vtk v1.5");
    CHECK(command_last.code == 0 && command_files() == 4);
    run("run stalled-motor --duration 0.1 --quiet --csv .hidden --vtk moments.vtk/");
    CHECK(command_last.code == 0 && command_files() == 6);
    command_clean();
}

// in a folder of its own, as a scene of one body of this name
static void run_named(const char* name) {
    char path[128];
    snprintf(path, sizeof path, "%s/named.json", command_scratch());
    FILE* file = fopen(path, "w");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    fprintf(file,
            "{ \"reeve\": 1, \"name\": \"n\", \"look\": \"l\", \"bodies\": [ { \"name\": "
            "\"%s\", \"mass\": 1 } ], \"probes\": [ \"%s.velocity.x\" ] }",
            name, name);
    fclose(file);
    run("run named.json --duration 0.1 --csv - --quiet");
    CHECK(command_last.code == 0);
    command_last.out[strcspn(command_last.out, "\n")] = '\0';
}

TEST(the_header_of_a_csv_is_text_that_no_spreadsheet_computes_or_parts) {
    static const char* const names[][2] = {
        {"box 1", "time,box 1.velocity.x"},   {"=1+1", "time,'=1+1.velocity.x"},
        {"+box", "time,'+box.velocity.x"},    {"-box", "time,'-box.velocity.x"},
        {"@box", "time,'@box.velocity.x"},    {"a;=b", "time,\"a;=b.velocity.x\""},
        {"=a;b", "time,\"'=a;b.velocity.x\""}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        run_named(names[i][0]);
        CHECK_TEXT(command_last.out, names[i][1]);
    }
    command_clean();
}

TEST(run_writes_a_csv_with_a_header_and_a_row_per_step) {
    run("run 04-stalled-motor --duration=0.5 --csv out.csv");
    CHECK(command_last.code == 0);
    CHECK_TEXT(command_last.err, "");
    CHECK(out_has("simulated     0.5 s in 60 steps of 1/120 s"));
    CHECK(out_has("wrote         out.csv: 61 rows, 6 columns"));
    CHECK(command_files() == 1);
    static char csv[COMMAND_TEXT_BYTES];
    command_read("out.csv", csv);
    CHECK(strncmp(csv,
                  "time,shoulder.coordinate,shoulder.speed,shoulder.motor_force,"
                  "shoulder.limit_force,energy.work\n0,",
                  96)
          == 0);
    CHECK(lines_of(csv) == 62);
    run("run stalled-motor --duration 0.5 --csv - --every 30 --quiet");
    CHECK(lines_of(command_last.out) == 4);
    CHECK_TEXT(command_last.err, "");
    command_clean();
}

TEST(a_csv_that_cannot_be_written_is_a_failure_and_devices_are_not_replaced) {
    run("run stalled-motor --duration 0.1 --csv no/such/folder.csv");
    CHECK(command_last.code == 1);
    CHECK_TEXT(command_last.err,
               "reeve: cannot write no/such/folder.csv: No such file or directory\n");
    run("run stalled-motor --duration 0.1 --csv /dev/null");
    CHECK(command_last.code == 0);
    struct stat status;
    CHECK(stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    run("run stalled-motor --duration 0.1 --csv /dev/full");
    CHECK(command_last.code == 1);
    run("run stalled-motor --duration 0.1 >/dev/full");
    CHECK(command_last.code == 1);
    CHECK(command_files() == 0);
    command_clean();
}

TEST(the_same_scene_gives_the_same_csv_on_one_and_on_four_threads) {
    static char one[COMMAND_TEXT_BYTES], four[COMMAND_TEXT_BYTES];
    run("run heavy-load --duration 1 --quiet --csv one.csv");
    run("run heavy-load --duration 1 --quiet --threads 4 --csv four.csv");
    command_read("one.csv", one);
    command_read("four.csv", four);
    CHECK(strlen(one) > 1000 && strcmp(one, four) == 0);
    command_clean();
}

TEST(the_summary_as_json_has_energies_and_the_report) {
    run("run heavy-load --duration 0.5 --json");
    CHECK(command_last.code == 0);
    CHECK(out_has("\"steps\": 30,") && out_has("\"largest_residual\": ") && out_has("\"csv\": null")
          && out_has("\"picture\": null"));
    CHECK(!out_has("bit_exact_steps"));
    CHECK(out_has("\"nonfinite_bodies\": 0,") && out_has("\"real_time_factor\": "));
    command_clean();
}

TEST(check_counts_and_list_names_the_gallery) {
    run("check heavy-load '" RV_TEST_SOURCE_DIR "/scenes/02-pendulum-150.json'");
    CHECK(command_last.code == 0 && lines_of(command_last.out) == 2);
    CHECK(out_has(
        "01-heavy-load.json: OK: bodies 26, joints 26, cables 0, controls 1, script entries 4"));
    run("check heavy-load '" RV_TEST_SOURCE_DIR "/tests/scenes_bad/body_mass_zero.json' --json");
    CHECK(command_last.code == 2 && out_has("\"ok\": true") && out_has("\"ok\": false"));
    CHECK(out_has("\"path\": \"bodies[0].mass\""));
    run("list");
    CHECK(command_last.code == 0 && out_has("01-heavy-load") && out_has("06-sprung-pendulum"));
    run("list --json");
    CHECK(command_last.code == 0 && out_has("\"name\": \"01-heavy-load\""));
    run("list --scenes /nonexistent");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err,
               "reeve list: no folder of scenes at /nonexistent; --scenes DIR names one\n");
    command_clean();
}

// a load 2 m below the world on a cable of 1.6 m: 25 % longer than it is unstretched
TEST(check_notes_a_cable_that_begins_far_stretched) {
    char path[128];
    snprintf(path, sizeof path, "%s/short.json", command_scratch());
    FILE* file = fopen(path, "w");
    CHECK(file != NULL);
    fprintf(file, "{\"reeve\": 1, \"name\": \"short\", \"look\": \"the load\", "
                  "\"bodies\": [{\"name\": \"load\", \"kind\": \"particle\", \"mass\": 1, "
                  "\"position\": [0, 0, -2]}], "
                  "\"cables\": [{\"name\": \"hoist\", \"diameter\": 0.01, \"length\": 1.6, "
                  "\"path\": [{\"at\": [0, 0, 0]}, {\"body\": \"load\"}]}]}");
    fclose(file);
    run("check $T/short.json");
    CHECK(command_last.code == 0 && lines_of(command_last.out) == 2);
    CHECK(out_has("short.json:1:193: note: cables[0].length: begins stretched by 25 %: 1.6 m of it "
                  "on a path of 2 m; without \"length\" it is as long as its path\n"));
    run("check $T/short.json heavy-load --json");
    CHECK(command_last.code == 0 && out_has("\"message\": \"begins stretched by 25 %"));
    CHECK(out_has("\"notes\": []"));
    command_clean();
}

TEST(bench_prints_a_row_of_json_for_the_scenario_that_is_named) {
    char name[64] = "";
    run("bench --help");
    const char* list = strstr(command_last.out, "Scenarios:\n");
    CHECK(list != NULL && sscanf(list, "Scenarios: %63s", name) == 1);
    command_run_in(command_scratch(), "bench %s --quick --json", name);
    CHECK(command_last.code == 0 && out_has("\"us_per_step\": ") && out_has("\"dofs\": "));
    CHECK(out_has(name) && out_has("\"real_time_factor\": "));
    command_run_in(command_scratch(), "bench x%s", name);
    CHECK(command_last.code == 2 && strstr(command_last.err, "did you mean") != NULL);
    command_clean();
}
