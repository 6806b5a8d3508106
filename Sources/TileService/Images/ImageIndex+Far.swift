import HTTPWire
import Posix
import PyramidFile
import PyramidFormat
import Sources

/// What lies elsewhere.
extension ImageIndex {
  /// What tells where tiles lie, in bytes: so much is fetched before the first one is.
  private static let longestIndex = 64 << 20

  /// Fetches all that tells where tiles lie: from then on, nobody who looks for one waits for the
  /// network.
  ///
  /// - Parameters:
  ///   - pyramid: of a source that may lie elsewhere.
  ///   - source: the open file.
  ///   - path: what it was asked for as.
  /// - Throws: why it can't be had.
  func bringIndex(
    of pyramid: Pyramid, _ source: SourceRoot.Source, at path: [UInt8]
  ) throws(NotServed) {
    guard let far = source.file.far else { return }
    let ranges = pyramid.indexRanges
    let length = ranges.reduce(0) { $0 + $1.count }
    guard length <= Self.longestIndex else {
      throw NotServed(
        .unprocessable,
        "where its tiles lie takes \(length) bytes to tell; cut it, or copy it here")
    }
    do {
      try far.bring(ranges, .index)
      try pyramid.readIndex()
    } catch let error as FileError {
      throw unreadable(path, error)
    } catch {
      if let failure = (error as? TIFFError)?.fileError { throw unreadable(path, failure) }
      throw .damaged(adopted: "\(error)")
    }
  }

  /// Whether what lies elsewhere has changed: it is to be opened anew then.
  func isOutdated(_ image: OpenImage) -> Bool {
    guard image.far != nil, !image.isCurrent else { return false }
    forget(image)
    return true
  }
}

extension OpenImage {
  /// What has to come before a part of the pyramid's file can be read.
  ///
  /// - Parameter range: of bytes.
  /// - Returns: nil where it is here.
  func missing(_ range: Range<Int64>) -> Range<Int64>? {
    guard let far, !far.holds(range) else { return nil }
    return range
  }
}
