/// Why a decoder runs no more.
package enum DecoderEnding: Equatable, Sendable {
  /// Over what it was decoding.
  case crashed(signal: Int32)
  /// Somebody or something killed it, or it never came to run: no fault of a tile's.
  case gone
}
