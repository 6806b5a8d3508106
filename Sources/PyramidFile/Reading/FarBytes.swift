package import Posix

/// The bytes of a file that lies elsewhere: they come when they are first wanted, and stay in its copy
/// here.
package protocol FarBytes: AnyObject, Sendable {
  /// What it is called for ever, however it is reached.
  var canonicalName: [UInt8] { get }
  /// What tells its states apart, in the words of who keeps it.
  var tag: [UInt8] { get }
  /// Whether it still is what was copied.
  var watch: any SourceWatch { get }
  /// Whether the copy made room for others: who has it open reads on, and nobody finds it again.
  var isGivenUp: Bool { get }

  /// Whether all of it is here.
  var isWhole: Bool { get }

  /// Whether a part is here; never waits.
  func holds(_ range: Range<Int64>) -> Bool

  /// Waits until parts are here.
  ///
  /// - Parameters:
  ///   - ranges: what lies beyond the end is left out.
  ///   - urgency: who waits for them.
  /// - Throws: why they can't be had.
  func bring(_ ranges: [Range<Int64>], _ urgency: FarUrgency) throws(FileError)
}

/// What bytes that lie elsewhere are wanted for.
package enum FarUrgency: Sendable {
  /// Somebody looks at them.
  case tile
  /// They tell where others lie.
  case index
  /// All of them are wanted.
  case download
}

/// Knows whether a source is still what it was when it was opened.
package protocol SourceWatch: AnyObject, Sendable {
  /// As far as is known; never waits.
  var isCurrent: Bool { get }
}
