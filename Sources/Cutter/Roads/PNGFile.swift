import Decoding
import PNGRows
import Posix

/// A PNG source as its rows are read: from any place on, whoever else reads the same file.
final class PNGFile {
  private let descriptor: FileDescriptor

  init(_ opened: OpenSource) throws {
    descriptor = try opened.source.openedAnywhere()
  }

  func header() throws -> PNGHeader { try PNGHeader(of: read) }

  /// What its head says of its colors, where they are not sRGB; nil where a profile tells them.
  var otherColors: PNGColors? { PNGColors.other(than: read) }

  /// Begins to read rows, from the first one on.
  func reader() throws -> PNGReader { try PNGReader(of: read) }

  private func read(at place: Int64, into buffer: inout MutableRawSpan) throws -> Int {
    try descriptor.read(at: place, into: &buffer)
  }
}
