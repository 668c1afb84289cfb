#pragma once

// glibc declares renameat2 only for programs that define _GNU_SOURCE, which Swift's importer doesn't. The values
// are the kernel's (linux/fs.h).
extern int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path,
                     unsigned int flags);

static const unsigned int LINUX_RENAME_NOREPLACE = 1;
static const unsigned int LINUX_RENAME_EXCHANGE = 2;

// A file without a name (open(2)), which glibc keeps to itself, too.
#include <fcntl.h>
static const int LINUX_O_TMPFILE = 020000000 | O_DIRECTORY;

// Processes by descriptor, so that a number that was given to another process meanwhile is never meant. glibc has them
// only since 2.36; syscall is variadic, which Swift can't call.

static inline int linux_pidfd_open(int process) {
  extern long syscall(long number, ...);
  return (int)syscall(434, process, 0);
}

static inline int linux_pidfd_send_signal(int descriptor, int signal) {
  extern long syscall(long number, ...);
  return (int)syscall(424, descriptor, signal, 0, 0);
}

// Swift's module of glibc leaves them out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
