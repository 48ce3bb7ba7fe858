// PDF files, drawn by cairo with text set by Pango. Functions of fixed arity, without policy.
//
// A file is written by one thread at a time, which need not always be the same. Sizes and places are points (1/72 inch),
// the origin is the top left corner of the page, y runs down. Text is UTF-8 without NUL.

#ifndef CPDF_H
#define CPDF_H

#include <stddef.h>
#include <stdint.h>

typedef struct cpdf cpdf;
typedef struct cpdf_text cpdf_text;

// Takes the next bytes of the file; anything but 0 ends it with an error.
typedef int (*cpdf_write)(void *context, const uint8_t *bytes, size_t count);

// Loads the libraries, once; gives NULL, or what is wrong in one line.
const char *cpdf_library_load(void);

// Begins a file; NULL where the libraries cannot be loaded or there is no memory.
cpdf *cpdf_open(cpdf_write write, void *context);
// Ends the file, writes what is left of it, and frees it. Gives 0, or 1 when anything failed since it was opened.
int cpdf_close(cpdf *file);
// What failed so far, in one line; NULL when nothing did.
const char *cpdf_failure(cpdf *file);

typedef enum { CPDF_TITLE, CPDF_AUTHOR, CPDF_SUBJECT, CPDF_KEYWORDS, CPDF_CREATOR, CPDF_CREATED } cpdf_field;
void cpdf_set_field(cpdf *file, cpdf_field field, const char *words);

// Begins a page of a size; the first one needs no cpdf_end_page before it.
void cpdf_begin_page(cpdf *file, double width, double height);
// Writes the page that was begun.
void cpdf_end_page(cpdf *file);

// Structure and links: the names and attributes of cairo_tag_begin().
void cpdf_tag_begin(cpdf *file, const char *name, const char *attributes);
void cpdf_tag_end(cpdf *file, const char *name);
// An entry of the outline; gives its number, which is the parent of others, and 0 for the root.
int cpdf_outline(cpdf *file, int parent, const char *words, const char *attributes, int is_open);

// Colours are 0 to 1.
void cpdf_set_colour(cpdf *file, double red, double green, double blue);
void cpdf_fill(cpdf *file, double x, double y, double width, double height);

// Shows a JPEG, whose bytes become part of the file as they are; they are copied. The size in pixels is that of the JPEG.
// Gives 0, or 1 on failure.
int cpdf_jpeg(
    cpdf *file, const uint8_t *bytes, size_t count, int pixel_width, int pixel_height, double x, double y, double width,
    double height);

// How text is set.
typedef struct {
    // Pango's description of the font: "EB Garamond, serif Italic".
    const char *font;
    // The font's size.
    double size;
    // Where lines end; 0 for nowhere.
    double width;
    // The distance from one line to the next, as a multiple of the font's; 0 for the font's own.
    double spacing;
    // The tag of the language, which chooses forms of letters.
    const char *language;
    // 0 where lines begin, 1 the middle, 2 justified.
    int alignment;
    // Added between letters.
    double letter_spacing;
    // Whether the text runs from right to left where its letters do not say.
    int is_right_to_left;
    // OpenType features as CSS has them ("smcp"); NULL for the usual ones.
    const char *features;
} cpdf_style;

// Sets text; NULL when there is no memory. It lives no longer than its file.
cpdf_text *cpdf_text_new(cpdf *file, const char *words, size_t count, const cpdf_style *style);
void cpdf_text_free(cpdf_text *text);
// Sets it again in another size and width.
void cpdf_text_resize(cpdf_text *text, double size, double width);
int cpdf_text_line_count(cpdf_text *text);
// The height of all lines, and the width of the longest.
void cpdf_text_size(cpdf_text *text, double *width, double *height);
// Where a line begins and ends, and its base line, below the top of the text.
void cpdf_text_line(cpdf_text *text, int line, double *top, double *bottom, double *baseline);
// How many characters no font has.
int cpdf_text_unknown_count(cpdf_text *text);
// Draws the lines from `first` up to but not including `end`, the top of the first at y.
void cpdf_text_draw(cpdf *file, cpdf_text *text, int first, int end, double x, double y);

#endif
