import SeededNumbers
import Testing

@testable import JPEGScan

/// Tiles that are read by themselves are those that are read in order.
@Suite struct ScanIndexTests {
  /// A picture of any size, of one of the five samplings.
  private static func picture(_ numbers: inout SplitMix, shape: Int) -> NaiveJPEG {
    let shape = ScanTests.shapes[shape]
    return ScanTests.picture(
      &numbers, width: numbers.int(1...500), height: numbers.int(1...400), across: shape.across,
      down: shape.down, count: shape.count, restart: [0, 0, 1, 3, 7, 250][numbers.int(0...5)])
  }

  private static func file(
    of picture: NaiveJPEG
  ) throws -> (bytes: [UInt8], header: ScanHeader) {
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .steep(ScanTests.coefficientSymbols))
    guard case .header(let header) = try ScanHeader.read(file) else {
      throw ScanIrregular("it has no header")
    }
    return (file, header)
  }

  /// The tiles of a file as they are read in order.
  private static func tiles(_ file: [UInt8], _ header: ScanHeader, side: Int) throws -> [[[UInt8]]]
  {
    var reader = try ScanReader(
      header, ScanTests.MemoryInput(rest: file[header.scanOffset...]), tileSide: side,
      quartersChroma: false)
    let splice = try TileSplice(header, tileSide: side)
    let target = ScanRow(header, tileSide: side, quartersChroma: false)
    var rows: [[[UInt8]]] = []
    // A row of tiles goes on in the window of the one before.
    let spare = ScanRow(header, tileSide: side, quartersChroma: false)
    for row in 0..<reader.rows {
      let place = row % 2 == 0 ? target : spare
      try reader.read(row: row, into: place)
      rows.append(try (0..<reader.columns).map { try bytes(splice, column: $0, of: place) })
    }
    return rows
  }

  private static func bytes(
    _ splice: TileSplice, column: Int, of row: ScanRow
  ) throws -> [UInt8] {
    var tile: [UInt8] = []
    try splice.encode(column: column, of: row) { bytes in
      for index in bytes.indices { tile.append(bytes[index]) }
    }
    return tile
  }

  private static func index(
    _ file: [UInt8], _ header: ScanHeader, side: Int, parts: Int
  ) throws -> ScanIndex {
    var means = try MeanReader(
      header, ScanTests.MemoryInput(rest: file[header.scanOffset...]), quartersChroma: false,
      indexing: side, parts: parts)
    while try means.readStrip() {}
    return try #require(means.index)
  }

  @Test(arguments: 1...40)
  func `a tile by itself is the one that is read in its turn, byte for byte`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let side = [16, 32, 64][numbers.int(0...2)]
    let picture = Self.picture(&numbers, shape: seed % 5)
    let (file, header) = try Self.file(of: picture)
    let index = try Self.index(file, header, side: side, parts: numbers.int(1...4))
    let wanted = try Self.tiles(file, header, side: side)
    var reader = try ScanReader(
      header, ScanTests.MemoryInput(rest: []), tileSide: side, quartersChroma: false)
    let splice = try TileSplice(header, tileSide: side)
    let target = ScanRow(header, tileSide: side, quartersChroma: false, columns: 1)
    // Whoever asks goes by no order.
    let addresses = wanted.indices.flatMap { row in wanted[row].indices.map { (row, $0) } }
    for (row, column) in addresses.reversed() {
      let isThere = try reader.read(
        columns: column..<column + 1, row: row, by: index,
        from: {
          ScanTests.MemoryInput(
            rest: file[(header.scanOffset + $0)...], piece: seed % 3 == 0 ? 700 : .max)
        }, into: target)
      #expect(isThere)
      #expect(try Self.bytes(splice, column: 0, of: target) == wanted[row][column])
    }
  }

  @Test(arguments: 1...20)
  func `tiles side by side are as they are in their row, and so is the next level's part`(
    seed: Int
  ) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let shape = ScanTests.shapes[seed % 5]
    let side = 32
    let picture = ScanTests.picture(
      &numbers, width: numbers.int(65...300), height: numbers.int(1...200),
      across: shape.across, down: shape.down, count: shape.count,
      restart: [0, 0, 1, 7][numbers.int(0...3)])
    let (file, header) = try Self.file(of: picture)
    let index = try Self.index(file, header, side: side, parts: 1)
    let input = ScanTests.MemoryInput(rest: file[header.scanOffset...])
    var whole = try ScanReader(header, input, tileSide: side, quartersChroma: seed % 2 == 0)
    var parts = try ScanReader(header, input, tileSide: side, quartersChroma: seed % 2 == 0)
    let splice = try TileSplice(header, tileSide: side)
    let rows = (0..<2).map { _ in
      ScanRow(header, tileSide: side, quartersChroma: seed % 2 == 0)
    }
    let first = numbers.int(0...whole.columns - 2)
    let columns = first..<numbers.int(first + 1...whole.columns)
    let part = ScanRow(
      header, tileSide: side, quartersChroma: seed % 2 == 0, columns: columns.count)
    var different = 0
    for row in 0..<whole.rows {
      try whole.read(row: row, into: rows[row % 2])
      let isThere = try parts.read(
        columns: columns, row: row, by: index,
        from: { ScanTests.MemoryInput(rest: file[(header.scanOffset + $0)...]) }, into: part)
      #expect(isThere)
      for column in columns {
        let wanted = try Self.bytes(splice, column: column, of: rows[row % 2])
        #expect(try Self.bytes(splice, column: column - first, of: part) == wanted)
      }
      for (plane, wanted) in zip(part.shrunk.planes, rows[row % 2].shrunk.planes) {
        let perTile = plane.stride / columns.count
        // Below the picture there is what was there before.
        let below = max(0, (row + 1) * side - header.height)
        for line in 0..<plane.rows - below * plane.rows / side {
          for x in 0..<plane.stride {
            let found = unsafe plane.base[line * plane.stride + x]
            let place = line * wanted.stride + first * perTile + x
            let isPicture = (first * perTile + x) * side < header.width * perTile
            if isPicture, unsafe found != wanted.base[place] { different += 1 }
          }
        }
      }
    }
    #expect(different == 0)
  }

  @Test(arguments: 1...40)
  func `a row that is read in parts is the one that is read in order, byte for byte`(
    seed: Int
  ) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let side = [16, 32, 64][numbers.int(0...2)]
    let picture = Self.picture(&numbers, shape: seed % 5)
    let (file, header) = try Self.file(of: picture)
    let index = try Self.index(file, header, side: side, parts: numbers.int(1...4))
    let input = ScanTests.MemoryInput(rest: file[header.scanOffset...])
    let quarters = seed % 2 == 0
    var whole = try ScanReader(header, input, tileSide: side, quartersChroma: quarters)
    let reader = whole
    let splice = try TileSplice(header, tileSide: side)
    let wanted = (0..<2).map { _ in ScanRow(header, tileSide: side, quartersChroma: quarters) }
    let count = numbers.int(1...9)
    let found = (0..<2).map { _ in
      ScanRow(header, tileSide: side, quartersChroma: quarters, parts: count)
    }
    for row in 0..<whole.rows {
      let (wanted, found) = (wanted[row % 2], found[row % 2])
      try whole.read(row: row, into: wanted)
      for part in (0..<count).reversed() {
        var reader = reader
        try reader.read(
          part: part, row: row, by: index,
          from: {
            ScanTests.MemoryInput(
              rest: file[(header.scanOffset + $0)...], piece: seed % 3 == 0 ? 700 : .max)
          }, into: found)
      }
      for column in 0..<whole.columns {
        #expect(
          try Self.bytes(splice, column: column, of: found)
            == Self.bytes(splice, column: column, of: wanted))
      }
      for (plane, same) in zip(found.shrunk.planes, wanted.shrunk.planes) {
        let bytes = plane.stride * plane.rows
        #expect(
          unsafe UnsafeBufferPointer(start: plane.base, count: bytes).elementsEqual(
            UnsafeBufferPointer(start: same.base, count: bytes)))
      }
    }
  }

  /// Else a part would be taken that is not behind the one before.
  @Test func `a part that does not end where the next one begins is irregular`() throws {
    var numbers = SplitMix(seed: 7)
    let files = try (0..<2).map { _ in
      let picture = ScanTests.picture(
        &numbers, width: 200, height: 200, across: 2, down: 2, count: 3)
      return try Self.file(of: picture)
    }
    let (file, header) = files[0]
    // The first part begins where that of any scan does.
    let other = try Self.index(files[1].bytes, files[1].header, side: 64, parts: 1)
    var reader = try ScanReader(
      header, ScanTests.MemoryInput(rest: []), tileSide: 64, quartersChroma: false)
    let target = ScanRow(header, tileSide: 64, quartersChroma: false, parts: 2)
    #expect(throws: ScanIrregular.self) {
      try reader.read(
        part: 0, row: 0, by: other,
        from: { ScanTests.MemoryInput(rest: file[(header.scanOffset + $0)...]) }, into: target)
    }
  }

  @Test func `there is no tile beside the picture`() throws {
    var numbers = SplitMix(seed: 3)
    let picture = ScanTests.picture(&numbers, width: 100, height: 60, across: 2, down: 2, count: 3)
    let (file, header) = try Self.file(of: picture)
    let index = try Self.index(file, header, side: 32, parts: 1)
    var reader = try ScanReader(
      header, ScanTests.MemoryInput(rest: []), tileSide: 32, quartersChroma: false)
    let target = ScanRow(header, tileSide: 32, quartersChroma: false, columns: 1)
    for (columns, row) in [(-1..<0, 0), (4..<5, 0), (0..<1, -1), (0..<1, 2), (0..<2, 0)] {
      let isThere = try reader.read(
        columns: columns, row: row, by: index,
        from: { ScanTests.MemoryInput(rest: file[(header.scanOffset + $0)...]) }, into: target)
      #expect(!isThere)
    }
  }

  /// The file may have changed since its index was made.
  @Test func `a tile of what has become another file is irregular, or another one`() throws {
    var numbers = SplitMix(seed: 5)
    let picture = ScanTests.picture(
      &numbers, width: 300, height: 200, across: 2, down: 2, count: 3, restart: 9)
    var (file, header) = try Self.file(of: picture)
    let index = try Self.index(file, header, side: 64, parts: 1)
    for place in header.scanOffset..<file.count where numbers.int(0...9) == 0 {
      file[place] = UInt8(numbers.int(0...255))
    }
    var reader = try ScanReader(
      header, ScanTests.MemoryInput(rest: []), tileSide: 64, quartersChroma: false)
    let target = ScanRow(header, tileSide: 64, quartersChroma: false, columns: 1)
    var irregular = 0
    for (row, column) in [(0, 0), (1, 2), (3, 4), (2, 1)] {
      for length in [file.count, file.count * 2 / 3, header.scanOffset] {
        let bytes = Array(file.prefix(length))
        do {
          _ = try reader.read(
            columns: column..<column + 1, row: row, by: index,
            from: { ScanTests.MemoryInput(rest: bytes.dropFirst(header.scanOffset + $0)) },
            into: target)
        } catch is ScanIrregular {
          irregular += 1
        }
      }
    }
    #expect(irregular > 0)
  }
}
