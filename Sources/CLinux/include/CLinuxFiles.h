// File calls that Swift's Glibc module leaves out or that take variadic arguments.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc 2.36 has no wrapper for openat2.
static inline int pyramidion_openat2(
    int folder, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve) {
  struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

// _GNU_SOURCE is not set for imported headers, so the prototype is missing there.
static inline int pyramidion_start_writeback(int file, int64_t offset, int64_t length) {
  const unsigned int start = 2;  // SYNC_FILE_RANGE_WRITE
  return (int)syscall(SYS_sync_file_range, file, offset, length, start);
}

static inline int pyramidion_rename_without_replacing(
    int from_folder, const char *from, int to_folder, const char *to) {
  const unsigned int no_replace = 1;  // RENAME_NOREPLACE
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, no_replace);
}
