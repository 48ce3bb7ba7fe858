// cairo and Pango, loaded when the first PDF is created, as libvips is (Sources/C/CVips/cvips_library.h): linking them
// would cost each run of the program some milliseconds and memory. Each function that is called must be listed here.
//
// Included instead of <cairo.h> and <pango/pangocairo.h>.

#ifndef CPDF_LIBRARY_H
#define CPDF_LIBRARY_H

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#define CPDF_FUNCTIONS(use) \
    use(cairo_create) \
    use(cairo_destroy) \
    use(cairo_fill) \
    use(cairo_font_options_create) \
    use(cairo_font_options_destroy) \
    use(cairo_font_options_set_hint_metrics) \
    use(cairo_font_options_set_hint_style) \
    use(cairo_image_surface_create) \
    use(cairo_move_to) \
    use(cairo_paint) \
    use(cairo_pdf_surface_add_outline) \
    use(cairo_pdf_surface_create_for_stream) \
    use(cairo_pdf_surface_set_metadata) \
    use(cairo_pdf_surface_set_size) \
    use(cairo_rectangle) \
    use(cairo_restore) \
    use(cairo_save) \
    use(cairo_scale) \
    use(cairo_set_source_rgb) \
    use(cairo_set_source_surface) \
    use(cairo_show_page) \
    use(cairo_status) \
    use(cairo_status_to_string) \
    use(cairo_surface_destroy) \
    use(cairo_surface_finish) \
    use(cairo_surface_set_mime_data) \
    use(cairo_surface_status) \
    use(cairo_tag_begin) \
    use(cairo_tag_end) \
    use(cairo_translate) \
    use(g_object_unref) \
    use(pango_attr_font_features_new) \
    use(pango_attr_letter_spacing_new) \
    use(pango_attr_list_insert) \
    use(pango_attr_list_new) \
    use(pango_attr_list_unref) \
    use(pango_cairo_context_set_font_options) \
    use(pango_cairo_context_set_resolution) \
    use(pango_cairo_font_map_new) \
    use(pango_cairo_show_layout_line) \
    use(pango_context_set_base_dir) \
    use(pango_context_set_language) \
    use(pango_context_set_round_glyph_positions) \
    use(pango_font_description_free) \
    use(pango_font_description_from_string) \
    use(pango_font_description_set_absolute_size) \
    use(pango_font_map_create_context) \
    use(pango_language_from_string) \
    use(pango_layout_get_extents) \
    use(pango_layout_get_font_description) \
    use(pango_layout_get_iter) \
    use(pango_layout_get_line_count) \
    use(pango_layout_get_unknown_glyphs_count) \
    use(pango_layout_iter_free) \
    use(pango_layout_iter_get_baseline) \
    use(pango_layout_iter_get_line_extents) \
    use(pango_layout_iter_get_line_readonly) \
    use(pango_layout_iter_get_line_yrange) \
    use(pango_layout_iter_next_line) \
    use(pango_layout_new) \
    use(pango_layout_set_alignment) \
    use(pango_layout_set_attributes) \
    use(pango_layout_set_font_description) \
    use(pango_layout_set_justify) \
    use(pango_layout_set_line_spacing) \
    use(pango_layout_set_text) \
    use(pango_layout_set_width) \
    use(pango_layout_set_wrap) \
    use(pango_font_description_copy)

#define CPDF_POINTER(name) __typeof__(name) *name;
struct cpdf_functions {
    CPDF_FUNCTIONS(CPDF_POINTER)
};
#undef CPDF_POINTER

// Filled in by cpdf_library_load(). No function of the libraries may be called before.
extern struct cpdf_functions cpdf_functions;

#endif
