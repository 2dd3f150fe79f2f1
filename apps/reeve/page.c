// Writes the validation page: what was run, a summary, a section per paper, one of analytic results
// and a table of features. No scripts, no other files. All text goes through page_text(), so that
// nothing a suite says can break the page.
#include "page.h"

#include "reeve/types.h"
#include "validation/features.h"

void page_text(const char* text, FILE* file) {
    for (; *text != '\0'; text++) {
        if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '>')
            fputs("&gt;", file);
        else
            fputc(*text, file);
    }
}

void page_element(const char* tag, const char* class, const char* text, FILE* file) {
    fprintf(file, "<%s", tag);
    if (class != NULL)
        fprintf(file, " class=\"%s\"", class);
    fputc('>', file);
    page_text(text, file);
    fprintf(file, "</%s>", tag);
}

void page_paragraph(const char* class, const char* text, FILE* file) {
    if (text == NULL)
        return;
    page_element("p", class, text, file);
    fputc('\n', file);
}

void page_title(const char* item, const char* title, FILE* file) {
    if (item != NULL) {
        page_text(item, file);
        fputs(": ", file);
    }
    page_text(title, file);
}

// --- what was run -----------------------------------------------------------------------------------

static void fact_write(const char* name, const char* class, const char* value, FILE* file) {
    fputs("<div>", file);
    page_element("dt", NULL, name, file);
    page_element("dd", class, value, file);
    fputs("</div>\n", file);
}

static void facts_write(const validation* v, time_t when, FILE* file) {
    validation_counts counts = validation_count(v, NULL, NULL);
    char text[64];
    struct tm utc;
    fputs("<dl class=\"facts\">\n", file);
    fact_write("run", NULL, v->quick ? "quick" : "full", file);
    snprintf(text, sizeof text, "%d.%d.%d", RV_VERSION_MAJOR, RV_VERSION_MINOR, RV_VERSION_PATCH);
    fact_write("version", NULL, text, file);
    if (gmtime_r(&when, &utc) != NULL && strftime(text, sizeof text, "%Y-%m-%d", &utc) > 0)
        fact_write("date", NULL, text, file);
    snprintf(text, sizeof text, "%d", counts.checks);
    fact_write("checks", NULL, text, file);
    snprintf(text, sizeof text, "%d", counts.failed);
    fact_write("failed", counts.failed > 0 ? "fail" : "pass", text, file);
    snprintf(text, sizeof text, "%.0f s", validation_seconds(v, NULL));
    fact_write("processor time", NULL, text, file);
    fputs("</dl>\n", file);
}

static void contents_write(const validation* v, FILE* file) {
    fputs("<nav aria-label=\"contents\">\n<ol>\n<li><a href=\"#summary\">Summary</a></li>\n", file);
    if (validation_count(v, NULL, NULL).failed > 0)
        fputs("<li><a href=\"#failed\">What failed</a></li>\n", file);
    for (int i = 0; i < validation_suite_count; i++) {
        const validation_suite* suite = &validation_suites[i];
        if (suite->paper == NULL || !validation_ran(v, suite))
            continue;
        fprintf(file, "<li><a href=\"#%s\">", suite->name);
        page_paper_name(suite, file);
        fputs("</a></li>\n", file);
    }
    if (page_has_analytic(v))
        fputs("<li><a href=\"#analytic\">Analytic results</a></li>\n", file);
    fputs("<li><a href=\"#features\">What the papers can do, and Reeve</a></li>\n</ol>\n</nav>\n",
          file);
}

