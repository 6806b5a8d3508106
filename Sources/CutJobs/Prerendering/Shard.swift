import Digests
import Posix

/// One of several parts of the same list of images: by their names alone, so that hosts that know
/// nothing of each other share the work.
package struct Shard: Equatable, Sendable {
  package static let most = 65_536
  package static let all = Shard(index: 0, count: 1)

  private let index: Int
  private let count: Int

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Nil for a text that names no part.
  ///
  /// - Parameter text: as in `0/3`, the first of three.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      (1...Self.most).contains(count), (0..<count).contains(index)
    else { return nil }
    self.init(index: index, count: count)
  }

  /// Whether an image is of this part.
  ///
  /// - Parameter path: where it lies, as it was given or found; all pages of a document are of one
  ///   part.
  /// - Returns: for exactly one of the parts of one number.
  func holds(_ path: FilePath) -> Bool {
    FNV1a.of(Array(path.bytes)) % UInt64(count) == UInt64(index)
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(index)/\(count)" }
}
