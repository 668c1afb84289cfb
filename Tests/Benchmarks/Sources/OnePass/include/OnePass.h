#pragma once

#include <stddef.h>
#include <stdint.h>

/// The result of one pass over a file.
struct one_pass_sums {
  uint64_t events;
  uint64_t ticks;
};

/// Walks once over the bytes of a Standard MIDI File: delta times, statuses, running status, data, meta events and
/// packets. It only keeps two sums and checks the file's end, which is the upper bound of the speed of reading.
struct one_pass_sums one_pass(const uint8_t *bytes, size_t count);
