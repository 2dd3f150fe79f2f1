// The files of the page, which the build puts into the library (tools/cmake/page.S.in).
#include "view/assets.h"

#include <string.h>

// from the assembler: each file from its name to its end
extern const char rv_page_html[], rv_page_html_end[];
extern const char rv_page_js[], rv_page_js_end[];
extern const char rv_page_css[], rv_page_css_end[];

bool rv_asset_find(const char* path, rv_asset* asset) {
    const rv_asset assets[] = {
        {"/", "text/html; charset=utf-8", rv_page_html, (size_t)(rv_page_html_end - rv_page_html)},
        {"/viewer.js", "text/javascript; charset=utf-8", rv_page_js,
         (size_t)(rv_page_js_end - rv_page_js)},
        {"/viewer.css", "text/css; charset=utf-8", rv_page_css,
         (size_t)(rv_page_css_end - rv_page_css)},
    };
    for (size_t i = 0; i < sizeof assets / sizeof assets[0]; i++)
        if (strcmp(assets[i].path, path) == 0) {
            *asset = assets[i];
            return true;
        }
    return false;
}
