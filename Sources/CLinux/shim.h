#pragma once

// glibc declares renameat2 only for programs that define _GNU_SOURCE, which Swift's importer doesn't. The values
// are the kernel's (linux/fs.h).
extern int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path,
                     unsigned int flags);

static const unsigned int LINUX_RENAME_NOREPLACE = 1;
static const unsigned int LINUX_RENAME_EXCHANGE = 2;

// A file without a name (open(2)). glibc declares it under the same condition.
#include <fcntl.h>
static const int LINUX_O_TMPFILE = 020000000 | O_DIRECTORY;
// openat is variadic, which Swift can't call.
static inline int linux_create_file(int folder, const char *path, mode_t mode) {
  return openat(folder, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}
// Memory with a descriptor (memfd_create(2)), likewise.
static inline int linux_create_memory(const char *name) {
  extern long syscall(long number, ...);
  return (int)syscall(319, name, 1 /* MFD_CLOEXEC */);
}
// A descriptor that only names a file or folder (open(2)), likewise.
static const int LINUX_O_PATH = 010000000;

// Process descriptors, which never refer to a different process with a reused ID. glibc has had them since 2.36.
// syscall is variadic, which Swift can't call.

static inline int linux_pidfd_open(int process) {
  extern long syscall(long number, ...);
  return (int)syscall(434, process, 0);
}

static inline int linux_pidfd_send_signal(int descriptor, int signal) {
  extern long syscall(long number, ...);
  return (int)syscall(424, descriptor, signal, 0, 0);
}

// Swift's Glibc module omits them.
#include <sys/epoll.h>
#include <sys/eventfd.h>

// For the simulated machine, whose first process mounts, loads modules, starts a program, and turns the power off.
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/sysmacros.h>
#include <grp.h>
#include <linux/netlink.h>
#include <spawn.h>
#include <termios.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

// glibc declares these only for programs that define _GNU_SOURCE.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int sync_file_range(int descriptor, __off64_t offset, __off64_t length, unsigned int flags);
extern int pipe2(int descriptors[2], int flags);
#include <poll.h>
extern int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
extern int accept4(int descriptor, void *address, socklen_t *length, int flags);
static const short LINUX_POSIX_SPAWN_SETSID = 0x80;

static inline int linux_finit_module(int descriptor, const char *parameters) {
  extern long syscall(long number, ...);
  return (int)syscall(313, descriptor, parameters, 0);
}

// For the simulated machine, whose command mustn't reach the files of this computer.

// Opens a folder for use as a path, and fails if a part of its path is a symbolic link (openat2(2)).
static inline int linux_open_real_folder(const char *path) {
  extern long syscall(long number, ...);
  unsigned long long how[3] = {010000000 | O_DIRECTORY | O_CLOEXEC, 0, 4};  // O_PATH, RESOLVE_NO_SYMLINKS
  return (int)syscall(437, AT_FDCWD, path, how, sizeof how);
}

// Makes the current folder the root. The old root covers the new one until it is unmounted (pivot_root(2)).
static inline int linux_make_current_folder_root(void) {
  extern long syscall(long number, ...);
  return (int)syscall(155, ".", ".");
}

// Lets no program that this thread starts gain more than the given capabilities, a bit for each (capabilities(7)).
// Returns -1 on failure.
static inline int linux_limit_capabilities(unsigned long long allowed) {
  extern long syscall(long number, ...);
  if (syscall(157, 38, 1, 0, 0, 0) != 0) return -1;  // PR_SET_NO_NEW_PRIVS
  for (int capability = 0; syscall(157, 23, capability, 0, 0, 0) >= 0; capability++)  // PR_CAPBSET_READ
    if (!(allowed >> capability & 1) && syscall(157, 24, capability, 0, 0, 0) != 0) return -1;  // PR_CAPBSET_DROP
  return 0;
}

// Closes the memory and the descriptors of this process to the user's other processes (PR_SET_DUMPABLE).
static inline int linux_deny_inspection(void) {
  extern long syscall(long number, ...);
  return (int)syscall(157, 4, 0, 0, 0, 0);
}

// Restricts a process and its future children to one processor (sched_setaffinity(2)). Returns -1 on failure.
static inline int linux_stay_on_processor(int process, int processor) {
  extern long syscall(long number, ...);
  unsigned long mask[16] = {0};
  if (processor < 0 || processor >= 1024) return -1;
  mask[processor / 64] = 1UL << processor % 64;
  return (int)syscall(203, process, sizeof mask, mask);
}

// ioctl is variadic, which Swift can't call.

static inline int linux_get_window_size(int terminal, struct winsize *size) {
  return ioctl(terminal, TIOCGWINSZ, size);
}

static inline int linux_set_window_size(int terminal, const struct winsize *size) {
  return ioctl(terminal, TIOCSWINSZ, size);
}

// A program's terminal. glibc declares these only for programs that define _XOPEN_SOURCE or _GNU_SOURCE.
extern int posix_openpt(int flags);
extern int grantpt(int terminal);
extern int unlockpt(int terminal);
extern int ptsname_r(int terminal, char *name, size_t size);

// The name by which this program was started. Swift reads it from /proc, which isn't mounted for the first process.
static inline const char *linux_program_name(void) {
  extern char *program_invocation_name;
  return program_invocation_name;
}

// Loads the code of this program's file into memory (MADV_POPULATE_READ, since Linux 5.14).
static inline int linux_load_code(void) {
  extern int madvise(void *start, size_t size, int advice);
  extern char __executable_start[], etext[];
  char *start = (char *)((unsigned long)__executable_start & ~4095UL);
  return madvise(start, (size_t)(etext - start), 22);
}

// glibc's settings of malloc (mallopt(3)), whose header Swift's module of glibc leaves out.
extern int mallopt(int parameter, int value);

// Swift code can't read a mutable global variable of C.
static inline char **linux_environment(void) {
  extern char **environ;
  return environ;
}

// The initial stack: the number of arguments and their addresses (System V ABI, "Process Initialization"). glibc's
// loader exports its address without a declaration.
static inline const long *linux_initial_stack(void) {
  extern void *__libc_stack_end;
  return (const long *)__libc_stack_end;
}

#include <poll.h>
#include <signal.h>
#include <time.h>
// glibc declares ppoll, which waits with a timeout in nanoseconds, only for
// programs that define _GNU_SOURCE. Swift's importer doesn't.
extern int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
                 const sigset_t *signals);
