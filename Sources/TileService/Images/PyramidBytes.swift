import Posix
import PyramidFile

/// Where the bytes of an open pyramid are.
///
/// An enum and no protocol: each stored tile asks it, and pays no more than a comparison for that.
enum PyramidBytes: Sendable {
  /// All of them in a file of this machine.
  case here
  /// In the copy of a file that lies elsewhere, which fills as they are wanted.
  case copied(any FarBytes)

  init(of file: LocalFile) { self = file.far.map { .copied($0) } ?? .here }

  /// Whether nobody has to wait for any of them.
  var areAllHere: Bool {
    switch self {
    case .here: true
    case .copied(let far): far.isWhole
    }
  }

  /// Whether the copy has made room for others.
  var areGivenUp: Bool {
    switch self {
    case .here: false
    case .copied(let far): far.isGivenUp
    }
  }

  /// Whether the copy has made room for others, or is of what is no longer there.
  var areLost: Bool {
    switch self {
    case .here: false
    case .copied(let far): far.isGivenUp || !far.watch.isCurrent
    }
  }

  /// What has to come before a part of the file can be read.
  ///
  /// - Parameter range: of bytes.
  /// - Returns: nil where it is here.
  func missing(_ range: Range<Int64>) -> Range<Int64>? {
    guard case .copied(let far) = self, !far.holds(range) else { return nil }
    return range
  }

  /// Waits until the tiles that lie in some parts of the file are here.
  ///
  /// - Parameter ranges: of bytes.
  /// - Throws: why they can't be had.
  func bringTiles(in ranges: [Range<Int64>]) throws(FileError) {
    guard case .copied(let far) = self else { return }
    try far.bring(ranges, .tile)
  }
}
