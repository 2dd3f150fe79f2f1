// What the five papers can do and what Reeve can do, as a table. Of the papers it says what their
// texts say, with the section or figure; of Reeve what is there, with what falls short.
#ifndef REEVE_VALIDATION_FEATURES_H
#define REEVE_VALIDATION_FEATURES_H

typedef enum validation_has {
    VALIDATION_NOT_SAID,
    VALIDATION_NO,
    VALIDATION_PARTLY,
    VALIDATION_YES,
} validation_has;

typedef struct validation_answer {
    validation_has has;
    const char* note; // may be NULL
} validation_answer;

enum { VALIDATION_COLUMNS = 6 }; // the five papers in the order of their suites, then Reeve

typedef struct validation_feature {
    const char* what; // NULL ends the table
    validation_answer of[VALIDATION_COLUMNS];
} validation_feature;

extern const char* const validation_feature_columns[VALIDATION_COLUMNS];
extern const validation_feature validation_features[];

#endif
