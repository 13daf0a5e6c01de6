#include "parts.h"

#include <string.h>

#include <libheif/heif.h>

static int code_of(struct heif_error error) {
  // The library has limits of its own on what a header may promise.
  if (error.subcode == heif_suberror_Security_limit_exceeded) return QIX_PICTURE_TOO_MANY;
  if (error.code == heif_error_Memory_allocation_error) return QIX_PICTURE_TOO_MUCH;
  return QIX_PICTURE_DAMAGED;
}

static int copy(const struct heif_image *image, const qix_picture_wish *wish, qix_picture *found) {
  int stride = 0;
  const uint8_t *pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
  const int width = heif_image_get_width(image, heif_channel_interleaved);
  const int height = heif_image_get_height(image, heif_channel_interleaved);
  // The size in the header was checked; the decoded one is checked again.
  int code = pixels == NULL ? QIX_PICTURE_DAMAGED : check_size(width, height, wish);
  if (code == QIX_PICTURE_OK && stride < width * 4) code = QIX_PICTURE_DAMAGED;
  if (code == QIX_PICTURE_OK) code = make_picture(width, height, wish->channels, found);
  for (int32_t y = 0; code == QIX_PICTURE_OK && y < height; y++) {
    flatten_row(pixels + (size_t)y * (size_t)stride, width, found->channels,
                found->pixels + (size_t)y * (size_t)width * (size_t)found->channels);
  }
  return code == QIX_PICTURE_OK ? shrink(found, wish) : code;
}

// Turns and mirrors are the container's own, which the library heeds; EXIF's orientation must be ignored in HEIC
// (ISO/IEC 23008-12, 6.5.10).
int decode_heic(const uint8_t *bytes, size_t size, const qix_picture_wish *wish, qix_picture *found) {
  struct heif_context *context = heif_context_alloc();
  if (context == NULL) return QIX_PICTURE_TOO_MUCH;
  struct heif_image_handle *handle = NULL;
  struct heif_image *image = NULL;
  heif_context_set_max_decoding_threads(context, 0);
  int code = QIX_PICTURE_DAMAGED;
  struct heif_error error = heif_context_read_from_memory_without_copy(context, bytes, size, NULL);
  if (error.code == heif_error_Ok) error = heif_context_get_primary_image_handle(context, &handle);
  if (error.code != heif_error_Ok) {
    code = code_of(error);
  } else {
    code = check_size(heif_image_handle_get_width(handle), heif_image_handle_get_height(handle), wish);
    if (code == QIX_PICTURE_OK) {
      error = heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, NULL);
      code = error.code == heif_error_Ok ? copy(image, wish, found) : code_of(error);
    }
  }
  if (image != NULL) heif_image_release(image);
  if (handle != NULL) heif_image_handle_release(handle);
  heif_context_free(context);
  return code;
}
