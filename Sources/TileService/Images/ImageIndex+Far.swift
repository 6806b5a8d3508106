import HTTPWire
import Posix
import PyramidFile
import PyramidFormat
import Sources

/// What lies elsewhere.
extension ImageIndex {
  /// What tells where tiles lie, in bytes: so much is fetched before the first one is.
  private static let longestIndex = 64 << 20

  /// Fetches all that tells where tiles lie, and makes sure that it is what was written: from then
  /// on, nobody who looks for a tile waits for the network.
  ///
  /// - Parameters:
  ///   - pyramid: of a file that may lie elsewhere.
  ///   - file: the open file.
  ///   - path: what it was asked for as.
  ///   - isStored: whether it is of the store, and no source.
  /// - Returns: whether it is whole; where not, the copy of it is let go of.
  /// - Throws: why it can't be had.
  func bringIndex(
    of pyramid: Pyramid, in file: LocalFile, at path: [UInt8], isStored: Bool
  ) throws(NotServed) -> Bool {
    guard let far = file.far else { return true }
    func refusal(_ error: FileError) -> NotServed {
      isStored ? pyramidUnreadable(path, error) : unreadable(path, error)
    }
    // Ours has nothing but its index before its first tile, with a checksum of all of it.
    let ranges = pyramid.index.map { [0..<Int64(clamping: $0.length)] } ?? pyramid.indexRanges
    let length = ranges.reduce(0) { $0 + $1.count }
    guard length <= Self.longestIndex else {
      throw NotServed(
        .unprocessable,
        "where its tiles lie takes \(length) bytes to tell; cut it, or copy it here")
    }
    do {
      try far.bring(ranges, .index)
      // Another program's has no checksum; whatever is of the store has one.
      guard try pyramid.hasIntactIndex() ?? !isStored else {
        far.discard()
        return false
      }
      try pyramid.readIndex()
      return true
    } catch let error as FileError {
      throw refusal(error)
    } catch {
      if let failure = (error as? TIFFError)?.fileError { throw refusal(failure) }
      throw .damaged(adopted: "\(error)")
    }
  }

  /// The image that has taken the place of one that could not be read on; nil where that has not
  /// changed, or none has.
  func successor(of image: OpenImage) -> OpenImage? {
    guard !image.isCurrent else { return nil }
    open.forget(image)
    guard case .image(let other) = find(image.path) else { return nil }
    return other
  }
}
