#include "OnePass.h"

static uint32_t quantity(const uint8_t **next, const uint8_t *end) {
  uint32_t value = 0;
  while (*next < end) {
    uint8_t byte = *(*next)++;
    value = value << 7 | (byte & 0x7F);
    if (byte < 0x80) break;
  }
  return value;
}

static void track(const uint8_t *next, const uint8_t *end, struct one_pass_sums *sums) {
  uint8_t running = 0;
  while (next < end) {
    sums->ticks += quantity(&next, end);
    if (next == end) return;
    uint8_t status = *next;
    if (status < 0x80) {
      status = running;
    } else {
      next++;
    }
    if (status < 0xF0) {
      running = status;
      next += (status & 0xE0) == 0xC0 ? 1 : 2;
    } else {
      if (status == 0xFF) {
        if (next < end && *next == 0x2F) return;
        next++;
      }
      uint32_t length = quantity(&next, end);
      if (length > (size_t)(end - next)) return;
      next += length;
    }
    sums->events++;
  }
}

static uint32_t integer(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

struct one_pass_sums one_pass(const uint8_t *bytes, size_t count) {
  struct one_pass_sums sums = {0, 0};
  size_t position = 0;
  while (position + 8 <= count) {
    uint32_t type = integer(bytes + position), length = integer(bytes + position + 4);
    position += 8;
    if (length > count - position) length = (uint32_t)(count - position);
    if (type == 0x4D54726B) track(bytes + position, bytes + position + length, &sums);
    position += length;
  }
  return sums;
}
