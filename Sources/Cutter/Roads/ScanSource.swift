import Decoding
import JPEGScan
import Pixels
import Posix
import TileGeometry

/// A JPEG source whose scan is read as it is stored.
struct ScanSource {
  private let file: ScanFile
  let header: ScanHeader

  /// - Parameters:
  ///   - opened: the source.
  ///   - road: what its decoder says of it.
  ///   - layout: how coarser levels' planes are to lie.
  /// - Throws: `ScanIrregular` for one that is to be decoded another way, or why it can't be read.
  init(_ opened: OpenSource, as road: RoadSource, layout: PixelLayout) throws {
    file = try ScanFile(opened)
    header = try file.header()
    guard Int64(header.width) == road.stored.width, Int64(header.height) == road.stored.height,
      header.canHave(layout)
    else { throw ScanIrregular("its size or its sampling is told in two ways") }
  }

  /// The scan, from its first byte on.
  var input: some ScanInput { file.input(from: header) }

  /// The scan from another byte on, counted from its first one.
  func input(at offset: Int) -> some ScanInput { file.input(from: header, at: offset) }
}

/// A source as its scan is read: from a place on, whoever else reads the same file.
private final class ScanFile {
  private let descriptor: FileDescriptor

  /// Heads beyond this are no photograph's: their embedded previews alone are smaller.
  private static let longestHead = 1 << 24

  init(_ opened: OpenSource) throws {
    descriptor = try opened.source.openedAnywhere()
  }

  /// What stands before the scan.
  ///
  /// - Throws: `ScanIrregular` for a file that is to be decoded another way.
  func header() throws -> ScanHeader {
    var length = 1 << 14
    while length <= Self.longestHead {
      let bytes = try descriptor.beginning(limit: length)
      if case .header(let header) = try ScanHeader.read(bytes) { return header }
      guard bytes.count == length else { throw ScanIrregular("its head ends too early") }
      length *= 4
    }
    throw ScanIrregular("its head is too long")
  }

  /// The scan of a header.
  ///
  /// - Parameters:
  ///   - header: of the file.
  ///   - offset: of the byte that comes first, counted from the scan's first one.
  /// - Returns: its bytes.
  func input(from header: ScanHeader, at offset: Int = 0) -> some ScanInput {
    Input(file: self, place: Int64(header.scanOffset + offset))
  }

  private struct Input: ScanInput {
    let file: ScanFile
    var place: Int64

    mutating func read(into buffer: inout MutableRawSpan) throws -> Int {
      let count = try file.descriptor.read(at: place, into: &buffer)
      place += Int64(count)
      return count
    }
  }
}
