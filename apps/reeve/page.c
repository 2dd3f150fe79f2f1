// Writes the validation page: a table of checks and the plots of every suite. No scripts, no other
// files; colours follow the reader's light or dark setting. All text goes through page_text(), so
// that nothing a suite says can break the page.
#include "page.h"

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1f23;--paper:#fff;--soft:#5c6670;--line:#d5dae0;"
    "--good:#12703b;--bad:#b3261e;--s0:#1f5fbf;--s1:#c2571a;--s2:#2b8a3e;--s3:#8a3ea8;"
    "--s4:#0b7285;--s5:#a61e4d}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--paper:#14171a;--soft:#9aa5b1;"
    "--line:#343b43;--good:#5ad08b;--bad:#ff8a80;--s0:#7db1ff;--s1:#ffab70;--s2:#7ddc8f;"
    "--s3:#d7a0f0;--s4:#66d9e8;--s5:#faa2c1}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);"
    "max-width:70rem;margin:2rem auto;padding:0 1rem}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%}\n"
    "th,td{text-align:left;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line);"
    "vertical-align:top}td.n{font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    ".source{color:var(--soft);font-size:.9em}.pass{color:var(--good);font-weight:600}"
    ".fail{color:var(--bad);font-weight:600}\n"
    "svg{width:100%;max-width:44rem;height:auto;font:13px system-ui,sans-serif}\n"
    "svg text{fill:var(--ink)}svg .grid{stroke:var(--line);fill:none}"
    "svg .axis{stroke:var(--soft);fill:none}\n"
    "svg .s0{--c:var(--s0)}svg .s1{--c:var(--s1)}svg .s2{--c:var(--s2)}svg .s3{--c:var(--s3)}"
    "svg .s4{--c:var(--s4)}svg .s5{--c:var(--s5)}\n"
    "svg .curve{stroke:var(--c);fill:none;stroke-width:2;stroke-linejoin:round}"
    "svg .dot{fill:var(--c)}svg .published{stroke-dasharray:7 5}"
    "svg .ring{fill:none;stroke:var(--c);stroke-width:2}\n";

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

void page_paragraph(const char* class, const char* text, FILE* file) {
    if (text == NULL)
        return;
    fprintf(file, "<p class=\"%s\">", class);
    page_text(text, file);
    fputs("</p>\n", file);
}

static void cell_write(const char* tag, const char* text, FILE* file) {
    fprintf(file, "<%s>", tag);
    page_text(text, file);
    fprintf(file, "</%s>", tag);
}

static void table_write(const validation_table* table, FILE* file) {
    fputs("<h3>", file);
    if (table->item != NULL) {
        page_text(table->item, file);
        fputs(": ", file);
    }
    page_text(table->title, file);
    fputs("</h3>\n<div class=\"wide\"><table>\n<tr>", file);
    for (int i = 0; i < table->column_count; i++)
        cell_write("th", table->columns[i], file);
    fputs("</tr>\n", file);
    for (int row = 0; row < table->row_count; row++) {
        fputs("<tr>", file);
        for (int i = 0; i < table->column_count; i++)
            cell_write("td", table->cells[row * table->column_count + i], file);
        fputs("</tr>\n", file);
    }
    fputs("</table></div>\n", file);
    page_paragraph("remark", table->remark, file);
}

static void items_write(const validation_paper* paper, FILE* file) {
    if (paper->items[0].item == NULL)
        return;
    fputs(
        "<div class=\"wide\"><table>\n<tr><th>in the paper</th><th>shows</th><th>here</th></tr>\n",
        file);
    for (const validation_item* item = paper->items; item->item != NULL; item++) {
        fputs("<tr>", file);
        cell_write("td", item->item, file);
        cell_write("td", item->shows, file);
        cell_write("td", item->outcome, file);
        fputs("</tr>\n", file);
    }
    fputs("</table></div>\n", file);
}

static void result_write(const validation_result* result, FILE* file) {
    fputs("<tr><td>", file);
    page_text(result->name, file);
    fputs("<br><span class=\"source\">", file);
    page_text(result->source, file);
    fprintf(file,
            "</span></td><td class=\"n\">%.10g</td><td class=\"n\">%.10g</td>"
            "<td class=\"n\">%.3g</td><td class=\"n\">%.3g</td><td class=\"%s\">%s</td></tr>\n",
            result->expected, result->measured, result->measured - result->expected,
            result->tolerance, result->pass ? "pass" : "fail", result->pass ? "pass" : "fail");
}

static void suite_write(const validation* v, const validation_suite* suite, FILE* file) {
    fputs("<h2>", file);
    page_text(suite->name, file);
    fputs("</h2>\n<p>", file);
    page_text(suite->sentence, file);
    fputs("</p>\n", file);
    if (suite->paper != NULL)
        items_write(suite->paper, file);
    for (int i = 0; i < v->sheet_count; i++)
        if (v->sheets[i].suite == suite)
            table_write(&v->sheets[i].table, file);
    fputs("<div class=\"wide\"><table>\n<tr><th>check and source</th><th>expected</th>"
          "<th>measured</th><th>off by</th><th>allowed</th><th>verdict</th></tr>\n",
          file);
    for (int i = 0; i < v->result_count; i++)
        if (v->results[i].suite == suite)
            result_write(&v->results[i], file);
    fputs("</table></div>\n", file);
    for (int i = 0; i < v->picture_count; i++)
        if (v->pictures[i].suite == suite)
            plot_write(&v->pictures[i].figure, file);
    if (suite->falls_short[0] == NULL)
        return;
    fputs("<h3>What falls short</h3>\n<ul>\n", file);
    for (int k = 0; suite->falls_short[k] != NULL; k++) {
        fputs("<li>", file);
        page_text(suite->falls_short[k], file);
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

void page_write(const validation* v, FILE* file) {
    int failures = validation_count(v, NULL, NULL).failed;
    fprintf(file,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<title>Reeve: validation</title>\n<style>\n%s</style>\n</head>\n<body>\n"
            "<h1>Reeve: validation</h1>\n<p>%d checks, <span class=\"%s\">%d failed</span>.</p>\n",
            style, v->result_count, failures == 0 ? "pass" : "fail", failures);
    for (int i = 0; i < validation_suite_count; i++)
        if (validation_ran(v, &validation_suites[i]))
            suite_write(v, &validation_suites[i], file);
    fputs("</body>\n</html>\n", file);
}
