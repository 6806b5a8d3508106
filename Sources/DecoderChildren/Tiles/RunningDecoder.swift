/// A process that decodes tiles, as the one sees it who had it started.
package protocol RunningDecoder: Sendable {
  /// How it ended by itself; nil while it runs.
  var ending: DecoderEnding? { get }

  /// Kills it if it still runs; it does not take long.
  func end()
}

/// Why a decoder runs no more.
package enum DecoderEnding: Equatable, Sendable {
  /// Over what it was decoding.
  case crashed(signal: Int32)
  /// Somebody or something killed it, or it never came to run: no fault of a tile's.
  case gone
}
