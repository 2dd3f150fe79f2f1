// See label.h. Dots of the font become squares of whole pixels, so that a text gives the same
// bytes; a rim in the colour of the background keeps it legible over anything.
#include "view/label.h"

#include "view/font.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// the font grows by one for so many pixels of the picture's height
static const int HEIGHT_PER_SCALE = 280;
// in dots: the margin to the picture's edge, from line to line, size of the scale of tensions
enum { MARGIN = 8, LINE = 12, BAR_WIDTH = 72, BAR_HEIGHT = 5 };
enum { TEXT_BYTES = 128 };
static const double RIM = 0.75; // how much the rim covers

typedef struct pen {
    const rv_canvas* canvas;
    rv_theme theme;
    int scale; // pixels per dot
} pen;

static uint8_t byte_of(double value) {
    return (uint8_t)(255.0 * (value > 0.0 ? (value < 1.0 ? value : 1.0) : 0.0) + 0.5);
}

static void blend(const rv_canvas* canvas, int x, int y, rv_rgb color, double share) {
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return;
    uint8_t* p = canvas->rgb + 3 * ((size_t)y * (size_t)canvas->width + (size_t)x);
    rv_rgb old = {p[0] / 255.0, p[1] / 255.0, p[2] / 255.0};
    rv_rgb mixed = rv_rgb_mix(old, color, share);
    p[0] = byte_of(mixed.r);
    p[1] = byte_of(mixed.g);
    p[2] = byte_of(mixed.b);
}

static void fill(const rv_canvas* canvas, const int box[4], rv_rgb color, double share) {
    for (int y = box[1]; y < box[3]; y++)
        for (int x = box[0]; x < box[2]; x++)
            blend(canvas, x, y, color, share);
}

// is a dot within one pixel's reach of the place?
static bool near_dot(char character, int x, int y, int scale) {
    for (int k = 0; k < 9; k++) {
        int px = x + k % 3 - 1, py = y + k / 3 - 1;
        // floor, also left of and above the glyph
        int column = px >= 0 ? px / scale : -1, row = py >= 0 ? py / scale : -1;
        if (rv_font_dot(character, column, row))
            return true;
    }
    return false;
}

static void draw_glyph(const pen* p, char character, int left, int top) {
    for (int y = -1; y <= RV_FONT_HEIGHT * p->scale; y++) {
        for (int x = -1; x <= RV_FONT_WIDTH * p->scale; x++) {
            bool dot = x >= 0 && y >= 0 && rv_font_dot(character, x / p->scale, y / p->scale);
            if (dot)
                blend(p->canvas, left + x, top + y, p->theme.ink, 1.0);
            else if (near_dot(character, x, y, p->scale))
                blend(p->canvas, left + x, top + y, p->theme.bottom, RIM);
        }
    }
}

static int text_width(const pen* p, const char* text) {
    return (int)strlen(text) * RV_FONT_ADVANCE * p->scale;
}

static void draw_text(const pen* p, const char* text, int left, int top) {
    for (int i = 0; text[i] != '\0'; i++)
        draw_glyph(p, text[i], left + i * RV_FONT_ADVANCE * p->scale, top);
}

// the title in characters that the font has, cut where there is no room
static void fit_title(const char* title, int room, char out[TEXT_BYTES]) {
    static const char dots[] = "...";
    int count = 0, most = room < TEXT_BYTES - 1 ? room : TEXT_BYTES - 1;
    for (const unsigned char* c = (const unsigned char*)title; *c != '\0'; c++) {
        if (*c >= 0x80 && *c < 0xc0)
            continue; // goes on with a character that was counted
        if (count >= most) {
            int from = count >= 3 ? count - 3 : 0;
            for (int i = from; i < count; i++)
                out[i] = dots[i - from];
            break;
        }
        out[count++] = *c >= 0x20 && *c < 0x7f ? (char)*c : '?';
    }
    out[count] = '\0';
}

// a value with three digits in the unit that suits it
static void write_amount(char* out, size_t bytes, double value, const char* unit) {
    static const struct {
        double from, one;
        const char* prefix;
    } steps[] = {{999.5e6, 1e9, "G"},
                 {999.5e3, 1e6, "M"},
                 {999.5, 1e3, "k"},
                 {0.9995, 1.0, ""},
                 {0.0, 1e-3, "m"}};
    int i = 0;
    while (value < steps[i].from)
        i++;
    snprintf(out, bytes, "%.3g %s%s", value / steps[i].one, steps[i].prefix, unit);
}

// the scale of tensions; returns its left end
static int draw_scale(const pen* p, double full) {
    int wide = BAR_WIDTH * p->scale, high = BAR_HEIGHT * p->scale;
    int left = p->canvas->width - MARGIN * p->scale - wide;
    int top = p->canvas->height - MARGIN * p->scale - RV_FONT_HEIGHT * p->scale - high - p->scale;
    const int rim[4] = {left - 1, top - 1, left + wide + 1, top + high + 1};
    fill(p->canvas, rim, p->theme.ink, 0.55);
    for (int x = 0; x < wide; x++) {
        const int line[4] = {left + x, top, left + x + 1, top + high};
        fill(p->canvas, line, rv_look_of_tension((x + 0.5) / wide, p->canvas->dark), 1.0);
    }
    char text[TEXT_BYTES];
    write_amount(text, sizeof text, full, "N");
    int below = top + high + 3 * p->scale;
    draw_text(p, "0", left, below);
    draw_text(p, text, left + wide + p->scale - text_width(p, text), below);
    draw_text(p, "tension", left, top - (RV_FONT_HEIGHT + 2) * p->scale);
    return left;
}

void rv_label_draw(const rv_canvas* canvas, const rv_label_def* def) {
    int scale = canvas->height / HEIGHT_PER_SCALE;
    pen p = {canvas, rv_theme_make(canvas->dark), scale < 1 ? 1 : scale};
    int end = canvas->width - MARGIN * p.scale;
    if (def->tension_full > 0.0)
        end = draw_scale(&p, def->tension_full) - MARGIN * p.scale;
    int left = MARGIN * p.scale;
    int low = canvas->height - (MARGIN + RV_FONT_HEIGHT) * p.scale;
    char text[TEXT_BYTES], grid[TEXT_BYTES / 2];
    int room = (end - left) / (RV_FONT_ADVANCE * p.scale);
    fit_title(def->title, room < 0 ? 0 : room, text);
    draw_text(&p, text, left, low - LINE * p.scale);
    write_amount(grid, sizeof grid, def->grid_spacing, "m");
    char line[TEXT_BYTES];
    snprintf(line, sizeof line, "t = %.2f s  grid %s", def->time, grid);
    fit_title(line, room < 0 ? 0 : room, text);
    draw_text(&p, text, left, low);
}
