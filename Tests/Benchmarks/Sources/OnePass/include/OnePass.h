#pragma once

#include <stddef.h>
#include <stdint.h>

/// What one pass over a file finds.
struct one_pass_sums {
  uint64_t events;
  uint64_t ticks;
};

/// Walks once over the bytes of a Standard MIDI File: delta times, statuses, running status, data, meta events and
/// packets. It keeps nothing but two sums, and checks nothing but the file's end: the bound for what can be read at
/// all.
struct one_pass_sums one_pass(const uint8_t *bytes, size_t count);
