#ifndef QIX_PICTURE_PARTS_H
#define QIX_PICTURE_PARTS_H

#define QIX_PICTURE_BUILD
#include "qix_picture.h"

// Declarations shared by the decoders. Each returns one of QIX_PICTURE_….

typedef int decoder(const uint8_t *bytes, size_t size, const qix_picture_wish *wish, qix_picture *found);
decoder decode_jpeg, decode_png, decode_webp, decode_heic;

// Whether a header's picture may be decoded.
int check_size(int64_t width, int64_t height, const qix_picture_wish *wish);

// Memory for a picture; its size was checked.
int make_picture(int32_t width, int32_t height, int32_t channels, qix_picture *made);
void drop_picture(qix_picture *picture);

// The orientation that an EXIF block (TIFF, without "Exif\0\0") names; 1 where it names none.
int exif_orientation(const uint8_t *bytes, size_t size);

// Shrinks to the wish's longest side, averaging areas.
int shrink(qix_picture *picture, const qix_picture_wish *wish);

// Turns upright: EXIF 2.32, tag 0x0112, 1 to 8.
int orient(qix_picture *picture, int orientation);

// A row of red, green, blue and alpha on white, as many channels as asked for.
void flatten_row(const uint8_t *rgba, int32_t width, int32_t channels, uint8_t *out);

// Grey of a colour by ITU-R BT.601, as JPEG's Y is.
static inline uint8_t grey_of(unsigned red, unsigned green, unsigned blue) {
  return (uint8_t)((red * 19595 + green * 38470 + blue * 7471 + 32768) >> 16);
}

#endif
