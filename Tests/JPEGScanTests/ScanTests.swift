import SeededNumbers
import Testing

@testable import JPEGScan

@Suite struct ScanTests {
  /// A file that is read a few bytes at a time.
  struct MemoryInput: ScanInput {
    var rest: ArraySlice<UInt8>
    var piece = Int.max

    mutating func read(into buffer: inout MutableRawSpan) -> Int {
      let count = min(buffer.byteCount, rest.count, piece)
      for (place, byte) in rest.prefix(count).enumerated() {
        buffer.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
      }
      rest = rest.dropFirst(count)
      return count
    }
  }

  static let coefficientSymbols: [UInt8] =
    [0, 0xF0] + (0..<16).flatMap { run in (1...10).map { UInt8(run << 4 | $0) } }

  /// A picture of noise with as many coefficients as is usual, and a few of every size.
  static func picture(
    _ numbers: inout SplitMix, width: Int, height: Int, across: Int, down: Int, count: Int,
    restart: Int = 0
  ) -> NaiveJPEG {
    var picture = NaiveJPEG(
      width: width, height: height, restart: restart,
      components: (0..<count).map {
        NaiveJPEG.Component(
          across: $0 == 0 ? across : 1, down: $0 == 0 ? down : 1, columns: 0, blocks: [])
      },
      steps: (0..<min(2, count)).map { _ in (0..<64).map { _ in numbers.int(1...40) } })
    for index in picture.components.indices {
      let component = picture.components[index]
      picture.components[index].columns = picture.mcusAcross * component.across
      let blocks = picture.components[index].columns * picture.mcusDown * component.down
      let steps = picture.steps[min(index, 1)]
      picture.components[index].blocks = (0..<blocks).map { _ in
        // As large as a step allows; see CoefficientLimits.
        zip(block(&numbers), steps).map { value, step in
          max(-2048 / step, min(2048 / step, value))
        }
      }
    }
    return picture
  }

  private static func block(_ numbers: inout SplitMix) -> [Int] {
    var block = [Int](repeating: 0, count: 64)
    block[0] = numbers.int(-60...60)
    guard numbers.int(0...7) > 0 else { return block }
    for _ in 0..<numbers.int(0...12) {
      let place = numbers.int(0...3) == 0 ? numbers.int(1...63) : numbers.int(1...12)
      block[place] = numbers.int(0...9) == 0 ? numbers.int(-1023...1023) : numbers.int(-5...5)
    }
    return block
  }

  /// Reads all rows, and all tiles of each.
  static func tiles(
    _ file: [UInt8], side: Int, quartersChroma: Bool = false, piece: Int = .max,
    looking: (Int, ScanRow) -> Void = { _, _ in }
  ) throws -> [[NaiveJPEG]] {
    guard case .header(let header) = try ScanHeader.read(file) else {
      throw ScanIrregular("more is wanted")
    }
    var reader = try ScanReader(
      header, MemoryInput(rest: file[header.scanOffset...], piece: piece), tileSide: side,
      quartersChroma: quartersChroma)
    let splice = try TileSplice(header, tileSide: side)
    let rows = (0..<2).map { _ in
      ScanRow(header, tileSide: side, quartersChroma: quartersChroma)
    }
    return try (0..<reader.rows).map { row in
      try reader.read(row: row, into: rows[row % 2])
      looking(row, rows[row % 2])
      return try (0..<reader.columns).map { column in
        var tile: [UInt8] = []
        try splice.encode(column: column, of: rows[row % 2]) { bytes in
          for index in bytes.indices { tile.append(bytes[index]) }
        }
        return NaiveJPEG(reading: tile)
      }
    }
  }

  /// How many blocks of the tiles differ from the picture's, and how many were compared.
  static func compare(
    _ tiles: [[NaiveJPEG]], _ picture: NaiveJPEG, side: Int
  ) -> (compared: Int, different: Int) {
    var (compared, different) = (0, 0)
    let (across, down) = (picture.components[0].across, picture.components[0].down)
    for (index, component) in picture.components.enumerated() {
      let perTile = (side / (8 * across) * component.across, side / (8 * down) * component.down)
      for (place, block) in component.blocks.enumerated() {
        let (x, y) = (place % component.columns, place / component.columns)
        let tile = tiles[y / perTile.1][x / perTile.0].components[index]
        let found = tile.blocks[y % perTile.1 * tile.columns + x % perTile.0]
        compared += 1
        if found != block { different += 1 }
      }
    }
    return (compared, different)
  }

