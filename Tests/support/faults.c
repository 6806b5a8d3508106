// Loaded before the C library: has the n-th call of a kind fail, and shifts the time of day.
//
//     FAULT_CALL   which call: open, mkdir, flock, fsync, rename, pwrite, pread, unlink
//     FAULT_ERROR  its errno
//     FAULT_WHEN   which one of them fails, from 1; all others pass
//     FAULT_BELOW  only calls on paths that begin so are counted
//     FAULT_SEEN   a file that is made once it has failed
//     FAULT_CLOCK  a file that holds the seconds by which the time of day is shifted
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_int calls;

static bool fails(const char *call, const char *path) {
  const char *wanted = getenv("FAULT_CALL"), *below = getenv("FAULT_BELOW");
  if (!wanted || !below || strcmp(wanted, call) || strncmp(path, below, strlen(below))) return false;
  if (atomic_fetch_add(&calls, 1) + 1 != atoi(getenv("FAULT_WHEN"))) return false;
  syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, getenv("FAULT_SEEN"), O_CREAT | O_WRONLY, 0644));
  errno = atoi(getenv("FAULT_ERROR"));
  return true;
}

static bool fails_on(const char *call, int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = syscall(SYS_readlink, link, path, sizeof path - 1);
  if (length < 0) return false;
  path[length] = 0;
  return fails(call, path);
}

#define OPENING(name)                                            \
  int name(const char *path, int flags, ...) {                   \
    va_list more;                                                \
    va_start(more, flags);                                       \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;    \
    va_end(more);                                                \
    return fails("open", path) ? -1 : NEXT(name)(path, flags, mode); \
  }
OPENING(open)
OPENING(open64)

#define WRITING(name, offset_type)                                             \
  ssize_t name(int file, const void *bytes, size_t count, offset_type place) { \
    return fails_on("pwrite", file) ? -1 : NEXT(name)(file, bytes, count, place); \
  }
WRITING(pwrite, off_t)
WRITING(pwrite64, off64_t)

#define READING(name, offset_type)                                       \
  ssize_t name(int file, void *bytes, size_t count, offset_type place) { \
    return fails_on("pread", file) ? -1 : NEXT(name)(file, bytes, count, place); \
  }
READING(pread, off_t)
READING(pread64, off64_t)

int mkdir(const char *path, mode_t mode) {
  return fails("mkdir", path) ? -1 : NEXT(mkdir)(path, mode);
}

int flock(int file, int operation) {
  static int (*next)(int, int);
  if (!next) next = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
  return fails_on("flock", file) ? -1 : next(file, operation);
}

int fsync(int file) { return fails_on("fsync", file) ? -1 : NEXT(fsync)(file); }

int rename(const char *old, const char *new) {
  return fails("rename", old) ? -1 : NEXT(rename)(old, new);
}

int unlink(const char *path) { return fails("unlink", path) ? -1 : NEXT(unlink)(path); }

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  const char *shift = getenv("FAULT_CLOCK");
  if (result || !shift || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  char text[32] = {0};
  int file = (int)syscall(SYS_openat, AT_FDCWD, shift, O_RDONLY);
  if (file < 0) return result;
  if (syscall(SYS_read, file, text, sizeof text - 1) > 0) time->tv_sec += atol(text);
  syscall(SYS_close, file);
  return result;
}
