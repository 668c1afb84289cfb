#pragma once

// glibc declares renameat2 only for programs that define _GNU_SOURCE, which Swift's importer doesn't. The values
// are the kernel's (linux/fs.h).
extern int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path,
                     unsigned int flags);

static const unsigned int LINUX_RENAME_NOREPLACE = 1;
static const unsigned int LINUX_RENAME_EXCHANGE = 2;
