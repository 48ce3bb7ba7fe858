#include "cpdf.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cpdf_library.h"

#define call cpdf_functions.

// Files are independent of each other, but cairo 1.16 and Pango 1.50 share caches of glyphs among them that several
// threads cannot use at once: they waited for each other forever, crashed, or wrote different bytes. So only one thread
// at a time is in these libraries.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void unlock(pthread_mutex_t **held) { pthread_mutex_unlock(*held); }

// Locks until the end of the function.
#define ONE_THREAD                                                     \
    __attribute__((cleanup(unlock))) pthread_mutex_t *held = &lock;    \
    pthread_mutex_lock(held)

struct cpdf {
    cairo_surface_t *surface;
    cairo_t *cairo;
    PangoFontMap *fonts;
    PangoContext *context;
    cpdf_write write;
    void *write_context;
    const char *failure;
};

struct cpdf_text {
    PangoLayout *layout;
};

static cairo_status_t write_bytes(void *closure, const unsigned char *bytes, unsigned int count) {
    cpdf *file = closure;
    return file->write(file->write_context, bytes, count) == 0 ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

cpdf *cpdf_open(cpdf_write write, void *context) {
    ONE_THREAD;
    if (cpdf_library_load() != NULL) return NULL;
    cpdf *file = calloc(1, sizeof *file);
    if (file == NULL) return NULL;
    file->write = write;
    file->write_context = context;
    file->surface = call cairo_pdf_surface_create_for_stream(write_bytes, file, 595, 842);
    file->cairo = call cairo_create(file->surface);
    // A separate font map, so that everything it caches is freed with the file.
    file->fonts = call pango_cairo_font_map_new();
    file->context = call pango_font_map_create_context(file->fonts);
    // A font's size in points is its size in units of the page.
    call pango_cairo_context_set_resolution(file->context, 72);
    // Positions glyphs exactly, instead of rounding to whole points as if these were pixels.
    call pango_context_set_round_glyph_positions(file->context, FALSE);
    cairo_font_options_t *options = call cairo_font_options_create();
    call cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    call cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    call pango_cairo_context_set_font_options(file->context, options);
    call cairo_font_options_destroy(options);
    return file;
}

static const char *failure_of(cpdf *file) {
    cairo_status_t status = call cairo_status(file->cairo);
    if (status == CAIRO_STATUS_SUCCESS) status = call cairo_surface_status(file->surface);
    return status == CAIRO_STATUS_SUCCESS ? file->failure : call cairo_status_to_string(status);
}

const char *cpdf_failure(cpdf *file) {
    ONE_THREAD;
    return failure_of(file);
}

int cpdf_close(cpdf *file) {
    ONE_THREAD;
    int failed = failure_of(file) != NULL;
    call cairo_destroy(file->cairo);
    call cairo_surface_finish(file->surface);
    failed = failed || call cairo_surface_status(file->surface) != CAIRO_STATUS_SUCCESS;
    call cairo_surface_destroy(file->surface);
    call g_object_unref(file->context);
    call g_object_unref(file->fonts);
    free(file);
    return failed;
}

void cpdf_set_field(cpdf *file, cpdf_field field, const char *words) {
    static const cairo_pdf_metadata_t fields[] = {
        [CPDF_TITLE] = CAIRO_PDF_METADATA_TITLE,       [CPDF_AUTHOR] = CAIRO_PDF_METADATA_AUTHOR,
        [CPDF_SUBJECT] = CAIRO_PDF_METADATA_SUBJECT,   [CPDF_KEYWORDS] = CAIRO_PDF_METADATA_KEYWORDS,
        [CPDF_CREATOR] = CAIRO_PDF_METADATA_CREATOR,   [CPDF_CREATED] = CAIRO_PDF_METADATA_CREATE_DATE,
    };
    ONE_THREAD;
    call cairo_pdf_surface_set_metadata(file->surface, fields[field], words);
}

void cpdf_begin_page(cpdf *file, double width, double height) {
    ONE_THREAD;
    call cairo_pdf_surface_set_size(file->surface, width, height);
}

void cpdf_end_page(cpdf *file) {
    ONE_THREAD;
    call cairo_show_page(file->cairo);
}

void cpdf_tag_begin(cpdf *file, const char *name, const char *attributes) {
    ONE_THREAD;
    call cairo_tag_begin(file->cairo, name, attributes);
}

void cpdf_tag_end(cpdf *file, const char *name) {
    ONE_THREAD;
    call cairo_tag_end(file->cairo, name);
}

int cpdf_outline(cpdf *file, int parent, const char *words, const char *attributes, int is_open) {
    ONE_THREAD;
    cairo_pdf_outline_flags_t flags = is_open ? CAIRO_PDF_OUTLINE_FLAG_OPEN : 0;
    return call cairo_pdf_surface_add_outline(file->surface, parent, words, attributes, flags);
}

void cpdf_set_colour(cpdf *file, double red, double green, double blue) {
    ONE_THREAD;
    call cairo_set_source_rgb(file->cairo, red, green, blue);
}

void cpdf_fill(cpdf *file, double x, double y, double width, double height) {
    ONE_THREAD;
    call cairo_rectangle(file->cairo, x, y, width, height);
    call cairo_fill(file->cairo);
}

int cpdf_jpeg(
    cpdf *file, const uint8_t *bytes, size_t count, int pixel_width, int pixel_height, double x, double y, double width,
    double height) {
    ONE_THREAD;
    // The pixels are never touched, so they take address space but no memory. Only the JPEG is written.
    cairo_surface_t *picture = call cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixel_width, pixel_height);
    unsigned char *copy = malloc(count);
    int failed = copy == NULL || call cairo_surface_status(picture) != CAIRO_STATUS_SUCCESS;
    if (!failed) {
        memcpy(copy, bytes, count);
        cairo_status_t status =
            call cairo_surface_set_mime_data(picture, CAIRO_MIME_TYPE_JPEG, copy, count, free, copy);
        failed = status != CAIRO_STATUS_SUCCESS;
    }
    if (failed) {
        free(copy);
        file->failure = "a picture cannot be added";
    } else {
        call cairo_save(file->cairo);
        call cairo_translate(file->cairo, x, y);
        call cairo_scale(file->cairo, width / pixel_width, height / pixel_height);
        call cairo_set_source_surface(file->cairo, picture, 0, 0);
        call cairo_paint(file->cairo);
        call cairo_restore(file->cairo);
    }
    call cairo_surface_destroy(picture);
    return failed;
}

