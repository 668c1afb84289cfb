#pragma once

#include <stdint.h>

/// Returns the number of edges of the control flow that were taken since the start of the process.
uint64_t work_count(void);
