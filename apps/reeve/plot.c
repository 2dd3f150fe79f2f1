// Plots as inline SVG: linear or logarithmic axes, round ticks, lines and dots, a legend. Sizes are
// those of the picture's own units; the page scales it. Values that cannot be drawn (not finite, or
// not positive on a logarithmic axis) lift the pen.
#include "page.h"

#include <math.h>

// the picture, and the frame that the axes leave for the curves
enum { WIDTH = 720, HEIGHT = 420, LEFT = 84, RIGHT = 20, TOP = 20, BOTTOM = 56 };
enum { LEGEND_STEP = 20, COLOURS = 6, DOTS_MAX = 60, TICKS = 6 };

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

// 1, 2 or 5 times a power of ten, so that about TICKS of them fit; powers of ten on a log axis
static double tick_step(const axis* a) {
    double rough = (a->max - a->min) / TICKS;
    double power = pow(10.0, floor(log10(rough)));
    double part = rough / power;
    double step = power * (part <= 1.0 ? 1.0 : part <= 2.0 ? 2.0 : part <= 5.0 ? 5.0 : 10.0);
    return a->log ? fmax(1.0, ceil(step)) : step;
}

static void axis_write(const axis* a, bool vertical, FILE* file) {
    double step = tick_step(a);
    for (double tick = ceil(a->min / step) * step; tick <= a->max; tick += step) {
        // the sum of steps misses zero by a rounding error
        double clean = fabs(tick) < 1e-9 * step ? 0.0 : tick;
        double at = a->from + (clean - a->min) / (a->max - a->min) * (a->to - a->from);
        double label = a->log ? pow(10.0, clean) : clean;
        if (vertical)
            fprintf(file,
                    "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                    "text-anchor=\"end\">%.4g</text>\n",
                    LEFT, at, WIDTH - RIGHT, LEFT - 8, at + 4.0, label);
        else
            fprintf(file,
                    "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" "
                    "text-anchor=\"middle\">%.4g</text>\n",
                    at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 20, label);
    }
}

static void curve_write(const validation_series* s, const axis* x, const axis* y, int colour,
                        FILE* file) {
    bool pen_down = false;
    fprintf(file, "<path class=\"curve%s s%d\" d=\"", s->published ? " published" : "", colour);
    for (int i = 0; i < s->count; i++) {
        double px = place(x, s->x[i]), py = place(y, s->y[i]);
        bool finite = isfinite(px) && isfinite(py);
        if (finite)
            fprintf(file, "%c%.1f %.1f", pen_down ? 'L' : 'M', px, py);
        pen_down = finite;
    }
    fputs("\"/>\n", file);
}

static void dots_write(const validation_series* s, const axis* x, const axis* y, int colour,
                       FILE* file) {
    // dots that would cover each other are left out
    int every = s->count / DOTS_MAX + 1;
    for (int i = 0; i < s->count; i += every) {
        double px = place(x, s->x[i]), py = place(y, s->y[i]);
        if (isfinite(px) && isfinite(py))
            fprintf(file, "<circle class=\"%s s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>\n",
                    s->published ? "ring" : "dot", colour, px, py, s->published ? "5" : "3.5");
    }
}

static void legend_write(const validation_figure* figure, FILE* file) {
    for (int i = 0; i < figure->series_count; i++) {
        const validation_series* s = &figure->series[i];
        int y = HEIGHT + LEGEND_STEP * i, colour = i % COLOURS;
        if (s->points)
            fprintf(file, "<circle class=\"%s s%d\" cx=\"%d\" cy=\"%d\" r=\"%s\"/>",
                    s->published ? "ring" : "dot", colour, LEFT + 14, y + 8,
                    s->published ? "5" : "3.5");
        else
            fprintf(file, "<path class=\"curve%s s%d\" d=\"M%d %dh28\"/>",
                    s->published ? " published" : "", colour, LEFT, y + 8);
        fprintf(file, "<text x=\"%d\" y=\"%d\">", LEFT + 38, y + 12);
        page_text(s->label, file);
        fputs(s->published ? " (paper)</text>\n" : "</text>\n", file);
    }
}

static void labels_write(const validation_figure* figure, FILE* file) {
    fprintf(file, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, HEIGHT - BOTTOM,
            WIDTH - RIGHT);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2,
            HEIGHT - 14);
    page_text(figure->x_label, file);
    int middle = (TOP + HEIGHT - BOTTOM) / 2;
    fprintf(file,
            "</text>\n<text x=\"16\" y=\"%d\" text-anchor=\"middle\" "
            "transform=\"rotate(-90 16 %d)\">",
            middle, middle);
    page_text(figure->y_label, file);
    fputs("</text>\n", file);
}

void plot_write(const validation_figure* figure, FILE* file) {
    axis x = {INFINITY, -INFINITY, figure->log_x, LEFT, WIDTH - RIGHT};
    axis y = {INFINITY, -INFINITY, figure->log_y, HEIGHT - BOTTOM, TOP};
    for (int i = 0; i < figure->series_count; i++) {
        widen(&x, figure->series[i].x, figure->series[i].count);
        widen(&y, figure->series[i].y, figure->series[i].count);
    }
    settle(&x);
    settle(&y);
    fputs("<h3>", file);
    if (figure->item != NULL) {
        page_text(figure->item, file);
        fputs(": ", file);
    }
    page_text(figure->title, file);
    fprintf(file, "</h3>\n<svg viewBox=\"0 0 %d %d\" role=\"img\">\n<title>", WIDTH,
            HEIGHT + LEGEND_STEP * figure->series_count + 8);
    page_text(figure->title, file);
    fputs("</title>\n", file);
    axis_write(&x, false, file);
    axis_write(&y, true, file);
    labels_write(figure, file);
    for (int i = 0; i < figure->series_count; i++) {
        if (figure->series[i].points)
            dots_write(&figure->series[i], &x, &y, i % COLOURS, file);
        else
            curve_write(&figure->series[i], &x, &y, i % COLOURS, file);
    }
    legend_write(figure, file);
    fputs("</svg>\n", file);
    page_paragraph("remark", figure->remark, file);
}