  static let shapes: [(across: Int, down: Int, count: Int)] = [
    (2, 2, 3), (1, 1, 3), (2, 1, 3), (1, 2, 3), (1, 1, 1),
  ]

  @Test(arguments: 1...40)
  func `every coefficient of a tile is the source's`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let shape = Self.shapes[seed % 5]
    let side = [16, 32, 64][numbers.int(0...2)]
    let picture = Self.picture(
      &numbers, width: numbers.int(1...150), height: numbers.int(1...150), across: shape.across,
      down: shape.down, count: shape.count, restart: [0, 0, 1, 3, 7][numbers.int(0...4)])
    let ac =
      numbers.bool()
      ? NaiveJPEG.Code.flat(Self.coefficientSymbols)
      : NaiveJPEG.Code.steep(Self.coefficientSymbols)
    let file = picture.file(dc: .flat((0...11).map { UInt8($0) }), ac: ac)
    let tiles = try Self.tiles(file, side: side, piece: seed % 3 == 0 ? 700 : .max)
    let result = Self.compare(tiles, picture, side: side)
    #expect(result.compared > 0)
    #expect(result.different == 0)
  }

  @Test func `a DC table without some sizes gets words for them, and keeps its own`() throws {
    var numbers = SplitMix(seed: 9)
    var picture = Self.picture(&numbers, width: 100, height: 60, across: 2, down: 2, count: 3)
    for index in picture.components.indices {
      for block in picture.components[index].blocks.indices {
        // Differences of at most one bit, so that tiles' own ones are the longer ones.
        picture.components[index].blocks[block][0] = 20 + block % 2
      }
    }
    for index in picture.components.indices {
      picture.components[index].blocks[0][0] = index == 0 ? 20 : 21
    }
    let file = picture.file(
      dc: .steep([0, 1, 5]), ac: .flat(Self.coefficientSymbols))
    let result = Self.compare(try Self.tiles(file, side: 16), picture, side: 16)
    #expect(result.different == 0)
  }

  @Test(
    arguments: [
      // 256 words already; 255 of a length already.
      ([0, 1, 5, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 247], [0, 1, 2, 3, 4, 5, 6, 7, 8], 15),
      ([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255], [0], 15),
    ] as [([UInt8], [UInt8], UInt8)])
  func `a DC table without room for more words is irregular`(
    counts: [UInt8], symbols: [UInt8], others: UInt8
  ) throws {
    let total = counts.reduce(0) { $0 + Int($1) }
    let rest = [UInt8](repeating: others, count: total - symbols.count)
    let specification = try HuffmanSpecification(counts: counts, symbols: symbols + rest)
    #expect(throws: ScanIrregular.self) { try specification.completedForDifferences() }
  }

  /// What lies at a place of a component after it was halved so many times each way, by the formula
  /// of the inverse transform; what has no neighbour counts twice.
  private static func shrunk(
    _ picture: NaiveJPEG, _ index: Int, _ size: (width: Int, height: Int), x: Int, y: Int,
    times: (across: Int, down: Int)
  ) -> Double {
    guard times.across > 0 || times.down > 0 else {
      return NaiveTransform.sample(picture, index, x: x, y: y)
    }
    let (across, down) = (times.across > 0 ? 2 : 1, times.down > 0 ? 2 : 1)
    let before = (times.across - (across - 1), times.down - (down - 1))
    func length(_ whole: Int, _ halvings: Int) -> Int {
      (0..<halvings).reduce(whole) { length, _ in (length + 1) / 2 }
    }
    let width = length(size.width, before.0)
    let height = length(size.height, before.1)
    var sum = 0.0
    for row in 0..<down {
      for column in 0..<across {
        sum += shrunk(
          picture, index, size, x: min(width - 1, across * x + column),
          y: min(height - 1, down * y + row), times: before)
      }
    }
    return sum / Double(across * down)
  }

  @Test(arguments: 1...10, [(33, 41), (40, 64), (17, 9), (38, 46)])
  func `the next level is the mean of four samples, of sixteen where chroma is finer`(
    seed: Int, size: (width: Int, height: Int)
  ) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let (across, down, count) = Self.shapes[(seed - 1) % 5]
    let quartersChroma = seed > 5
    let picture = Self.picture(
      &numbers, width: size.width, height: size.height, across: across, down: down, count: count)
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .flat(Self.coefficientSymbols))
    var worst = 0.0
    var compared = 0
    let side = 32
    _ = try Self.tiles(file, side: side, quartersChroma: quartersChroma) { row, read in
      for (index, component) in picture.components.enumerated() {
        let width = (size.width * component.across + across - 1) / across
        let height = (size.height * component.down + down - 1) / down
        let quarters = quartersChroma && index > 0
        let times = (quarters && across == 1 ? 2 : 1, quarters && down == 1 ? 2 : 1)
        let (right, bottom) = (1 << times.0, 1 << times.1)
        let found = read.shrunk.planes[index]
        let first = row * found.rows
        for y in first..<min(first + found.rows, (height + bottom - 1) / bottom) {
          for x in 0..<(width + right - 1) / right {
            let mean = Self.shrunk(picture, index, (width, height), x: x, y: y, times: times)
            let wanted = min(255, max(0, mean + 128))
            let sample = Double(unsafe found.base[(y - first) * found.stride + x])
            worst = max(worst, abs(sample - wanted))
            compared += 1
          }
        }
      }
    }
    #expect(compared > 0)
    #expect(worst < 0.6)
  }

  @Test func `a file cut short anywhere is irregular, and nothing else happens`() throws {
    var numbers = SplitMix(seed: 4)
    let picture = Self.picture(
      &numbers, width: 40, height: 30, across: 2, down: 2, count: 3, restart: 2)
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .flat(Self.coefficientSymbols))
    for length in 0..<file.count {
      #expect(throws: ScanIrregular.self) {
        try Self.tiles(Array(file.prefix(length)), side: 16)
      }
    }
    #expect(try Self.tiles(file, side: 16).count == 2)
  }

  /// No word tells of the difference of two that stand at a tile's seam.
  @Test func `a DC that no sample has is irregular`() throws {
    var numbers = SplitMix(seed: 6)
    var picture = Self.picture(&numbers, width: 48, height: 16, across: 1, down: 1, count: 1)
    for (place, value) in [0, 0, 1500, 1500, 0, -1500, -1500, -1500, -1500, 0, 0, 0].enumerated() {
      picture.components[0].blocks[place][0] = value
    }
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .flat(Self.coefficientSymbols))
    #expect(throws: ScanIrregular.self) { try Self.tiles(file, side: 16) }
  }

  /// Of every size of coefficient: those that are looked up, two at once, and those that are not.
  @Test(arguments: [1, 7, 63], [ScanTests.Words.flat, .steep])
  func `coefficients that samples of 8 bits don't have are irregular`(
    place: Int, words: Words
  ) throws {
    var numbers = SplitMix(seed: 9)
    var picture = Self.picture(&numbers, width: 48, height: 16, across: 1, down: 1, count: 1)
    picture.components[0].blocks = picture.components[0].blocks.map { _ in
      [Int](repeating: 0, count: 64)
    }
    for step in [1, 2, 3, 8, 100, 255] {
      let largest = min(1023, 2048 / step)
      for (value, isWhole) in [
        (largest, true), (-largest, true), (largest + 1, step < 3), (-largest - 1, step < 3),
      ] where abs(value) < 1024 {
        picture.steps[0][place] = step
        picture.components[0].blocks[3][place] = value
        // The next is read with it where both are short.
        if place < 63 { picture.components[0].blocks[3][place + 1] = 1 }
        let ac: NaiveJPEG.Code =
          words == .flat ? .flat(Self.coefficientSymbols) : .steep(Self.steepFirst)
        let file = picture.file(dc: .flat((0...11).map { UInt8($0) }), ac: ac)
        let tiles = try? Self.tiles(file, side: 16)
        #expect((tiles != nil) == isWhole, "\(value) of \(step)")
      }
    }
  }

  enum Words { case flat, steep }

  /// The symbols of coefficients with those first that get the shortest words.
  private static let steepFirst: [UInt8] = {
    let first: [UInt8] = [0x01, 0x02, 0x04, 0x05, 0x08, 0x00, 0x03]
    return first + coefficientSymbols.filter { !first.contains($0) }
  }()

  /// Its samples are in range, its DC by their steps are not.
  @Test func `a DC that is beyond samples once it is multiplied is irregular`() throws {
    var numbers = SplitMix(seed: 10)
    var picture = Self.picture(&numbers, width: 16, height: 16, across: 1, down: 1, count: 1)
    for (step, value, isWhole) in [(16, 128, true), (16, -129, false), (2, 1023, true)] {
      picture.steps[0][0] = step
      for index in 0..<4 { picture.components[0].blocks[index][0] = value }
      let file = picture.file(
        dc: .flat((0...11).map { UInt8($0) }), ac: .flat(Self.coefficientSymbols))
      #expect(((try? Self.tiles(file, side: 16)) != nil) == isWhole)
    }
  }

  /// libjpeg decodes no tile with such a table, though none of its words stands there.
  @Test func `a DC table with words that no difference has is irregular`() throws {
    var numbers = SplitMix(seed: 8)
    let picture = Self.picture(&numbers, width: 40, height: 30, across: 2, down: 2, count: 3)
    for symbol in [UInt8(12), 16, 255] {
      let file = picture.file(
        dc: .flat((0...11).map { UInt8($0) } + [symbol]), ac: .flat(Self.coefficientSymbols))
      #expect(throws: ScanIrregular.self) { try Self.tiles(file, side: 16) }
    }
  }

  @Test func `restarts without data between them are irregular`() throws {
    var numbers = SplitMix(seed: 7)
    let picture = Self.picture(
      &numbers, width: 40, height: 30, across: 2, down: 2, count: 3, restart: 2)
    var file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .flat(Self.coefficientSymbols))
    let first = try #require(file.indices.last { file[$0] == 0xFF && file[$0 + 1] == 0xD0 })
    file.insert(contentsOf: [0xFF, 0xD1], at: first + 2)
    #expect(throws: ScanIrregular.self) { try Self.tiles(file, side: 16) }
  }

  @Test(arguments: 1...300)
  func `a damaged scan is irregular, or is what another reader makes of it`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed) &+ 1 << 32)
    let picture = Self.picture(
      &numbers, width: 50, height: 40, across: 2, down: 2, count: 3, restart: seed % 2 * 3)
    var file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .steep(Self.coefficientSymbols))
    guard case .header(let header) = try ScanHeader.read(file) else { return }
    for _ in 0..<numbers.int(1...3) {
      file[numbers.int(header.scanOffset...file.count - 3)] ^= 1 << UInt8(numbers.int(0...7))
    }
    guard let tiles = try? Self.tiles(file, side: 16) else { return }
    // Restarts give the reader of comparison no trouble only where there are none.
    guard header.restartInterval == 0 else { return }
    #expect(Self.compare(tiles, NaiveJPEG(reading: file), side: 16).different == 0)
  }

  @Test func `what is not baseline, or not one scan, is irregular`() throws {
    var numbers = SplitMix(seed: 5)
    let picture = Self.picture(&numbers, width: 20, height: 20, across: 2, down: 2, count: 3)
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .flat(Self.coefficientSymbols))
    let frame = try #require(
      file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    for (offset, value) in [(1, 0xC2), (4, 12), (9, 4), (11, 0x41), (14, 0x22), (5, 0)] {
      var changed = file
      changed[frame + offset] = UInt8(value)
      if offset == 5 { changed[frame + 6] = 0 }
      #expect(throws: ScanIrregular.self, "at \(offset)") { try Self.tiles(changed, side: 16) }
    }
    for end in [file.count - 2] {
      var longer = file
      longer.insert(contentsOf: [0x12, 0x34], at: end)
      #expect(throws: ScanIrregular.self) { try Self.tiles(longer, side: 16) }
      longer = file
      longer.insert(0xFF, at: end)
      #expect(throws: ScanIrregular.self) { try Self.tiles(longer, side: 16) }
    }
  }
}
