import DecoderChildren
import Decoding
import JPEGScan
import Pixels
import Posix
import PyramidFormat
import Sources
import TileGeometry

/// The road of most photographs, whose finest level takes over the source's own code words.
///
/// The next level is made of its coefficients: nothing is decoded to pixels and encoded again.
struct ScanRoad: CutRoad {
  let source: RoadSource
  /// The road that repairs, or complains, where the scan turns out to be irregular.
  private let planes: PlanesRoad
  private let header: ScanHeader
  private let file: SourceFile

  /// - Parameters:
  ///   - opened: the source.
  ///   - planes: the road that it would go otherwise.
  /// - Throws: ``ScanIrregular`` with the reason why it does go otherwise.
  init(_ opened: OpenSource, instead planes: PlanesRoad) throws {
    let recipe = opened.request.rules.recipe
    guard planes.source.orientation.isUpright else {
      throw ScanIrregular("it is to be turned upright")
    }
    file = SourceFile(try opened.source.openedAnywhere())
    header = try Self.header(of: file)
    let stored = planes.source.stored
    guard Int64(header.width) == stored.width, Int64(header.height) == stored.height,
      planes.canHave(header)
    else { throw ScanIrregular("its size or its sampling is told in two ways") }
    guard recipe.base == .source || header.isWorthKeeping(atQuality: recipe.quality) else {
      throw ScanIrregular("it is much finer than quality \(recipe.quality)")
    }
    self.planes = planes
    source = planes.source.onCodeWords(recipe, byteCount: opened.byteCount)
  }

  /// Heads beyond this are no photograph's: their embedded previews alone are smaller.
  private static let longestHead = 1 << 24

  private static func header(of file: SourceFile) throws -> ScanHeader {
    var length = 1 << 16
    while length <= longestHead {
      let bytes = try file.beginning(length)
      if case .header(let header) = try ScanHeader.read(bytes) { return header }
      guard bytes.count == length else { throw ScanIrregular("its head ends too early") }
      length *= 4
    }
    throw ScanIrregular("its head is too long")
  }

  func prove() { planes.prove() }

  func run(into target: CutTarget) throws {
    do {
      try cut(into: target)
    } catch let reason as ScanIrregular {
      target.tell(reason)
      try planes.run(into: target)
    }
  }

  private func cut(into target: CutTarget) throws {
    let side = target.tileSide
    let quartersChroma = planes.layout == .yCbCr(.quartered)
    var reader = try ScanReader(
      header, SourceFileInput(file: file, place: Int64(header.scanOffset)), tileSide: side,
      quartersChroma: quartersChroma)
    try target.cut(
      planes.layout, finestChroma: header.chroma,
      finest: { _ in try ScanLevel(header, tileSide: side, quartersChroma: quartersChroma) }
    ) { pipeline in
      try pipeline.run(helpers: target.threads - 1) { worker in
        for row in 0..<reader.rows {
          guard let place = try pipeline.nextRow(row, with: worker) else { return }
          try reader.read(row: row, into: place)
          try pipeline.rowIsFull(row, with: worker)
          target.tell(pipeline.progress)
        }
      }
    }
  }
}

extension ScanHeader {
  /// How its chroma is sampled; nil where there is none.
  fileprivate var chroma: ChromaSampling? {
    components.count == 1 ? nil : ChromaSampling(across: across, down: down)
  }
}

/// A source as a scan reads it: from a place on, whoever else reads the same file.
private final class SourceFile {
  private let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  func read(at place: Int64, into buffer: inout MutableRawSpan) throws(Errno) -> Int {
    try descriptor.read(at: place, into: &buffer)
  }

  /// The file's first bytes, fewer than asked for only where it has fewer.
  func beginning(_ count: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    var buffer = unsafe span.mutableBytes
    let length = try read(at: 0, into: &buffer)
    bytes.removeLast(count - length)
    return bytes
  }
}

private struct SourceFileInput: ScanInput {
  let file: SourceFile
  var place: Int64

  mutating func read(into buffer: inout MutableRawSpan) throws -> Int {
    let count = try file.read(at: place, into: &buffer)
    place += Int64(count)
    return count
  }
}