static int units(double points) { return (int) (points * PANGO_SCALE); }

cpdf_text *cpdf_text_new(cpdf *file, const char *words, size_t count, const cpdf_style *style) {
    ONE_THREAD;
    cpdf_text *text = calloc(1, sizeof *text);
    if (text == NULL) return NULL;
    call pango_context_set_language(file->context, call pango_language_from_string(style->language));
    PangoDirection direction = style->is_right_to_left ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR;
    call pango_context_set_base_dir(file->context, direction);
    PangoLayout *layout = text->layout = call pango_layout_new(file->context);
    PangoFontDescription *font = call pango_font_description_from_string(style->font);
    call pango_font_description_set_absolute_size(font, style->size * PANGO_SCALE);
    call pango_layout_set_font_description(layout, font);
    call pango_font_description_free(font);
    if (style->width > 0) call pango_layout_set_width(layout, units(style->width));
    call pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    if (style->spacing > 0) call pango_layout_set_line_spacing(layout, (float) style->spacing);
    call pango_layout_set_alignment(layout, style->alignment == 1 ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
    call pango_layout_set_justify(layout, style->alignment == 2);
    PangoAttrList *attributes = call pango_attr_list_new();
    if (style->letter_spacing != 0) {
        call pango_attr_list_insert(attributes, call pango_attr_letter_spacing_new(units(style->letter_spacing)));
    }
    if (style->features != NULL) {
        call pango_attr_list_insert(attributes, call pango_attr_font_features_new(style->features));
    }
    call pango_layout_set_attributes(layout, attributes);
    call pango_attr_list_unref(attributes);
    call pango_layout_set_text(layout, words, (int) count);
    return text;
}

void cpdf_text_free(cpdf_text *text) {
    ONE_THREAD;
    call g_object_unref(text->layout);
    free(text);
}

void cpdf_text_resize(cpdf_text *text, double size, double width) {
    ONE_THREAD;
    PangoFontDescription *font =
        call pango_font_description_copy(call pango_layout_get_font_description(text->layout));
    call pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    call pango_layout_set_font_description(text->layout, font);
    call pango_font_description_free(font);
    call pango_layout_set_width(text->layout, width > 0 ? units(width) : -1);
}

int cpdf_text_line_count(cpdf_text *text) {
    ONE_THREAD;
    return call pango_layout_get_line_count(text->layout);
}

void cpdf_text_size(cpdf_text *text, double *width, double *height) {
    ONE_THREAD;
    PangoRectangle logical;
    call pango_layout_get_extents(text->layout, NULL, &logical);
    *width = (double) logical.width / PANGO_SCALE;
    *height = (double) logical.height / PANGO_SCALE;
}

void cpdf_text_line(cpdf_text *text, int line, double *top, double *bottom, double *baseline) {
    ONE_THREAD;
    PangoLayoutIter *place = call pango_layout_get_iter(text->layout);
    for (int number = 0; number < line && call pango_layout_iter_next_line(place); number++) {}
    int first, last;
    call pango_layout_iter_get_line_yrange(place, &first, &last);
    *top = (double) first / PANGO_SCALE;
    *bottom = (double) last / PANGO_SCALE;
    *baseline = (double) call pango_layout_iter_get_baseline(place) / PANGO_SCALE;
    call pango_layout_iter_free(place);
}

int cpdf_text_unknown_count(cpdf_text *text) {
    ONE_THREAD;
    return call pango_layout_get_unknown_glyphs_count(text->layout);
}

void cpdf_text_draw(cpdf *file, cpdf_text *text, int first, int end, double x, double y) {
    ONE_THREAD;
    PangoLayoutIter *place = call pango_layout_get_iter(text->layout);
    int number = 0, top = 0;
    do {
        if (number >= end) break;
        if (number >= first) {
            int line_top, line_bottom;
            PangoRectangle logical;
            call pango_layout_iter_get_line_yrange(place, &line_top, &line_bottom);
            call pango_layout_iter_get_line_extents(place, NULL, &logical);
            if (number == first) top = line_top;
            int baseline = call pango_layout_iter_get_baseline(place);
            call cairo_move_to(
                file->cairo, x + (double) logical.x / PANGO_SCALE, y + (double) (baseline - top) / PANGO_SCALE);
            call pango_cairo_show_layout_line(file->cairo, call pango_layout_iter_get_line_readonly(place));
        }
        number++;
    } while (call pango_layout_iter_next_line(place));
    call pango_layout_iter_free(place);
}
