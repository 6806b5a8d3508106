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

  /// Whether it was written here before it was put there: none of it came over a network.
  var wasWrittenHere: Bool { get }

  /// Whether all of it is here.
  var isWhole: Bool { get }

  /// Whether a part is here; never waits.
  func holds(_ range: Range<Int64>) -> Bool

  /// Has parts fetched together that are going to be wanted; waits for none of them.
  ///
  /// - Parameters:
  ///   - ranges: what lies beyond the end is left out.
  ///   - urgency: who is going to wait for them.
  /// - Throws: that there is no room for them.
  func order(_ ranges: [Range<Int64>], _ urgency: FarUrgency) throws(FileError)

  /// Waits until parts are here.
  ///
  /// - Parameters:
  ///   - ranges: what lies beyond the end is left out.
  ///   - urgency: who waits for them.
  /// - Throws: why they can't be had.
  func bring(_ ranges: [Range<Int64>], _ urgency: FarUrgency) throws(FileError)

  /// Fetches a part once more, which came otherwise than it was written.
  ///
  /// - Parameters:
  ///   - range: inside the file, and no longer than a tile may be.
  ///   - isIntact: tells whether bytes are those that were written.
  /// - Returns: whether they are: then they have taken the place of what came first.
  /// - Throws: why they can't be had.
  func bringAnew(
    _ range: Range<Int64>, where isIntact: ([UInt8]) -> Bool
  ) throws(FileError) -> Bool

  /// Lets go of a copy whose bytes are of no use: who opens the file next has it fetched anew.
  func discard()

  /// The same of a copy whose disk fails.
  ///
  /// - Parameter error: what the system said.
  func lose(because error: Errno)
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
