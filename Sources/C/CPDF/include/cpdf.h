// PDF files, drawn by cairo with text set by Pango. Functions of fixed arity, without policy.
//
// Only one thread at a time may write a file, but not always the same one. Sizes and positions are in points (1/72
// inch), with the origin at the top left corner of the page and y pointing down. Text is UTF-8 without NUL.

#ifndef CPDF_H
#define CPDF_H

#include <stddef.h>
#include <stdint.h>

typedef struct cpdf cpdf;
typedef struct cpdf_text cpdf_text;

// Receives the next bytes of the file. A nonzero result ends it with an error. Must neither wait nor call functions of
// this file, because other threads wait until it returns.
typedef int (*cpdf_write)(void *context, const uint8_t *bytes, size_t count);

// Loads the libraries once. Returns NULL, or an error message in one line.
const char *cpdf_library_load(void);

// Begins a file. Returns NULL if the libraries cannot be loaded or memory runs out.
cpdf *cpdf_open(cpdf_write write, void *context);
// Writes the rest of the file, closes and frees it. Returns 0, or 1 if anything has failed since it was opened.
int cpdf_close(cpdf *file);
// Returns the first failure in one line, or NULL if there was none.
const char *cpdf_failure(cpdf *file);

typedef enum { CPDF_TITLE, CPDF_AUTHOR, CPDF_SUBJECT, CPDF_KEYWORDS, CPDF_CREATOR, CPDF_CREATED } cpdf_field;
void cpdf_set_field(cpdf *file, cpdf_field field, const char *words);

// Begins a page of a given size. The first page needs no cpdf_end_page() before it.
void cpdf_begin_page(cpdf *file, double width, double height);
// Writes the current page.
void cpdf_end_page(cpdf *file);

// Structure and links, with the names and attributes of cairo_tag_begin().
void cpdf_tag_begin(cpdf *file, const char *name, const char *attributes);
void cpdf_tag_end(cpdf *file, const char *name);
// Adds an entry to the outline. Returns its number, to be used as the parent of others; the root is 0.
int cpdf_outline(cpdf *file, int parent, const char *words, const char *attributes, int is_open);

// Colour components are 0 to 1.
void cpdf_set_colour(cpdf *file, double red, double green, double blue);
void cpdf_fill(cpdf *file, double x, double y, double width, double height);

// Draws a JPEG, whose bytes are copied and embedded unchanged. The pixel size must match the JPEG's. Returns 0, or 1 on
// failure.
int cpdf_jpeg(
    cpdf *file, const uint8_t *bytes, size_t count, int pixel_width, int pixel_height, double x, double y, double width,
    double height);

// The style of a text.
typedef struct {
    // The font as a Pango font description: "EB Garamond, serif Italic".
    const char *font;
    // The font size.
    double size;
    // The width at which lines are wrapped; 0 for no wrapping.
    double width;
    // The line height, as a multiple of the font's; 0 for the font's default.
    double spacing;
    // The language tag, which selects letter forms.
    const char *language;
    // 0 for the start of the line, 1 for centred, 2 for justified.
    int alignment;
    // Additional space between letters.
    double letter_spacing;
    // Whether the base direction is right to left, for text whose characters do not determine it.
    int is_right_to_left;
    // OpenType features in CSS syntax ("smcp"); NULL for the defaults.
    const char *features;
} cpdf_style;

// Lays out text. Returns NULL if memory runs out. The text must not outlive its file.
cpdf_text *cpdf_text_new(cpdf *file, const char *words, size_t count, const cpdf_style *style);
void cpdf_text_free(cpdf_text *text);
// Lays out the text again with another size and width.
void cpdf_text_resize(cpdf_text *text, double size, double width);
int cpdf_text_line_count(cpdf_text *text);
// Returns the width of the longest line and the height of all lines.
void cpdf_text_size(cpdf_text *text, double *width, double *height);
// Returns the top, bottom and baseline of a line, relative to the top of the text.
void cpdf_text_line(cpdf_text *text, int line, double *top, double *bottom, double *baseline);
// Returns the number of characters that no font contains.
int cpdf_text_unknown_count(cpdf_text *text);
// Draws the lines from `first` up to but not including `end`, with the top of the first at y.
void cpdf_text_draw(cpdf *file, cpdf_text *text, int first, int end, double x, double y);

#endif
