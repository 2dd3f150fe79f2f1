// Sections of the validation page: a paper with its tables and figures and what became of them, its
// tables and plots, ours beside theirs, its checks by parts, folded if all of them pass, and what
// falls short; and one section of what is held against closed formulas alone, of all suites.
#include "page.h"

#include <string.h>

static bool is_analytic(const validation_part* part) {
    return (part->kind & VALIDATION_ANALYTIC) != 0;
}

// --- links from the list of a paper's items to what is on the page --------------------------------

// "Figure 5" stands for "Figure 5 (a)" too, not for "Figure 50"
static bool is_of_item(const char* shown, const char* item) {
    size_t length = strlen(item);
    if (shown == NULL || strncmp(shown, item, length) != 0)
        return false;
    return shown[length] == '\0' || strchr(" (,:", shown[length]) != NULL;
}

static bool find_item(const validation* v, const validation_suite* suite, const char* item,
                      char id[32]) {
    for (int i = 0; i < v->sheet_count; i++)
        if (v->sheets[i].suite == suite && is_of_item(v->sheets[i].table.item, item))
            return snprintf(id, 32, "table-%d", i) > 0;
    for (int i = 0; i < v->picture_count; i++)
        if (v->pictures[i].suite == suite && is_of_item(v->pictures[i].figure.item, item))
            return snprintf(id, 32, "figure-%d", i) > 0;
    return false;
}

