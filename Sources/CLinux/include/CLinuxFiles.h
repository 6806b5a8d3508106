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
