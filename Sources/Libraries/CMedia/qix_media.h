#ifndef QIX_MEDIA_H
#define QIX_MEDIA_H

// The header of a video file, by FFmpeg's libavformat behind an interface of our own. scripts/late.sh makes
// libqix-media.so of media.c, which qix loads when it first looks at a video (docs/decisions/0015-late-libraries.md).

#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_MEDIA_INTERFACE = 2 };

enum {
  QIX_MEDIA_OK = 0,
  // No container that is taken: MP4, Matroska, AVI, Ogg.
  QIX_MEDIA_NO_MEDIA = 1,
  // Sound or subtitles, and no moving picture.
  QIX_MEDIA_NO_VIDEO = 2,
  // Its header doesn't say how long it is.
  QIX_MEDIA_NO_LENGTH = 3,
  // Its header takes more bytes or more time than is allowed.
  QIX_MEDIA_TOO_MUCH = 4,
  // The container is one that is taken, and what is in it can't be read.
  QIX_MEDIA_DAMAGED = 5,
  QIX_MEDIA_FAILED = 6,
};

// Texts end with a NUL.
typedef struct {
  int64_t milliseconds;
  int32_t width;
  int32_t height;
  int32_t has_sound;
  char container[32];
  char codec[32];
} qix_media;

// The functions of libqix-media.so; the program looks them up by name.
#if defined(QIX_MEDIA_BUILD)
#define QIX_MEDIA_EXPORT __attribute__((visibility("default")))

QIX_MEDIA_EXPORT int qix_media_interface(void);

// Reads the header of an open file, from its beginning. Opens nothing, neither files nor connections.
QIX_MEDIA_EXPORT int qix_media_probe(int file, int64_t most_bytes, int64_t most_milliseconds, qix_media *found);
#endif

#endif
