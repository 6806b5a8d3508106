package import Posix
package import PyramidFile
package import PyramidFormat
import TileGeometry

/// Whether a file is a tiled pyramid already, to be served as it lies.
package enum Adoption {
  /// The coarsest level of a pyramid that is worth adopting, in pixels a side: what rendering an
  /// overview has to read at most.
  static let coarsestSide: Int64 = 8192

  /// The pyramid that a file is, when it is one.
  package static func pyramid(at path: FilePath) throws -> Pyramid? {
    guard try format(of: path) == .tiff else { return nil }
    return try pyramid(in: try LocalFile(path))
  }

  /// The pyramid that a page of an open TIFF file is, when it is one.
  package static func pyramid(in file: LocalFile, page: Int = 1) throws -> Pyramid? {
    do {
      let pyramid = try Pyramid(file, page: page)
      guard let coarsest = pyramid.levels.last else { return nil }
      let side = max(coarsest.size.width, coarsest.size.height)
      return side <= coarsestSide ? pyramid : nil
    } catch is NotAPyramid {
      return nil
    }
  }

  /// What the first bytes say; nil for no image that can be cut.
  package static func format(of path: FilePath) throws -> SourceFormat? {
    let file = try FileDescriptor.open(path, [.reading, .withoutWaiting])
    guard try file.status().kind == .regular else { return nil }
    return try SourceFormat(of: file)
  }
}

extension SourceFormat {
  /// What an open file's first bytes say; nil for no image that can be cut.
  package init?(of file: borrowing FileDescriptor) throws {
    var first = [UInt8](repeating: 0, count: Self.bytesNeeded)
    var span = first.mutableSpan
    var bytes = unsafe span.mutableBytes
    let count = try file.read(at: 0, into: &bytes)
    let head = Array(first.prefix(count))
    // Gzip is a drawing's wrapping and nothing else's: whether it is one, what is inside says.
    guard head.starts(with: [0x1F, 0x8B]) else {
      self.init(firstBytes: head.span)
      return
    }
    let inside = GzipOpening.inflated(head, limit: Self.bytesNeeded)
    guard SourceFormat(firstBytes: inside.span) == .svg else { return nil }
    self = .svg
  }
}
