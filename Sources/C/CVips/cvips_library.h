// libvips, loaded when it is first needed.
//
// libvips depends on a hundred libraries. Linking them would cost each run of the program 50 ms and 20 MB, and most
// runs need none of them: a plain JPEG is cut by libjpeg alone. Therefore each libvips function that is called is
// listed here twice, and cvips_init() looks them up. A function that is not listed is an undefined reference at link
// time.
//
// Included instead of <vips/vips.h>.

#ifndef CVIPS_LIBRARY_H
#define CVIPS_LIBRARY_H

#include <vips/vips.h>

#define CVIPS_FUNCTIONS(use) \
    use(vips_Lab2XYZ) \
    use(vips_add) \
    use(vips_affine) \
    use(vips_area_get_type) \
    use(vips_area_unref) \
    use(vips_array_double_newv) \
    use(vips_autorot) \
    use(vips_bandjoin2) \
    use(vips_blob_get_type) \
    use(vips_blob_new) \
    use(vips_block_untrusted_set) \
    use(vips_cache_set_max) \
    use(vips_call) \
    use(vips_cast) \
    use(vips_colourspace) \
    use(vips_concurrency_set) \
    use(vips_copy) \
    use(vips_dzsave_target) \
    use(vips_error_buffer) \
    use(vips_error_buffer_copy) \
    use(vips_error_clear) \
    use(vips_extract_area) \
    use(vips_extract_band) \
    use(vips_flatten) \
    use(vips_format_sizeof) \
    use(vips_format_sizeof_unsafe) \
    use(vips_gaussblur) \
    use(vips_gaussnoise) \
    use(vips_icc_transform) \
    use(vips_image_copy_memory) \
    use(vips_image_get_bands) \
    use(vips_image_get_blob) \
    use(vips_image_get_format) \
    use(vips_image_get_height) \
    use(vips_image_get_int) \
    use(vips_image_get_orientation) \
    use(vips_image_get_typeof) \
    use(vips_image_get_width) \
    use(vips_image_guess_interpretation) \
    use(vips_image_hasalpha) \
    use(vips_image_new_from_memory) \
    use(vips_image_new_from_memory_copy) \
    use(vips_image_new_matrix_from_array) \
    use(vips_image_remove) \
    use(vips_image_set_blob_copy) \
    use(vips_image_set_int) \
    use(vips_image_write_to_buffer) \
    use(vips_image_write_to_file) \
    use(vips_image_write_to_memory) \
    use(vips_init) \
    use(vips_interpolate_new) \
    use(vips_jpegsave) \
    use(vips_linear) \
    use(vips_linear1) \
    use(vips_mapim) \
    use(vips_maplut) \
    use(vips_multiply) \
    use(vips_operation_block_set) \
    use(vips_perlin) \
    use(vips_rawload) \
    use(vips_recomb) \
    use(vips_reduce) \
    use(vips_region_image) \
    use(vips_region_new) \
    use(vips_region_prepare_to) \
    use(vips_resize) \
    use(vips_rint) \
    use(vips_source_new_from_file) \
    use(vips_source_new_from_memory) \
    use(vips_target_new_to_descriptor) \
    use(vips_thread_shutdown) \
    use(vips_type_find) \
    use(vips_version_string)

#define CVIPS_POINTER(name) __typeof__(name) *name;
struct cvips_functions {
    CVIPS_FUNCTIONS(CVIPS_POINTER)
};
#undef CVIPS_POINTER

// Filled in by cvips_library_load(). No libvips function may be called before.
extern struct cvips_functions cvips_functions;

// Loads libvips once. Returns NULL, or an error message in one line.
const char *cvips_library_load(void);

