#pragma once

#include <stdint.h>

/// The number of this process's allocations: calls of malloc, calloc, realloc, reallocarray, posix_memalign,
/// aligned_alloc and memalign.
///
/// A program linked with this defines these functions itself, so that all its libraries use them. They call the C
/// library's functions.
uint64_t allocation_count(void);
