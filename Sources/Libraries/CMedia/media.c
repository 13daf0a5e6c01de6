#define _GNU_SOURCE
#define QIX_MEDIA_BUILD
#include "qix_media.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/log.h>

int qix_media_interface(void) { return QIX_MEDIA_INTERFACE; }

// --- Reading ----------------------------------------------------------------------------------------------------------

typedef struct {
  int file;
  int64_t size;
  int64_t bytes_left;
  int64_t deadline;
  int is_exhausted;
} source;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int is_over(void *opaque) {
  source *from = opaque;
  if (from->bytes_left <= 0 || now() > from->deadline) from->is_exhausted = 1;
  return from->is_exhausted;
}

static int read_some(void *opaque, uint8_t *bytes, int count) {
  source *from = opaque;
  if (is_over(from)) return AVERROR_EXIT;
  ssize_t got;
  do {
    got = read(from->file, bytes, (size_t)count);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return AVERROR(errno);
  from->bytes_left -= got;
  return got == 0 ? AVERROR_EOF : (int)got;
}

static int64_t seek_to(void *opaque, int64_t offset, int whence) {
  source *from = opaque;
  if (whence == AVSEEK_SIZE) return from->size;
  off_t place = lseek(from->file, offset, whence & ~AVSEEK_FORCE);
  return place < 0 ? AVERROR(errno) : place;
}

// Containers can name other files and addresses; none of them is opened.
static int open_nothing(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
  (void)context, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

static void copy(char *place, size_t size, const char *text) { snprintf(place, size, "%s", text == NULL ? "" : text); }

// The length of a stream or a container in milliseconds; 0 where it is not said.
static int64_t milliseconds(int64_t duration, AVRational unit) {
  if (duration == AV_NOPTS_VALUE || duration <= 0 || unit.num <= 0 || unit.den <= 0) return 0;
  return av_rescale_q_rnd(duration, unit, (AVRational){1, 1000}, AV_ROUND_DOWN | AV_ROUND_PASS_MINMAX);
}

static int describe(const AVFormatContext *context, qix_media *found) {
  const AVStream *video = NULL;
  for (unsigned index = 0; index < context->nb_streams; index++) {
    const AVStream *stream = context->streams[index];
    // The cover of a song is a video stream to the library.
    if (stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO && !(stream->disposition & AV_DISPOSITION_ATTACHED_PIC)) {
      if (video == NULL) video = stream;
    } else if (stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) {
      found->has_sound = 1;
    }
  }
  // A file that was cut short has lost its table of streams.
  if (context->nb_streams == 0) return QIX_MEDIA_DAMAGED;
  if (video == NULL) return QIX_MEDIA_NO_VIDEO;
  copy(found->container, sizeof found->container, context->iformat->name);
  copy(found->codec, sizeof found->codec, avcodec_get_name(video->codecpar->codec_id));
  found->width = video->codecpar->width;
  found->height = video->codecpar->height;
  // The picture's own length comes first: sound may go on behind its end.
  found->milliseconds = milliseconds(video->duration, video->time_base);
  if (found->milliseconds <= 0) found->milliseconds = milliseconds(context->duration, AV_TIME_BASE_Q);
  return found->milliseconds > 0 ? QIX_MEDIA_OK : QIX_MEDIA_NO_LENGTH;
}

// Separates what is taken from the hundreds of formats that the library knows.
static const char containers[] = "mov,mp4,matroska,webm,avi,ogg";

static int open_header(source *from, AVFormatContext *context, qix_media *found) {
  const AVInputFormat *format = NULL;
  int result = av_probe_input_buffer2(context->pb, &format, "", NULL, 0, 1 << 20);
  if (result < 0 || format == NULL || !av_match_list(format->name, containers, ',')) {
    avformat_free_context(context);
    return from->is_exhausted ? QIX_MEDIA_TOO_MUCH : QIX_MEDIA_NO_MEDIA;
  }
  // Reads the header alone: no packet is looked at, and nothing is decoded. Frees the context where it fails.
  result = avformat_open_input(&context, NULL, format, NULL);
  if (result < 0) {
    return from->is_exhausted || result == AVERROR(ENOMEM) ? QIX_MEDIA_TOO_MUCH : QIX_MEDIA_DAMAGED;
  }
  int code = describe(context, found);
  avformat_close_input(&context);
  return code;
}

static int probe(source *from, AVFormatContext *context, qix_media *found) {
  const int size = 1 << 15;
  uint8_t *buffer = av_malloc(size);
  AVIOContext *io = buffer == NULL ? NULL : avio_alloc_context(buffer, size, 0, from, read_some, NULL, seek_to);
  if (io == NULL) {
    av_free(buffer);
    avformat_free_context(context);
    return QIX_MEDIA_FAILED;
  }
  context->pb = io;
  context->flags |= AVFMT_FLAG_CUSTOM_IO;
  context->io_open = open_nothing;
  context->interrupt_callback = (AVIOInterruptCB){is_over, from};
  context->max_streams = 64;
  context->format_whitelist = av_strdup(containers);
  context->protocol_whitelist = av_strdup("none");
  int code = open_header(from, context, found);
  av_freep(&io->buffer);
  avio_context_free(&io);
  return code;
}

int qix_media_probe(int file, int64_t most_bytes, int64_t most_milliseconds, qix_media *found) {
  memset(found, 0, sizeof *found);
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || lseek(file, 0, SEEK_SET) != 0) return QIX_MEDIA_FAILED;
  if (status.st_size == 0) return QIX_MEDIA_NO_MEDIA;
  av_log_set_level(AV_LOG_QUIET);
  source from = {file, status.st_size, most_bytes, now() + most_milliseconds, 0};
  AVFormatContext *context = avformat_alloc_context();
  return context == NULL ? QIX_MEDIA_FAILED : probe(&from, context, found);
}
