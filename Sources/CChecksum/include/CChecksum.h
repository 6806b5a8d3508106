// The processor's CRC-32C instruction, which Swift cannot name. The loop is here because a
// function for another instruction set is never inlined: one call a buffer, not one a word.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// The compiler's builtin, as the intrinsics of nmmintrin.h are not emitted for Swift.
#if defined(__x86_64__)

static inline bool pyramidion_has_crc32c(void) { return __builtin_cpu_supports("sse4.2"); }

__attribute__((target("sse4.2"))) static inline uint32_t pyramidion_crc32c_words(
    uint32_t crc, const void *bytes, size_t words) {
  const char *next = (const char *)bytes;
  uint64_t state = crc;
  for (size_t i = 0; i < words; i++, next += 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    state = __builtin_ia32_crc32di(state, word);
  }
  return (uint32_t)state;
}

#else

static inline bool pyramidion_has_crc32c(void) { return false; }

static inline uint32_t pyramidion_crc32c_words(uint32_t crc, const void *bytes, size_t words) {
  (void)bytes;
  (void)words;
  return crc;
}

#endif
