import CCoefficients
import JPEGScan

/// What libFuzzer calls with each input: a scan whose words are taken over must be one that libjpeg
/// reads without a word, and the tiles of these words must have its coefficients, the preview its DC.
///
/// What is proved whole is such a scan too, and what is taken is proved whole.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScan(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let file = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let isWhole = isProvedWhole(file)
  guard let tiles = try? Tiles(of: file) else {
    if isWhole { expectNoWord(of: file) }
    return 0
  }
  guard isWhole else { fatalError("what was taken is not proved whole") }
  // The road is taken where libjpeg has read the head, and found the same there.
  var wanted = coefficients()
  let outcome = unsafe coefficients_read(bytes, UInt(count), Tiles.mostPixels, &wanted)
  defer { unsafe free(wanted.values) }
  guard outcome != 1, Int(wanted.width) == tiles.header.width,
    Int(wanted.height) == tiles.header.height, Int(wanted.count) == tiles.header.components.count
  else { return 0 }
  guard outcome == 0 else { fatalError("libjpeg refuses what was taken") }
  guard wanted.warnings == 0 else { fatalError("libjpeg warns of what was taken") }
  guard unsafe wanted.planes.0.across == tiles.header.across,
    unsafe wanted.planes.0.down == tiles.header.down
  else { return 0 }
  for (place, tile) in tiles.streams {
    compare(tile, at: place, with: wanted)
  }
  do {
    try compareMeans(of: file, tiles.header, with: wanted)
  } catch {
    fatalError("what was taken has no means: \(error)")
  }
  return 0
}

/// One for all inputs, which keeps the tables of the one before.
nonisolated(unsafe) private var proof = StreamProof()

private func isProvedWhole(_ file: [UInt8]) -> Bool {
  guard case .header(let header)? = try? ScanHeader.read(file),
    header.width * header.height <= Tiles.mostPixels
  else { return false }
  return unsafe proof.holds(
    file.span.bytes, width: header.width, height: header.height,
    components: header.components.count)
}

/// libjpeg reads it without a warning, unless it reads another head.
private func expectNoWord(of file: [UInt8]) {
  var found = coefficients()
  let outcome = unsafe file.withUnsafeBufferPointer { bytes in
    unsafe coefficients_read(bytes.baseAddress, UInt(bytes.count), Tiles.mostPixels, &found)
  }
  defer { unsafe free(found.values) }
  guard outcome == 1 || outcome == 0 && found.warnings == 0 else {
    fatalError("libjpeg does not like what is proved whole")
  }
}

/// A file's tiles, cut as the cutter does.
private struct Tiles {
  static let mostPixels = 1 << 16
  static let side = 32

  struct Place {
    let column: Int
    let row: Int
  }

  struct Input: ScanInput {
    var rest: ArraySlice<UInt8>

    mutating func read(into buffer: inout MutableRawSpan) -> Int {
      // In pieces, whose ends lie anywhere.
      let count = min(buffer.byteCount, rest.count, 700)
      for (place, byte) in rest.prefix(count).enumerated() {
        buffer.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
      }
      rest = rest.dropFirst(count)
      return count
    }
  }

  let header: ScanHeader
  private(set) var streams: [(Place, [UInt8])] = []

  init(of file: [UInt8]) throws {
    guard case .header(let header) = try ScanHeader.read(file),
      header.width * header.height <= Self.mostPixels
    else { throw ScanIrregular("too few bytes, or too many pixels") }
    self.header = header
    var reader = try ScanReader(
      header, Input(rest: file[header.scanOffset...]), tileSide: Self.side, quartersChroma: true)
    let splice = try TileSplice(header, tileSide: Self.side)
    let rows = (0..<2).map { _ in
      ScanRow(header, tileSide: Self.side, quartersChroma: true)
    }
    for row in 0..<reader.rows {
      try reader.read(row: row, into: rows[row % 2])
      for column in 0..<reader.columns {
        var tile: [UInt8] = []
        try splice.encode(column: column, of: rows[row % 2]) { bytes in
          for index in bytes.indices { tile.append(bytes[index]) }
        }
        streams.append((Place(column: column, row: row), tile))
      }
    }
    try encodeAnew(file)
  }

  /// The same tiles of coefficients.
  private mutating func encodeAnew(_ file: [UInt8]) throws {
    let plan = CoefficientPlan(
      header, turn: .none, steps: nil, tileSide: Self.side, quartersChroma: true)
    var reader = try CoefficientReader(plan, Input(rest: file[header.scanOffset...]))
    let coder = TileCoder(plan)
    let target = CoefficientRow(plan)
    for row in 0..<plan.rows {
      try reader.read(row: row, into: target)
      let codes = coder.learn(from: target)
      for column in 0..<plan.columns {
        try coder.encode(column: column, of: target, codes: codes) { bytes in
          var tile: [UInt8] = []
          for index in bytes.indices { tile.append(bytes[index]) }
          streams.append((Place(column: column, row: row), tile))
        }
      }
    }
  }
}

private func compare(_ tile: [UInt8], at place: Tiles.Place, with wanted: coefficients) {
  var found = coefficients()
  let outcome = unsafe tile.withUnsafeBufferPointer { bytes in
    unsafe coefficients_read(bytes.baseAddress, UInt(bytes.count), Tiles.mostPixels, &found)
  }
  defer { unsafe free(found.values) }
  guard outcome == 0, found.warnings == 0, found.width == Tiles.side, found.height == Tiles.side,
    found.count == wanted.count
  else { fatalError("a tile that libjpeg does not like") }
  let (all, own) = unsafe (planes(of: wanted), planes(of: found))
  var (allStart, ownStart) = (0, 0)
  for (all, own) in zip(all, own) {
    let (columns, rows) = (Int(own.columns), Int(own.rows))
    for y in 0..<rows {
      for x in 0..<columns {
        let (left, top) = (place.column * columns + x, place.row * rows + y)
        guard left < all.columns, top < all.rows else { continue }
        let one = unsafe wanted.values + (allStart + top * Int(all.columns) + left) * 64
        let other = unsafe found.values + (ownStart + y * columns + x) * 64
        guard unsafe memcmp(one, other, 128) == 0 else { fatalError("a block differs") }
      }
    }
    allStart += Int(all.columns) * Int(all.rows)
    ownStart += columns * rows
  }
}

/// The means of the blocks, read as stretches that begin anywhere.
private func compareMeans(
  of file: [UInt8], _ header: ScanHeader, with wanted: coefficients
) throws {
  var reader = try MeanReader(
    header, Tiles.Input(rest: file[header.scanOffset...]), quartersChroma: false, parts: 3)
  let all = planes(of: wanted)
  var strip = 0
  while try reader.readStrip() {
    var start = 0
    for (index, plane) in reader.strip.planes.enumerated() {
      let columns = Int(all[index].columns)
      let step = Int(header.components[index].steps[0])
      for row in 0..<plane.rows {
        let y = strip * plane.rows + row
        guard y < all[index].rows else { continue }
        for x in 0..<plane.width {
          let dc = unsafe Int(wanted.values[(start + y * columns + x) * 64])
          let mean = min(255, max(0, (dc * step + 1028) >> 3))
          guard unsafe Int(plane.row(row)[x]) == mean else { fatalError("a mean differs") }
        }
      }
      start += columns * Int(all[index].rows)
    }
    strip += 1
  }
}

private func planes(of found: coefficients) -> [coefficients_plane] {
  let all = [found.planes.0, found.planes.1, found.planes.2, found.planes.3]
  return Array(all.prefix(Int(found.count)))
}