static void items_write(const validation* v, const validation_suite* suite, FILE* file) {
    const validation_item* item = suite->paper->items;
    if (item->item == NULL)
        return;
    fputs("<h3>Its tables and figures</h3>\n<div class=\"wide\"><table class=\"items\">\n"
          "<thead><tr><th>in the paper</th><th>shows</th><th>here</th></tr></thead>\n<tbody>\n",
          file);
    for (; item->item != NULL; item++) {
        char id[32];
        fputs("<tr><td>", file);
        if (find_item(v, suite, item->item, id)) {
            fprintf(file, "<a href=\"#%s\">", id);
            page_text(item->item, file);
            fputs("</a></td>", file);
        } else {
            page_text(item->item, file);
            fputs("</td>", file);
        }
        page_element("td", NULL, item->shows, file);
        page_element("td", NULL, item->outcome, file);
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}

// --- tables and plots -----------------------------------------------------------------------------

static void table_write(const validation_table* table, int index, FILE* file) {
    fprintf(file, "<figure id=\"table-%d\"><figcaption>", index);
    page_title(table->item, table->title, file);
    fputs("</figcaption>\n<div class=\"wide\"><table class=\"theirs\">\n<thead><tr>", file);
    for (int i = 0; i < table->column_count; i++)
        page_element("th", NULL, table->columns[i], file);
    fputs("</tr></thead>\n<tbody>\n", file);
    for (int row = 0; row < table->row_count; row++) {
        fputs("<tr>", file);
        for (int i = 0; i < table->column_count; i++)
            page_element("td", NULL, table->cells[row * table->column_count + i], file);
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
    page_paragraph("remark", table->remark, file);
    fputs("</figure>\n", file);
}

// what a suite shows, of its parts against closed formulas or of the others
static void tables_write(const validation* v, const validation_suite* suite, bool analytic,
                         FILE* file) {
    const char* head = analytic ? "" : "<h3>Tables, ours beside theirs</h3>\n";
    for (int i = 0; i < v->sheet_count; i++) {
        if (v->sheets[i].suite != suite || is_analytic(v->sheets[i].part) != analytic)
            continue;
        fputs(head, file);
        head = "";
        table_write(&v->sheets[i].table, i, file);
    }
}

static void plots_write(const validation* v, const validation_suite* suite, bool analytic,
                        FILE* file) {
    bool any = false;
    for (int i = 0; i < v->picture_count; i++) {
        if (v->pictures[i].suite != suite || is_analytic(v->pictures[i].part) != analytic)
            continue;
        if (!any)
            fprintf(file, "%s<div class=\"plots\">\n", analytic ? "" : "<h3>Plots</h3>\n");
        any = true;
        char id[32];
        snprintf(id, sizeof id, "figure-%d", i);
        plot_write(&v->pictures[i].figure, id, file);
    }
    fputs(any ? "</div>\n" : "", file);
}

// --- checks ---------------------------------------------------------------------------------------

static void check_heads_write(FILE* file) {
    fputs("<div class=\"wide\"><table>\n<thead><tr><th>what, and the source</th>"
          "<th class=\"n\">expected</th><th class=\"n\">measured</th><th class=\"n\">off by</th>"
          "<th class=\"n\">tolerance</th><th>verdict</th></tr></thead>\n<tbody>\n",
          file);
}

static void check_write(const validation_result* result, const char* class, FILE* file) {
    fprintf(file, "<tr class=\"%s\"><td class=\"what\">", class);
    page_text(result->name, file);
    fputs("<br><span class=\"source\">", file);
    page_text(result->source, file);
    fprintf(file,
            "</span></td><td class=\"n\">%.8g</td><td class=\"n\">%.8g</td>"
            "<td class=\"n\">%.2g</td><td class=\"n\">%.2g</td><td class=\"%s\">%s</td></tr>\n",
            result->expected, result->measured, result->measured - result->expected,
            result->tolerance, result->pass ? "pass" : "fail", result->pass ? "pass" : "FAIL");
}

static void part_write(const validation* v, const validation_run_part* run, FILE* file) {
    if (run->left_out) {
        fputs("<p class=\"soft\">", file);
        page_text(run->part->title, file);
        fputs(": left out of this quick run.</p>\n", file);
        return;
    }
    validation_counts counts = validation_count(v, run->suite, run->part);
    fprintf(file, "<details%s><summary>", counts.failed > 0 ? " open" : "");
    page_text(run->part->title, file);
    fprintf(file, "<span class=\"soft\">%d check%s, %.1f s</span> <span class=\"%s\">",
            counts.checks, counts.checks == 1 ? "" : "s", run->seconds,
            counts.failed > 0 ? "fail" : "pass");
    if (counts.failed > 0)
        fprintf(file, "%d failed", counts.failed);
    else
        fputs(counts.checks > 0 ? "pass" : "", file);
    fputs("</span></summary>\n", file);
    check_heads_write(file);
    for (int i = 0; i < v->result_count; i++)
        if (v->results[i].part == run->part)
            check_write(&v->results[i], "check", file);
    fputs("</tbody></table></div></details>\n", file);
}

static void parts_write(const validation* v, const validation_suite* suite, bool analytic,
                        FILE* file) {
    for (int i = 0; i < v->part_count; i++)
        if (v->parts[i].suite == suite && is_analytic(v->parts[i].part) == analytic)
            part_write(v, &v->parts[i], file);
}

void page_failed_write(const validation* v, FILE* file) {
    check_heads_write(file);
    for (int i = 0; i < v->result_count; i++)
        if (!v->results[i].pass)
            check_write(&v->results[i], "failed", file);
    fputs("</tbody></table></div>\n", file);
}

// --- sections -------------------------------------------------------------------------------------

static void falls_short_write(const validation_suite* suite, FILE* file) {
    if (suite->falls_short[0] == NULL)
        return;
    fputs("<h3>What falls short</h3>\n<ul class=\"plain\">\n", file);
    for (int k = 0; suite->falls_short[k] != NULL; k++) {
        page_element("li", NULL, suite->falls_short[k], file);
        fputc('\n', file);
    }
    fputs("</ul>\n", file);
}

static bool has_parts(const validation* v, const validation_suite* suite, bool analytic) {
    for (int i = 0; i < v->part_count; i++)
        if (v->parts[i].suite == suite && is_analytic(v->parts[i].part) == analytic)
            return true;
    return false;
}

bool page_has_analytic(const validation* v) {
    for (int i = 0; i < validation_suite_count; i++)
        if (has_parts(v, &validation_suites[i], true))
            return true;
    return false;
}

void page_paper_name(const validation_suite* suite, FILE* file) {
    page_text(suite->paper->authors, file);
    if (suite->paper->year > 0)
        fprintf(file, " (%d)", suite->paper->year);
    fputs(": ", file);
    page_text(suite->paper->title, file);
}

void page_paper_write(const validation* v, const validation_suite* suite, FILE* file) {
    fprintf(file, "<section id=\"%s\" class=\"paper\">\n<h2>", suite->name);
    page_text(suite->paper->title, file);
    fputs("</h2>\n<p class=\"soft\">", file);
    page_text(suite->paper->authors, file);
    if (suite->paper->year > 0)
        fprintf(file, ", %d", suite->paper->year);
    fputs(". Suite <code>", file);
    page_text(suite->name, file);
    fputs("</code>: ", file);
    page_text(suite->sentence, file);
    fputs(".</p>\n", file);
    items_write(v, suite, file);
    tables_write(v, suite, false, file);
    plots_write(v, suite, false, file);
    fputs("<h3>Checks</h3>\n", file);
    parts_write(v, suite, false, file);
    if (has_parts(v, suite, true))
        fprintf(file,
                "<p>More of this suite, against closed formulas alone: <a "
                "href=\"#analytic-%s\">analytic results</a>.</p>\n",
                suite->name);
    falls_short_write(suite, file);
    fputs("</section>\n", file);
}

void page_analytic_write(const validation* v, FILE* file) {
    fputs("<section id=\"analytic\">\n<h2>Analytic results</h2>\n<p>What is held against closed "
          "formulas, conservation laws and the exact solution of the discrete scheme, and against "
          "no paper.</p>\n",
          file);
    for (int i = 0; i < validation_suite_count; i++) {
        const validation_suite* suite = &validation_suites[i];
        if (!has_parts(v, suite, true))
            continue;
        fprintf(file, "<h3 id=\"analytic-%s\">", suite->name);
        page_text(suite->name, file);
        fputs(": ", file);
        page_text(suite->sentence, file);
        fputs("</h3>\n", file);
        tables_write(v, suite, true, file);
        plots_write(v, suite, true, file);
        parts_write(v, suite, true, file);
        if (suite->paper == NULL)
            falls_short_write(suite, file);
    }
    fputs("</section>\n", file);
}
