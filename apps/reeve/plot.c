// Plots as inline SVG: linear or logarithmic axes, round ticks, lines and dots, and a legend in HTML
// below, where long labels wrap. What a paper printed is drawn as rings and dashed lines; where there
// are as many of its series as of ours, each has the colour of ours. Sizes are those of the
// picture's own units; the page scales it, and its letters are still read on a phone. Values that
// cannot be drawn (not finite, or not positive on a logarithmic axis) lift the pen.
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// the picture, and the frame that the axes leave for the curves
enum { WIDTH = 480, HEIGHT = 310, LEFT = 76, RIGHT = 14, TOP = 12, BOTTOM = 48 };
enum { COLOURS = 8, DOTS_MAX = 60, TICKS = 5 };
#define LETTER 7.6 // about how wide one is
#define NEAR 0.3   // points of a curve that are nearer to each other are one

typedef struct axis {
    double min, max; // of what is drawn: the value, or its log10
    bool log;
    double from, to; // on the picture
} axis;

static double drawn(const axis* a, double value) {
    return a->log ? (value > 0.0 ? log10(value) : NAN) : value;
}

static double place(const axis* a, double value) {
    return a->from + (drawn(a, value) - a->min) / (a->max - a->min) * (a->to - a->from);
}

static void widen(axis* a, const double* values, int count) {
    for (int i = 0; i < count; i++) {
        double value = drawn(a, values[i]);
        if (!isfinite(value))
            continue;
        a->min = fmin(a->min, value);
        a->max = fmax(a->max, value);
    }
}

// a little room around the data, and some room where there is only one value
static void settle(axis* a) {
    if (!(a->min <= a->max))
        a->min = a->max = 0.0;
    double room = a->max > a->min ? 0.04 * (a->max - a->min) : fmax(0.5, 0.1 * fabs(a->max));
    a->min -= room;
    a->max += room;
}

// shapes: the axis that would be drawn larger gets as much room again on both sides
static void match_scales(axis* x, axis* y) {
    double across = fabs(x->to - x->from), upwards = fabs(y->to - y->from);
    double unit = fmax((x->max - x->min) / across, (y->max - y->min) / upwards);
    double more_x = 0.5 * (unit * across - (x->max - x->min));
    double more_y = 0.5 * (unit * upwards - (y->max - y->min));
    x->min -= more_x;
    x->max += more_x;
    y->min -= more_y;
    y->max += more_y;
}

// --- axes ---------------------------------------------------------------------------------------

static void tick_write(const axis* a, bool vertical, double value, FILE* file) {
    double at = place(a, value);
    char label[32];
    snprintf(label, sizeof label, a->log && value < 0.01 ? "%.0e" : "%.4g", value);
    // 1e-06 is 1e-6
    char* exponent = strchr(label, 'e');
    if (exponent != NULL)
        snprintf(exponent + 1, 6, "%d", atoi(exponent + 1));
    if (vertical)
        fprintf(file,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%s</text>\n",
                LEFT, at, WIDTH - RIGHT, LEFT - 7, at + 4.5, label);
    else
        fprintf(file,
                "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\">%s</text>\n",
                at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 17, label);
}

// 1, 2 or 5 times a power of ten, whichever brings their number nearest to TICKS: 3 to 8 of them
static void linear_axis_write(const axis* a, bool vertical, FILE* file) {
    double rough = (a->max - a->min) / TICKS;
    double power = pow(10.0, floor(log10(rough)));
    double part = rough / power;
    double step = power * (part < 1.4 ? 1.0 : part < 3.0 ? 2.0 : part < 7.0 ? 5.0 : 10.0);
    for (double n = ceil(a->min / step); n * step <= a->max; n++)
        tick_write(a, vertical, n * step + 0.0, file); // -0 + 0 is 0
}

// powers of ten; twice and five times of them too where there are few
static void log_axis_write(const axis* a, bool vertical, FILE* file) {
    static const double PARTS[] = {1.0, 2.0, 5.0};
    double decades = a->max - a->min;
    int parts = decades < 2.0 ? 3 : 1;
    int step = decades > TICKS + 1 ? (int)ceil(decades / TICKS) : 1;
    for (int n = (int)floor(a->min); n <= (int)ceil(a->max); n++)
        for (int i = 0; i < parts && n % step == 0; i++) {
            double value = PARTS[i] * pow(10.0, n), at = log10(value);
            if (at >= a->min && at <= a->max)
                tick_write(a, vertical, value, file);
        }
}

static void axis_write(const axis* a, bool vertical, FILE* file) {
    if (a->log)
        log_axis_write(a, vertical, file);
    else
        linear_axis_write(a, vertical, file);
}

// the name of an axis, centred; one that is too long for its place is drawn closer
static void label_write(const char* text, double room, FILE* file) {
    if (strlen(text) * LETTER > room)
        fprintf(file, " textLength=\"%.0f\" lengthAdjust=\"spacingAndGlyphs\"", room);
    fputc('>', file);
    page_text(text, file);
    fputs("</text>\n", file);
}

