// Sentences about values and fields: what stands in the file ("the text \"heavy\"") and what would
// be right ("a number > 0 [kg]"). They are put together from the row of the key's table, so that a
// message can never tell a range or unit other than the one that is checked.
#include "scene/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void rv_scene_words_add(rv_scene_words* words, const char* format, ...) {
    size_t used = strlen(words->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->text + used, sizeof words->text - used, format, arguments);
    va_end(arguments);
}

rv_scene_words rv_scene_value_words(const json_t* value) {
    rv_scene_words words = {""};
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        rv_scene_words_add(&words, "an object");
        break;
    case JSON_ARRAY:
        rv_scene_words_add(&words, "a list of %zu", json_array_size(value));
        break;
    case JSON_STRING:
        rv_scene_words_add(&words, "the text \"%s\"",
                           rv_scene_quoted(json_string_value(value)).text);
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        rv_scene_words_add(&words, "%.10g", json_number_value(value));
        break;
    case JSON_TRUE:
        rv_scene_words_add(&words, "true");
        break;
    case JSON_FALSE:
        rv_scene_words_add(&words, "false");
        break;
    case JSON_NULL:
        rv_scene_words_add(&words, "null");
        break;
    }
    return words;
}

rv_scene_words rv_scene_choice_words(const rv_scene_field* field, unsigned bits) {
    rv_scene_words words = {""};
    for (unsigned i = 0; field->choices[i] != NULL; i++) {
        if ((bits >> i & 1u) == 0)
            continue;
        // "a", "b" or "c"
        bool first = words.text[0] == '\0', last = bits >> i == 1u || field->choices[i + 1] == NULL;
        rv_scene_words_add(&words, "%s\"%s\"",
                           first  ? ""
                           : last ? " or "
                                  : ", ",
                           field->choices[i]);
    }
    return words;
}

static void range_words(rv_scene_words* words, const rv_scene_range* range, bool bounds) {
    bool low = bounds || range->min > -RV_SCENE_LARGEST;
    bool high = bounds || range->max < RV_SCENE_LARGEST;
    if (range->min == range->max)
        rv_scene_words_add(words, " %g", range->min);
    else if (low && high && !range->above_min && !range->below_max)
        rv_scene_words_add(words, " from %g to %g", range->min, range->max);
    else {
        if (low)
            rv_scene_words_add(words, " %s %g", range->above_min ? ">" : ">=", range->min);
        if (high)
            rv_scene_words_add(words, "%s %s %g", low ? " and" : "",
                               range->below_max ? "<" : "<=", range->max);
    }
}

static void bits_words(rv_scene_words* words, const rv_scene_field* field) {
    rv_scene_words_add(words, "a whole number");
    range_words(words, &field->range, false);
    rv_scene_words_add(words, " or a list of %s", field->least > 0 ? "at least one" : "such");
    if (field->choices != NULL)
        rv_scene_words_add(words, ", or %s", rv_scene_choice_words(field, ~0u).text);
}

// what takes no range and no unit
static const char* const plain_words[] = {
    [RV_SCENE_BOOLEAN] = "true or false",
    [RV_SCENE_TEXT] = "a text",
    [RV_SCENE_NAME] = "a name",
    [RV_SCENE_ROTATION] = "a unit quaternion [w, x, y, z] or "
                          "{\"axis\": [x, y, z], \"angle\": radians}",
    [RV_SCENE_TRUE] = "true, or left out",
};

static void one_words(rv_scene_words* words, const rv_scene_field* field, bool bounds) {
    switch (field->type) {
    case RV_SCENE_NUMBER:
        rv_scene_words_add(words, "a number");
        break;
    case RV_SCENE_INTEGER:
        rv_scene_words_add(words, field->range.min == field->range.max ? "" : "a whole number");
        break;
    case RV_SCENE_VECTOR:
        rv_scene_words_add(words, "%sa list of 3 numbers", field->or_number ? "a number or " : "");
        break;
    case RV_SCENE_INERTIA:
        rv_scene_words_add(words, "a list of 3 numbers or 3 lists of 3");
        break;
    case RV_SCENE_GRID:
        rv_scene_words_add(words, "%d to %d lists of %d to %d numbers", field->least, field->most,
                           field->least, field->most);
        break;
    case RV_SCENE_CHOICE:
        rv_scene_words_add(words, "%s", rv_scene_choice_words(field, ~0u).text);
        return;
    case RV_SCENE_OBJECT:
        rv_scene_words_add(words, field->or_boolean ? "true, false or an object"
                                  : field->or_true  ? "true or an object"
                                                    : "an object");
        return;
    case RV_SCENE_BITS:
        bits_words(words, field);
        return;
    default:
        rv_scene_words_add(words, "%s", plain_words[field->type]);
        return;
    }
    range_words(words, &field->range, bounds);
    if (field->unit != NULL)
        rv_scene_words_add(words, " [%s]", field->unit);
    if (field->or_infinite)
        rv_scene_words_add(words, ", or \"infinite\"");
}

rv_scene_words rv_scene_field_words(const rv_scene_field* field, bool bounds) {
    static const char* const of[] = {
        [RV_SCENE_ONE] = "",
        [RV_SCENE_PAIR] = "a list of 2, each ",
        [RV_SCENE_ONE_OR_MORE] = "",
        [RV_SCENE_LIST] = "a list, each ",
        [RV_SCENE_MAP] = "an object, each value ",
    };
    rv_scene_words words = {""};
    if (field->many == RV_SCENE_ONE_OR_MORE) {
        one_words(&words, field, bounds);
        rv_scene_words_add(&words, " or a list of %d", field->least);
        if (field->most > field->least)
            rv_scene_words_add(&words, " to %d", field->most);
        rv_scene_words_add(&words, ", each ");
    }
    if (field->or_text && field->choices != NULL)
        rv_scene_words_add(&words, "%s, or ", rv_scene_choice_words(field, ~0u).text);
    else if (field->or_text)
        rv_scene_words_add(&words, "the name of a file or ");
    rv_scene_words_add(&words, "%s", of[field->many]);
    one_words(&words, field, bounds);
    // "reeve": the range stands alone
    if (words.text[0] == ' ')
        memmove(words.text, words.text + 1, strlen(words.text));
    return words;
}
