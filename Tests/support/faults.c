// Loaded before the C library: has the n-th call of a kind fail, and shifts clocks.
//
//     FAULT_CALL    which call: open, stat, mkdir, flock, fsync, rename, pwrite, pread, unlink
//     FAULT_ERROR   its errno; 0 for a call that never comes back, as on a disk that is gone
//     FAULT_WHEN    which one of them fails, from 1; 0 for every one
//     FAULT_BELOW   only calls on paths that begin so are counted
//     FAULT_SEEN    a file that is made once it has failed
//     FAULT_PLAN    a file that says all of that but FAULT_SEEN, for processes that live through
//                   several faults: a number that is another for each plan, then WHEN, ERROR, CALL
//                   and BELOW, with a blank between; nothing fails while it is empty
//     FAULT_CLOCK   a file that holds the seconds by which the time of day is shifted
//     FAULT_UPTIME  the same for the clock that never jumps
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

// This library's own calls are never counted.
#define SYSTEM(...) NEXT(syscall)(__VA_ARGS__)

typedef struct { int number, when, error; char call[16], below[4096]; } Plan;

static atomic_int calls, plan_number;

// Fills in text from a file; false where there is none.
static bool contents(const char *path, char *text, size_t size) {
  int file = (int)SYSTEM(SYS_openat, AT_FDCWD, path, O_RDONLY);
  if (file < 0) return false;
  ssize_t count = SYSTEM(SYS_read, file, text, size - 1);
  SYSTEM(SYS_close, file);
  text[count < 0 ? 0 : count] = 0;
  return count > 0;
}

static bool planned(Plan *plan) {
  const char *place = getenv("FAULT_PLAN"), *call = getenv("FAULT_CALL"), *below = getenv("FAULT_BELOW");
  *plan = (Plan){0};
  if (place) {
    char text[4200];
    if (!contents(place, text, sizeof text)) return false;
    return sscanf(text, "%d %d %d %15s %4095s", &plan->number, &plan->when, &plan->error, plan->call,
                  plan->below) == 5;
  }
  if (!call || !below) return false;
  plan->when = atoi(getenv("FAULT_WHEN"));
  plan->error = atoi(getenv("FAULT_ERROR"));
  snprintf(plan->call, sizeof plan->call, "%s", call);
  snprintf(plan->below, sizeof plan->below, "%s", below);
  return true;
}

static bool fails(const char *call, const char *path) {
  Plan plan;
  if (!planned(&plan) || strcmp(plan.call, call) || strncmp(path, plan.below, strlen(plan.below)))
    return false;
  if (atomic_exchange(&plan_number, plan.number) != plan.number) atomic_store(&calls, 0);
  int count = atomic_fetch_add(&calls, 1) + 1;
  if (plan.when && count != plan.when) return false;
  SYSTEM(SYS_close, SYSTEM(SYS_openat, AT_FDCWD, getenv("FAULT_SEEN"), O_CREAT | O_WRONLY, 0644));
  while (!plan.error) pause();
  errno = plan.error;
  return true;
}

// The path of an open file; false where it has none.
static bool path_of(int descriptor, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
#ifdef SYS_readlink
  // The one that decoders' filters refuse without ending them, where there are both.
  ssize_t length = SYSTEM(SYS_readlink, link, path, size - 1);
#else
  ssize_t length = SYSTEM(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
#endif
  if (length < 0) return false;
  path[length] = 0;
  return true;
}

static bool fails_on(const char *call, int descriptor) {
  char path[4096];
  return path_of(descriptor, path, sizeof path) && fails(call, path);
}

// What is opened beneath a folder is opened without a function of the library's own.
long syscall(long number, ...) {
  va_list more;
  va_start(more, number);
  long words[6];
  for (int index = 0; index < 6; index++) words[index] = va_arg(more, long);
  va_end(more);
  char path[8300];
  if (number == SYS_openat2 && path_of((int)words[0], path, 4096)) {
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "/%s", (const char *)words[1]);
    if (fails("open", path)) return -1;
  }
  return SYSTEM(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

int stat(const char *path, struct stat *status) {
  return fails("stat", path) ? -1 : NEXT(stat)(path, status);
}

int lstat(const char *path, struct stat *status) {
  return fails("stat", path) ? -1 : NEXT(lstat)(path, status);
}

int fstat(int file, struct stat *status) {
  return fails_on("stat", file) ? -1 : NEXT(fstat)(file, status);
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
  int result = (int)SYSTEM(SYS_clock_gettime, clock, time);
  bool is_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  bool is_steady = clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE;
  const char *shift = is_day ? getenv("FAULT_CLOCK") : is_steady ? getenv("FAULT_UPTIME") : NULL;
  char text[32];
  if (!result && shift && contents(shift, text, sizeof text)) time->tv_sec += atol(text);
  return result;
}