static void labels_write(const validation_figure* figure, FILE* file) {
    int centre = (LEFT + WIDTH - RIGHT) / 2, middle = (TOP + HEIGHT - BOTTOM) / 2;
    fprintf(file, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, HEIGHT - BOTTOM,
            WIDTH - RIGHT);
    fprintf(file, "<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"middle\"", centre,
            HEIGHT - 8);
    label_write(figure->x_label, 2.0 * (WIDTH - centre - 2), file);
    fprintf(file,
            "<text class=\"label\" x=\"13\" y=\"%d\" text-anchor=\"middle\" "
            "transform=\"rotate(-90 13 %d)\"",
            middle, middle);
    label_write(figure->y_label, 2.0 * (middle - 2), file);
}

// --- series -------------------------------------------------------------------------------------

static int count_published(const validation_figure* figure, int before) {
    int count = 0;
    for (int i = 0; i < before; i++)
        count += figure->series[i].published;
    return count;
}

static int colour_of(const validation_figure* figure, int index) {
    int theirs = count_published(figure, index);
    bool paired = 2 * count_published(figure, figure->series_count) == figure->series_count;
    int own = paired ? (figure->series[index].published ? theirs : index - theirs) : index;
    return own % COLOURS;
}

static void curve_write(const validation_series* s, const axis* x, const axis* y, int colour,
                        FILE* file) {
    bool pen_down = false;
    double last_x = 0.0, last_y = 0.0;
    fprintf(file, "<path class=\"curve%s s%d\" d=\"", s->published ? " published" : "", colour);
    for (int i = 0; i < s->count; i++) {
        double px = place(x, s->x[i]), py = place(y, s->y[i]);
        bool finite = isfinite(px) && isfinite(py);
        bool near = pen_down && fabs(px - last_x) < NEAR && fabs(py - last_y) < NEAR;
        if (finite && near && i + 1 < s->count)
            continue;
        if (finite)
            fprintf(file, "%c%.1f %.1f", pen_down ? 'L' : 'M', px, py);
        pen_down = finite;
        last_x = px;
        last_y = py;
    }
    fputs("\"/>\n", file);
}

static void dot_write(const validation_series* s, int colour, double x, double y, FILE* file) {
    fprintf(file, "<circle class=\"%s s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>\n",
            s->published ? "ring" : "dot", colour, x, y, s->published ? "5" : "3");
}

static void dots_write(const validation_series* s, const axis* x, const axis* y, int colour,
                       FILE* file) {
    // dots that would cover each other are left out
    int every = s->count / DOTS_MAX + 1;
    for (int i = 0; i < s->count; i += every) {
        double px = place(x, s->x[i]), py = place(y, s->y[i]);
        if (isfinite(px) && isfinite(py))
            dot_write(s, colour, px, py, file);
    }
}

static void legend_write(const validation_figure* figure, FILE* file) {
    fputs("<ul class=\"legend\">\n", file);
    for (int i = 0; i < figure->series_count; i++) {
        const validation_series* s = &figure->series[i];
        int colour = colour_of(figure, i);
        fputs("<li><svg viewBox=\"0 0 28 12\" aria-hidden=\"true\">", file);
        if (s->points)
            dot_write(s, colour, 14.0, 6.0, file);
        else
            fprintf(file, "<path class=\"curve%s s%d\" d=\"M1 6H27\"/>",
                    s->published ? " published" : "", colour);
        fputs("</svg>", file);
        page_text(s->label, file);
        fputs(s->published ? " (paper)</li>\n" : "</li>\n", file);
    }
    fputs("</ul>\n", file);
}

static void series_write(const validation_figure* figure, FILE* file) {
    axis x = {INFINITY, -INFINITY, figure->log_x, LEFT, WIDTH - RIGHT};
    axis y = {INFINITY, -INFINITY, figure->log_y, HEIGHT - BOTTOM, TOP};
    for (int i = 0; i < figure->series_count; i++) {
        widen(&x, figure->series[i].x, figure->series[i].count);
        widen(&y, figure->series[i].y, figure->series[i].count);
    }
    settle(&x);
    settle(&y);
    if (figure->same_scale)
        match_scales(&x, &y);
    axis_write(&x, false, file);
    axis_write(&y, true, file);
    labels_write(figure, file);
    for (int i = 0; i < figure->series_count; i++) {
        int colour = colour_of(figure, i);
        if (figure->series[i].points)
            dots_write(&figure->series[i], &x, &y, colour, file);
        else
            curve_write(&figure->series[i], &x, &y, colour, file);
    }
}

void plot_write(const validation_figure* figure, const char* id, FILE* file) {
    fprintf(file, "<figure class=\"plot\" id=\"%s\">\n<figcaption>", id);
    page_title(figure->item, figure->title, file);
    fprintf(file, "</figcaption>\n<svg viewBox=\"0 0 %d %d\" role=\"img\">\n<title>", WIDTH,
            HEIGHT);
    page_title(figure->item, figure->title, file);
    fputs("</title>\n", file);
    series_write(figure, file);
    fputs("</svg>\n", file);
    legend_write(figure, file);
    page_paragraph("remark", figure->remark, file);
    fputs("</figure>\n", file);
}