static void summary_write(const validation* v, FILE* file) {
    fputs("<section id=\"summary\">\n<h2>Summary</h2>\n<p>A check passes if the measured value is "
          "within the tolerance of the expected one. Every tolerance has its reason in the source, "
          "beside the formula. A paper's own numbers are drawn as rings and dashed lines.</p>\n"
          "<div class=\"wide\"><table>\n<thead><tr><th>suite</th><th></th>"
          "<th class=\"n\">checks</th><th class=\"n\">failed</th>"
          "<th class=\"n\">seconds</th></tr></thead>\n<tbody>\n",
          file);
    for (int i = 0; i < validation_suite_count; i++) {
        const validation_suite* suite = &validation_suites[i];
        if (!validation_ran(v, suite))
            continue;
        validation_counts counts = validation_count(v, suite, NULL);
        fprintf(file, "<tr><td><a href=\"#%s%s\">", suite->paper == NULL ? "analytic-" : "",
                suite->name);
        page_text(suite->name, file);
        fputs("</a></td>", file);
        page_element("td", NULL, suite->sentence, file);
        fprintf(file,
                "<td class=\"n\">%d</td><td class=\"n %s\">%d</td><td class=\"n\">%.1f</td></tr>\n",
                counts.checks, counts.failed > 0 ? "fail" : "pass", counts.failed,
                validation_seconds(v, suite));
    }
    fputs("</tbody></table></div>\n</section>\n", file);
    if (validation_count(v, NULL, NULL).failed == 0)
        return;
    fputs("<section id=\"failed\">\n<h2>What failed</h2>\n", file);
    page_failed_write(v, file);
    fputs("</section>\n", file);
}

// --- features ---------------------------------------------------------------------------------------

static void answer_write(const validation_answer* answer, FILE* file) {
    static const char* const CLASS[] = {"not-said", "no", "partly", "yes"};
    static const char* const WORD[] = {"not said", "no", "partly", "yes"};
    fprintf(file, "<td class=\"%s\">", CLASS[answer->has]);
    page_element("b", NULL, WORD[answer->has], file);
    if (answer->note != NULL)
        page_text(answer->note, file);
    fputs("</td>", file);
}

static void features_write(FILE* file) {
    fputs(
        "<section id=\"features\">\n<h2>What the papers can do, and Reeve</h2>\n<p>Of the papers, "
        "what their texts say, with the section or figure; “no” is what a text says "
        "itself, or what its model leaves out. Of Reeve, what is there; what falls short of it is "
        "said in the sections above and in docs/limits.md.</p>\n"
        "<div class=\"wide\"><table class=\"features\">\n<thead><tr><th></th>",
        file);
    for (int i = 0; i < VALIDATION_COLUMNS; i++)
        page_element("th", NULL, validation_feature_columns[i], file);
    fputs("</tr></thead>\n<tbody>\n", file);
    for (const validation_feature* feature = validation_features; feature->what != NULL;
         feature++) {
        fputs("<tr>", file);
        page_element("td", NULL, feature->what, file);
        for (int i = 0; i < VALIDATION_COLUMNS; i++)
            answer_write(&feature->of[i], file);
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n</section>\n", file);
}

static void head_write(FILE* file) {
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>Reeve: validation</title>\n<style>\n",
          file);
    for (int i = 0; page_style[i] != NULL; i++)
        fputs(page_style[i], file);
    fputs("</style>\n</head>\n", file);
}

void page_write(const validation* v, time_t when, FILE* file) {
    head_write(file);
    fputs("<body>\n<header>\n<h1>Reeve: validation</h1>\n<p>What Reeve does, beside what five "
          "papers and closed formulas say.</p>\n",
          file);
    facts_write(v, when, file);
    contents_write(v, file);
    fputs("</header>\n<main>\n", file);
    summary_write(v, file);
    for (int i = 0; i < validation_suite_count; i++)
        if (validation_suites[i].paper != NULL && validation_ran(v, &validation_suites[i]))
            page_paper_write(v, &validation_suites[i], file);
    if (page_has_analytic(v))
        page_analytic_write(v, file);
    features_write(file);
    fprintf(file,
            "</main>\n<footer>Written by <code>reeve validate%s</code>.</footer>\n</body>\n"
            "</html>\n",
            v->quick ? " --quick" : "");
}
