// Counts the edges of the control flow that a program takes: a measure of work that is the same on every machine.

#include "Work.h"

static uint64_t edges;

// libFuzzer defines this function too; the linker's --wrap prefers this one. It would call itself if it were
// instrumented.
__attribute__((no_sanitize("address", "coverage"))) void __wrap___sanitizer_cov_trace_pc(void) { edges++; }

uint64_t work_count(void) { return edges; }
