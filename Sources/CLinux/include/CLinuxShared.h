// Memory that processes share, and waiting for a word of it to change. Glue only.
#pragma once

#include <linux/futex.h>
#include <linux/memfd.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Linux 6.3 and later: nothing in it can ever be run.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

static const unsigned pyramidion_memory_flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
static const unsigned pyramidion_memory_never_run = MFD_NOEXEC_SEAL;

static inline int pyramidion_memory_file(const char *name, unsigned flags) {
  return (int)syscall(SYS_memfd_create, name, flags);
}

// From now on its size is what it is. fcntl() is variadic, and the seals are GNU extensions.
static inline int pyramidion_seal_size(int descriptor) {
  const int add_seals = 1024 + 9, seal = 1, shrink = 2, grow = 4;
  return (int)syscall(SYS_fcntl, descriptor, add_seals, seal | shrink | grow);
}

static inline uint32_t pyramidion_load(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void pyramidion_store(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

// 0 when woken, or -1 with errno: EAGAIN when the word is another one already, ETIMEDOUT, EINTR.
static inline int pyramidion_wait_while(
    uint32_t *word, uint32_t value, const struct timespec *limit) {
  return (int)syscall(SYS_futex, word, FUTEX_WAIT, value, limit, NULL, 0);
}

static inline int pyramidion_wake(uint32_t *word) {
  return (int)syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}
