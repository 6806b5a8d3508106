package import DecoderChildren
package import Decoding
import JPEGScan
import Pixels
package import Posix
import PyramidFile
import PyramidFormat
import Sources
import TileGeometry

/// Holds a pyramid's finest level against the photograph that it was cut from, sample by sample,
/// where both are decoded; or coefficient by coefficient, where it was turned upright.
///
/// A row of tiles is held at a time.
package struct SourceComparison: ~Copyable {
  private let source: SourceCopies
  private let pyramid: FileDescriptor
  private let request: SourceRequest

  /// - Parameters:
  ///   - source: the open file.
  ///   - pyramid: the open file that was cut from it.
  ///   - request: how the source is to be read.
  package init(
    _ source: SourceCopies, _ pyramid: consuming FileDescriptor, _ request: SourceRequest
  ) {
    self.source = source
    self.pyramid = pyramid
    self.request = request
  }

  /// Compares them.
  ///
  /// - Parameter begun: told what the source is before it is decoded.
  /// - Returns: what was found.
  /// - Throws: why they can't be compared.
  package consuming func run(begun: (SourceFacts) -> Void) throws -> Comparison {
    let opened = try OpenSource(source, request)
    let road = try opened.road().source
    let facts = road.facts
    begun(facts)
    guard opened.format == .jpeg else {
      throw CutFailure(.source, "only JPEG can be compared, not \(opened.format.rawValue)")
    }
    let jpeg = try JPEGSource(source)
    guard let layout = jpeg.header.layoutAsStored else {
      throw CutFailure(.source, "only grey and YCbCr can be compared")
    }
    guard let name = FilePath("the pyramid") else { return .color }
    let stored = try Pyramid(try LocalFile(pyramid, path: name))
    guard let finest = stored.levels.first else {
      throw CutFailure(.source, "the pyramid has no level")
    }
    guard finest.size.width == Int64(facts.width), finest.size.height == Int64(facts.height) else {
      return .size(width: facts.width, height: facts.height)
    }
    guard finest.facts.compression == .jpeg, finest.facts.photometric != .rgb else {
      throw CutFailure(.source, "the pyramid's tiles hold no planes as JPEG has them")
    }
    guard (finest.facts.samplesPerPixel == 1) == (layout == .gray) else { return .color }
    let isTurned = !road.orientation.isUpright
    if let stored = jpeg.header.chroma {
      let chroma = road.orientation.swapsAxes ? stored.swapped : stored
      if chroma != finest.facts.subsampling {
        return .chroma(across: chroma.across, down: chroma.down)
      }
    }
    if isTurned {
      do {
        return try TurnedComparison(opened, as: road, layout: layout, of: finest, in: stored).run()
      } catch let reason as ScanIrregular {
        throw CutFailure(
          .source, "it is turned, and its coefficients can't be compared: \(reason)")
      }
    }
    let planes = StoredPlanes(of: finest, in: stored)
    var count = ComparedSamples()
    try jpeg.start(layout: layout)
    while try jpeg.readStrip({ plane, row, samples in
      try planes.compare(samples, plane: plane, row: row, &count)
    }) {}
    return count.result
  }
}

/// How many samples were compared, and which differ.
private struct ComparedSamples {
  private var all: Int64 = 0
  private var different: Int64 = 0
  private var first: Comparison.Place?

  mutating func add(_ count: Int) { all += Int64(count) }

  mutating func add(_ place: Comparison.Place) {
    different += 1
    if first == nil { first = place }
  }

  var result: Comparison {
    guard let first else { return .equal(samples: all) }
    return .different(samples: different, of: all, first: first)
  }
}

/// The planes of a row of a level's tiles, decoded as rows of the source come.
private final class StoredPlanes {
  private let level: StoredLevel
  private let pyramid: Pyramid
  /// A tile's planes, where they begin and how they are sampled.
  private let planes: [(offset: Int, width: Int, height: Int)]
  /// Those of ``row``.
  private var tiles: [[UInt8]]
  private var row = -1

  init(of level: StoredLevel, in pyramid: Pyramid) {
    self.level = level
    self.pyramid = pyramid
    let (width, height) = (Int(level.tileWidth), Int(level.tileHeight))
    var planes = [(offset: 0, width: width, height: height)]
    var total = width * height
    if let sampling = level.facts.subsampling {
      let size = (width: width / sampling.across, height: height / sampling.down)
      for _ in 0..<2 {
        planes.append((total, size.width, size.height))
        total += size.width * size.height
      }
    }
    self.planes = planes
    tiles = Array(
      repeating: Array(repeating: 0, count: total), count: Int(level.columns))
  }

  /// Compares a row of a plane; rows of one row of tiles come before those of the next.
  func compare(
    _ samples: Span<UInt8>, plane: Int, row: Int, _ count: inout ComparedSamples
  ) throws {
    let (offset, width, height) = planes[plane]
    if row / height != self.row { try load(row / height) }
    let start = offset + row % height * width
    for column in tiles.indices {
      let tile = tiles[column]
      let stored = tile.span
      for x in column * width..<min(samples.count, (column + 1) * width) {
        let found = stored[start + x - column * width]
        guard found != samples[x] else { continue }
        count.add(
          Comparison.Place(plane: plane, x: x, y: row, source: samples[x], pyramid: found))
      }
    }
    count.add(samples.count)
  }

  private func load(_ row: Int) throws {
    self.row = row
    for column in tiles.indices {
      let index = level.index(column: Int32(clamping: column), row: Int32(clamping: row))
      guard let index,
        let place = try level.location(at: index, fileSize: pyramid.source.byteCount)
      else { throw CutFailure(.source, "the pyramid has no tile \(column),\(row)") }
      let stream = level.facts.whole(try pyramid.tileBytes(at: place))
      // Taken out of the array, so that it is not copied.
      var tile = tiles[column]
      tiles[column] = []
      defer { tiles[column] = tile }
      var span = tile.mutableSpan
      var planes = unsafe span.mutableBytes
      let isWhole = unsafe try PictureDecoding.decodeJPEGPlanes(
        stream.span.bytes, width: Int(level.tileWidth), height: Int(level.tileHeight),
        sampling: level.facts.subsampling, into: &planes)
      guard isWhole else {
        throw CutFailure(.source, "the pyramid's tile \(column),\(row) holds other planes")
      }
    }
  }
}
