// OpenVINO's interface in C, as far as reading text takes it: compile a network once, give it pictures of changing
// sizes, take what comes out.
#define _GNU_SOURCE
#define QIX_OCR_BUILD
#include "qix_ocr.h"

#include <dlfcn.h>
#include <openvino/c/openvino.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REQUESTS = 16 };

struct qix_ocr_network {
  ov_compiled_model_t *compiled;
  int32_t count;
  ov_infer_request_t *requests[MOST_REQUESTS];
  // Held until the request is started again, as the request reads and writes them.
  ov_tensor_t *inputs[MOST_REQUESTS];
  ov_tensor_t *outputs[MOST_REQUESTS];
};

static _Thread_local char fault[512];

// OpenVINO's own words, in one line.
static int failed(ov_status_e status) {
  const char *message = ov_get_last_err_msg();
  if (message == NULL || *message == 0) message = ov_get_error_info(status);
  snprintf(fault, sizeof fault, "%s", message ? message : "it failed");
  for (char *at = fault; *at; at++) {
    if ((unsigned char)*at < 0x20) *at = ' ';
  }
  return -1;
}

static int refused(const char *message) {
  snprintf(fault, sizeof fault, "%s", message);
  return -1;
}

int qix_ocr_interface(void) { return QIX_OCR_INTERFACE; }

const char *qix_ocr_fault(void) { return fault; }

int qix_ocr_model_path(const char *name, char *path, int64_t size) {
  Dl_info self;
  if (!dladdr((void *)qix_ocr_interface, &self) || self.dli_fname == NULL) return refused("the library has no path");
  const char *slash = strrchr(self.dli_fname, '/');
  int folder = slash ? (int)(slash - self.dli_fname) : 0;
  int length = snprintf(path, (size_t)size, "%.*s%smodels/%s", folder, self.dli_fname, slash ? "/" : "", name);
  return length < 0 || length >= size ? refused("the path is too long") : 0;
}

// One for the process: it holds the plugins and the threads.
static ov_core_t *core;
static ov_status_e core_status;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_core(void) { core_status = ov_core_create(&core); }

int qix_ocr_load(const char *path, int32_t threads, int32_t requests, qix_ocr_network **loaded) {
  if (threads < 1 || requests < 1 || requests > MOST_REQUESTS) return refused("so many can't be had");
  pthread_once(&once, make_core);
  if (core_status != OK) return failed(core_status);
  qix_ocr_network *network = calloc(1, sizeof *network);
  if (network == NULL) return refused("no memory");
  char thread_count[16], stream_count[16];
  snprintf(thread_count, sizeof thread_count, "%d", threads);
  snprintf(stream_count, sizeof stream_count, "%d", requests);
  // Kernels of shapes that were met before are not kept: it spares no time, and the pictures' sizes, so how many there
  // are, are a stranger's choice. No precision is asked for: processors that multiply bfloat16 take less time and
  // read as well (docs/decisions/0057-reading-text.md); all others take floats.
  ov_status_e status = ov_core_compile_model_from_file(
      core, path, "CPU", 8, &network->compiled, ov_property_key_hint_performance_mode,
      requests > 1 ? "THROUGHPUT" : "LATENCY", ov_property_key_num_streams, stream_count,
      ov_property_key_inference_num_threads, thread_count, "CPU_RUNTIME_CACHE_CAPACITY", "0");
  for (int32_t i = 0; status == OK && i < requests; i++) {
    status = ov_compiled_model_create_infer_request(network->compiled, &network->requests[i]);
    network->count = i + 1;
  }
  if (status != OK) {
    int result = failed(status);
    qix_ocr_close(network);
    return result;
  }
  *loaded = network;
  return 0;
}

static void release(qix_ocr_network *network, int32_t request) {
  if (network->inputs[request]) ov_tensor_free(network->inputs[request]);
  if (network->outputs[request]) ov_tensor_free(network->outputs[request]);
  network->inputs[request] = network->outputs[request] = NULL;
}

int qix_ocr_start(qix_ocr_network *network, int32_t request, float *input, int64_t height, int64_t width) {
  if (request < 0 || request >= network->count) return refused("there is no such request");
  release(network, request);
  int64_t dimensions[4] = {1, 3, height, width};
  ov_shape_t shape;
  ov_status_e status = ov_shape_create(4, dimensions, &shape);
  if (status != OK) return failed(status);
  status = ov_tensor_create_from_host_ptr(F32, shape, input, &network->inputs[request]);
  ov_shape_free(&shape);
  if (status == OK) status = ov_infer_request_set_input_tensor(network->requests[request], network->inputs[request]);
  if (status == OK) status = ov_infer_request_start_async(network->requests[request]);
  return status == OK ? 0 : failed(status);
}

int qix_ocr_wait(qix_ocr_network *network, int32_t request, const float **output, int64_t dimensions[4]) {
  if (request < 0 || request >= network->count) return refused("there is no such request");
  ov_status_e status = ov_infer_request_wait(network->requests[request]);
  if (status == OK) status = ov_infer_request_get_output_tensor_by_index(network->requests[request], 0, &network->outputs[request]);
  if (status != OK) return failed(status);
  ov_tensor_t *tensor = network->outputs[request];
  ov_element_type_e type;
  if ((status = ov_tensor_get_element_type(tensor, &type)) != OK) return failed(status);
  if (type != F32) return refused("its output is of another kind");
  ov_shape_t shape;
  if ((status = ov_tensor_get_shape(tensor, &shape)) != OK) return failed(status);
  int64_t rank = shape.rank;
  for (int64_t i = 0; i < 4; i++) dimensions[i] = i < 4 - rank ? 1 : shape.dims[i - (4 - rank)];
  ov_shape_free(&shape);
  if (rank > 4) return refused("its output has too many dimensions");
  void *data = NULL;
  if ((status = ov_tensor_data(tensor, &data)) != OK) return failed(status);
  *output = data;
  return 0;
}

void qix_ocr_close(qix_ocr_network *network) {
  for (int32_t i = 0; i < network->count; i++) {
    release(network, i);
    if (network->requests[i]) ov_infer_request_free(network->requests[i]);
  }
  if (network->compiled) ov_compiled_model_free(network->compiled);
  free(network);
}
