// Arithmetic of whole vectors. Swift takes them apart number by number, and what its compiler makes of
// that again, where rows become columns between, is twice as many instructions.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PYRAMIDION_INLINE static inline __attribute__((always_inline))

typedef int32_t pyramidion_integers __attribute__((ext_vector_type(4)));
typedef float pyramidion_floats __attribute__((ext_vector_type(4)));
typedef uint8_t pyramidion_bytes __attribute__((ext_vector_type(4)));

/// Four by four numbers, by rows or by columns.
typedef struct {
  pyramidion_floats a, b, c, d;
} pyramidion_square;

PYRAMIDION_INLINE pyramidion_floats pyramidion_floats_at(const int32_t *_Nonnull numbers) {
  pyramidion_integers integers;
  memcpy(&integers, numbers, sizeof integers);
  return __builtin_convertvector(integers, pyramidion_floats);
}

PYRAMIDION_INLINE pyramidion_square pyramidion_transposed(pyramidion_square s) {
  pyramidion_floats p = __builtin_shufflevector(s.a, s.b, 0, 4, 1, 5);
  pyramidion_floats q = __builtin_shufflevector(s.c, s.d, 0, 4, 1, 5);
  pyramidion_floats r = __builtin_shufflevector(s.a, s.b, 2, 6, 3, 7);
  pyramidion_floats t = __builtin_shufflevector(s.c, s.d, 2, 6, 3, 7);
  return (pyramidion_square){
      __builtin_shufflevector(p, q, 0, 1, 4, 5), __builtin_shufflevector(p, q, 2, 3, 6, 7),
      __builtin_shufflevector(r, t, 0, 1, 4, 5), __builtin_shufflevector(r, t, 2, 3, 6, 7)};
}

/// The inverse transform of four frequencies, four times side by side.
PYRAMIDION_INLINE pyramidion_square pyramidion_transformed(pyramidion_square s) {
// The same to the last bit on processors that could multiply and add at once.
#pragma STDC FP_CONTRACT OFF
  // The cosine and the sine of pi / 8.
  const float near = 0.92387953f, far = 0.38268343f;
  pyramidion_floats even = s.a + s.c, other = s.a - s.c;
  pyramidion_floats odd = s.b * near + s.d * far;
  pyramidion_floats last = s.b * far - s.d * near;
  return (pyramidion_square){even + odd, other + last, other - last, even - odd};
}

/// Rows of samples, with 12 fraction bits: the inverse transform both ways.
///
/// - sums: sixteen, column by column, with as many fraction bits.
PYRAMIDION_INLINE pyramidion_square pyramidion_samples(const int32_t *_Nonnull sums) {
  pyramidion_square square = {
      pyramidion_floats_at(sums), pyramidion_floats_at(sums + 4), pyramidion_floats_at(sums + 8),
      pyramidion_floats_at(sums + 12)};
  return pyramidion_transformed(pyramidion_transposed(pyramidion_transformed(square)));
}

/// Numbers kept within a byte.
PYRAMIDION_INLINE pyramidion_bytes pyramidion_clamped(pyramidion_integers numbers) {
  numbers = numbers < 0 ? 0 : numbers;
  numbers = numbers > 255 ? 255 : numbers;
  return __builtin_convertvector(numbers, pyramidion_bytes);
}

/// Samples with 12 fraction bits, rounded and kept within a byte.
PYRAMIDION_INLINE pyramidion_bytes pyramidion_rounded(pyramidion_floats samples) {
  // Adding 1.5 * 2^23 of a unit leaves the rounded number in the lower bits of a float.
  pyramidion_floats shifted = samples + 12582912.0f * 4096;
  pyramidion_integers rounded;
  memcpy(&rounded, &shifted, sizeof rounded);
  return pyramidion_clamped(rounded - 0x51400000);
}

/// Writes rows of samples with 12 fraction bits.
///
/// - target: where the first one goes.
/// - stride: bytes from a row to the next.
PYRAMIDION_INLINE void pyramidion_write_square(
    pyramidion_square square, uint8_t *_Nonnull target, ptrdiff_t stride) {
  pyramidion_bytes rows[4] = {
      pyramidion_rounded(square.a), pyramidion_rounded(square.b), pyramidion_rounded(square.c),
      pyramidion_rounded(square.d)};
  for (int row = 0; row < 4; row++) memcpy(target + row * stride, &rows[row], sizeof rows[row]);
}
