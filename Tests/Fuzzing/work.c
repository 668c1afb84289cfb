// Counts the edges of the control flow that a program takes: a measure of work that is the same on every machine.

#include <stdint.h>

static uint64_t edges;

// libFuzzer defines this function too; the linker's --wrap prefers this one.
void __wrap___sanitizer_cov_trace_pc(void) { edges++; }

/// The number of edges since the start of the process.
uint64_t work_count(void) { return edges; }
