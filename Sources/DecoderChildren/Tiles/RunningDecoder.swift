/// A process that decodes tiles, as the one sees it who had it started.
package protocol RunningDecoder: Sendable {
  /// How it ended by itself; nil while it runs.
  var ending: DecoderEnding? { get }

  /// Kills it if it still runs; it does not take long.
  func end()
}
