import DecoderChildren
import Posix
import Sources

/// How far a cut has come.
package struct CutProgress: Equatable, Sendable {
  /// The share of tiles that are written, 0 to 1; nil while it waits for its turn.
  package let share: Double?
  /// Images before it.
  package let waiting: Int
  /// Whether there is a preview of it.
  package var hasPreview = false
}
