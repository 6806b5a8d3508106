// System calls that Swift's Glibc module leaves out. Glue only: no logic lives here.
#pragma once

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// openat2 has no wrapper in this C library, and syscall() is variadic, which Swift can't call.
static inline long pyramidion_openat2(int directory, const char *path, unsigned long long flags,
                                      unsigned long long resolve) {
  struct open_how how = {.flags = flags, .mode = 0, .resolve = resolve};
  return syscall(SYS_openat2, directory, path, &how, sizeof how);
}

// fcntl() and ioctl() are variadic as well; so is openat() with a mode.
static inline int pyramidion_openat(int directory, const char *path, int flags) {
  return openat(directory, path, flags);
}

// The rest are GNU extensions, which the C library's own module does not show to Swift.
static const int pyramidion_O_PATH = __O_PATH;

static inline int pyramidion_accept4(int listener, struct sockaddr *peer, socklen_t *length,
                                     int flags) {
  return (int)syscall(SYS_accept4, listener, peer, length, flags);
}

static inline void pyramidion_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