#ifndef CVIPS_LIBRARY_LOADER
#define vips_Lab2XYZ cvips_functions.vips_Lab2XYZ
#define vips_add cvips_functions.vips_add
#define vips_affine cvips_functions.vips_affine
#define vips_area_get_type cvips_functions.vips_area_get_type
#define vips_area_unref cvips_functions.vips_area_unref
#define vips_array_double_newv cvips_functions.vips_array_double_newv
#define vips_autorot cvips_functions.vips_autorot
#define vips_bandjoin2 cvips_functions.vips_bandjoin2
#define vips_blob_get_type cvips_functions.vips_blob_get_type
#define vips_blob_new cvips_functions.vips_blob_new
#define vips_block_untrusted_set cvips_functions.vips_block_untrusted_set
#define vips_cache_set_max cvips_functions.vips_cache_set_max
#define vips_call cvips_functions.vips_call
#define vips_cast cvips_functions.vips_cast
#define vips_colourspace cvips_functions.vips_colourspace
#define vips_concurrency_set cvips_functions.vips_concurrency_set
#define vips_copy cvips_functions.vips_copy
#define vips_dzsave_target cvips_functions.vips_dzsave_target
#define vips_error_buffer cvips_functions.vips_error_buffer
#define vips_error_buffer_copy cvips_functions.vips_error_buffer_copy
#define vips_error_clear cvips_functions.vips_error_clear
#define vips_extract_area cvips_functions.vips_extract_area
#define vips_extract_band cvips_functions.vips_extract_band
#define vips_flatten cvips_functions.vips_flatten
#define vips_format_sizeof cvips_functions.vips_format_sizeof
#define vips_format_sizeof_unsafe cvips_functions.vips_format_sizeof_unsafe
#define vips_gaussblur cvips_functions.vips_gaussblur
#define vips_gaussnoise cvips_functions.vips_gaussnoise
#define vips_icc_transform cvips_functions.vips_icc_transform
#define vips_image_copy_memory cvips_functions.vips_image_copy_memory
#define vips_image_get_bands cvips_functions.vips_image_get_bands
#define vips_image_get_blob cvips_functions.vips_image_get_blob
#define vips_image_get_format cvips_functions.vips_image_get_format
#define vips_image_get_height cvips_functions.vips_image_get_height
#define vips_image_get_int cvips_functions.vips_image_get_int
#define vips_image_get_orientation cvips_functions.vips_image_get_orientation
#define vips_image_get_typeof cvips_functions.vips_image_get_typeof
#define vips_image_get_width cvips_functions.vips_image_get_width
#define vips_image_guess_interpretation cvips_functions.vips_image_guess_interpretation
#define vips_image_hasalpha cvips_functions.vips_image_hasalpha
#define vips_image_new_from_memory cvips_functions.vips_image_new_from_memory
#define vips_image_new_from_memory_copy cvips_functions.vips_image_new_from_memory_copy
#define vips_image_new_matrix_from_array cvips_functions.vips_image_new_matrix_from_array
#define vips_image_remove cvips_functions.vips_image_remove
#define vips_image_set_blob_copy cvips_functions.vips_image_set_blob_copy
#define vips_image_set_int cvips_functions.vips_image_set_int
#define vips_image_write_to_buffer cvips_functions.vips_image_write_to_buffer
#define vips_image_write_to_file cvips_functions.vips_image_write_to_file
#define vips_image_write_to_memory cvips_functions.vips_image_write_to_memory
#define vips_init cvips_functions.vips_init
#define vips_interpolate_new cvips_functions.vips_interpolate_new
#define vips_jpegsave cvips_functions.vips_jpegsave
#define vips_linear cvips_functions.vips_linear
#define vips_linear1 cvips_functions.vips_linear1
#define vips_mapim cvips_functions.vips_mapim
#define vips_maplut cvips_functions.vips_maplut
#define vips_multiply cvips_functions.vips_multiply
#define vips_operation_block_set cvips_functions.vips_operation_block_set
#define vips_perlin cvips_functions.vips_perlin
#define vips_rawload cvips_functions.vips_rawload
#define vips_recomb cvips_functions.vips_recomb
#define vips_reduce cvips_functions.vips_reduce
#define vips_region_image cvips_functions.vips_region_image
#define vips_region_new cvips_functions.vips_region_new
#define vips_region_prepare_to cvips_functions.vips_region_prepare_to
#define vips_resize cvips_functions.vips_resize
#define vips_rint cvips_functions.vips_rint
#define vips_source_new_from_file cvips_functions.vips_source_new_from_file
#define vips_source_new_from_memory cvips_functions.vips_source_new_from_memory
#define vips_target_new_to_descriptor cvips_functions.vips_target_new_to_descriptor
#define vips_thread_shutdown cvips_functions.vips_thread_shutdown
#define vips_type_find cvips_functions.vips_type_find
#define vips_version_string cvips_functions.vips_version_string
#endif

#endif
