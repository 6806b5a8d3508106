import JPEGScan
import Pixels
import TileGeometry

/// A JPEG source whose scan is read as it is stored.
struct ScanSource {
  let file: ScanFile
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
