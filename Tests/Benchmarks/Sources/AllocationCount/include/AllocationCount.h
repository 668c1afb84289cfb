#pragma once

#include <stdint.h>

/// How often this process has asked for memory: calls of malloc, calloc, realloc, reallocarray, posix_memalign,
/// aligned_alloc and memalign.
///
/// A program that is linked with this has them in itself, where all of its libraries find them before the C library's,
/// which do the work.
uint64_t allocation_count(void);
