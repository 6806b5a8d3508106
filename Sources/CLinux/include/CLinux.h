// System calls that Swift's Glibc module leaves out. Glue only: no logic lives here.
#pragma once

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <stdlib.h>
#include <sys/un.h>
#include <unistd.h>

// fcntl() and ioctl() are variadic as well; so is openat() with a mode.
static inline int pyramidion_openat(int directory, const char *path, int flags) {
  return openat(directory, path, flags);
}

// Columns of a terminal; 0 where there is none or it does not say.
static inline int pyramidion_columns(int descriptor) {
  struct winsize size = {0};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// The rest are GNU extensions, which the C library's own module does not show to Swift.
static const int pyramidion_O_PATH = __O_PATH;

static inline int pyramidion_accept4(int listener, struct sockaddr *peer, socklen_t *length,
                                     int flags) {
  return (int)syscall(SYS_accept4, listener, peer, length, flags);
}

static inline void pyramidion_set_heap(int mapped, int kept) {
  mallopt(M_MMAP_THRESHOLD, mapped);
  mallopt(M_TRIM_THRESHOLD, kept);
}

// Out of line of whoever calls: a compiler may leave out a block that nobody looks at.
__attribute__((noinline)) static void *pyramidion_heap_block(size_t bytes) {
  void *volatile block = malloc(bytes);
  return block;
}

// SYNC_FILE_RANGE_WRITE (`linux/fs.h`), for all of the file.
static inline int pyramidion_begin_write_back(int descriptor) {
  return (int)syscall(SYS_sync_file_range, descriptor, 0L, 0L, 2);
}

static inline void pyramidion_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
