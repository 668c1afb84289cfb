#pragma once
#include <alsa/asoundlib.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <time.h>

// glibc declares ppoll, which waits for the sequencer's descriptors with a timeout in nanoseconds, only for
// programs that define _GNU_SOURCE. Swift's importer doesn't.
extern int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
                 const sigset_t *signals);
