import SeededNumbers
import Testing

@testable import JPEGScan

@Suite struct MeanReaderTests {
  /// What a block's samples come to, by its DC alone.
  private static func mean(_ picture: NaiveJPEG, _ index: Int, x: Int, y: Int) -> Int {
    let component = picture.components[index]
    let dc = component.blocks[y * component.columns + x][0] * picture.steps[min(index, 1)][0]
    return min(255, max(0, Int((Double(dc) / 8 + 128).rounded(.toNearestOrAwayFromZero))))
  }

  @Test(arguments: 1...40)
  func `a block becomes its mean, and chroma that is finer the mean of those`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let (across, down, count) = ScanTests.shapes[seed % 5]
    let quartersChroma = seed % 2 == 0
    let (width, height) = (numbers.int(1...150), numbers.int(1...150))
    let picture = ScanTests.picture(
      &numbers, width: width, height: height, across: across, down: down, count: count,
      restart: [0, 0, 1, 5][numbers.int(0...3)])
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .steep(ScanTests.coefficientSymbols))
    guard case .header(let header) = try ScanHeader.read(file) else { return }
    var reader = try MeanReader(
      header, ScanTests.MemoryInput(rest: file[header.scanOffset...], piece: 700),
      quartersChroma: quartersChroma, parts: numbers.int(1...4))
    var strips = 0
    var worst = 0
    while try reader.readStrip() {
      for (index, plane) in reader.strip.planes.enumerated() {
        let quarters = quartersChroma && index > 0
        let (columns, rows) = (quarters ? 2 / across : 1, quarters ? 2 / down : 1)
        let component = picture.components[index]
        let wide = ((width * component.across + across - 1) / across + 7) / 8
        let high = component.blocks.count / component.columns
        #expect(plane.width == (wide + columns - 1) / columns)
        for row in 0..<plane.rows {
          for column in 0..<plane.width {
            var sum = 0
            for y in 0..<rows {
              for x in 0..<columns {
                // Below an image that ends with half a strip, its last row is there twice.
                sum += Self.mean(
                  picture, index, x: min(column * columns + x, wide - 1),
                  y: min((strips * plane.rows + row) * rows + y, high - 1))
              }
            }
            let wanted = Double(sum) / Double(columns * rows)
            worst = max(worst, Int(abs(Double(unsafe plane.row(row)[column]) - wanted)))
          }
        }
      }
      strips += 1
    }
    #expect(strips == (height + 15) / 16)
    #expect(worst == 0)
  }

  /// Where most words are none, many a place is tried in vain.
  @Test(arguments: 1...10)
  func `a stretch finds something to read wherever it begins`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let picture = ScanTests.picture(
      &numbers, width: 400, height: 300, across: 2, down: 2, count: 3)
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .steep(ScanTests.coefficientSymbols))
    guard case .header(let header) = try ScanHeader.read(file) else { return }
    var stream = ScanStream(ScanTests.MemoryInput(rest: file[header.scanOffset...]))
    let window = ScanWindow()
    while !stream.isEnded { try stream.fill(window) }
    let (blocks, readers) = (header.blocks, try header.skippingReaders())
    let whole = MeanStretch(blocks, readers, window)
    whole.set(window, 0..<window.count * 8, isExact: true)
    whole.read()
    // What fills up the last byte may read as one more.
    #expect((0...1).contains(whole.count - header.mcusAcross * header.mcusDown))
    let part = MeanStretch(blocks, readers, window)
    for _ in 0..<20 {
      part.set(
        window, numbers.int(1...window.count * 4)..<window.count * 8, isExact: false)
      part.read()
      #expect(part.count > 0)
    }
  }

  /// Windows and stretches of a few thousand bytes, which begin anywhere.
  @Test(arguments: 1...40)
  func `what stretches are joined to is what one reader finds`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let (across, down, count) = ScanTests.shapes[seed % 5]
    var picture = ScanTests.picture(
      &numbers, width: 400, height: 300, across: across, down: down, count: count)
    if seed % 4 == 0 {
      // What is flat has no landmarks, whatever the place it is read from.
      for index in picture.components.indices {
        let flat = [numbers.int(-9...9)] + [Int](repeating: 0, count: 63)
        let half = picture.components[index].blocks.count / 2
        for place in half / 2..<half { picture.components[index].blocks[place] = flat }
      }
    }
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .steep(ScanTests.coefficientSymbols))
    guard case .header(let header) = try ScanHeader.read(file) else { return }
    var split = try SplitScan(
      header, ScanTests.MemoryInput(rest: file[header.scanOffset...], piece: 700),
      parts: numbers.int(1...5), stretchBytes: numbers.int(500...9000)
    ) { $0.reversed().forEach { $0.read() } }
    let blocks = header.blocks
    var row = [Int16](repeating: 0, count: header.mcusAcross * blocks.count)
    var different = 0
    for mcuRow in 0..<header.mcusDown {
      unsafe try row.withUnsafeMutableBufferPointer { row in
        unsafe try split.read(header.mcusAcross, into: #require(row.baseAddress))
      }
      for (place, found) in row.enumerated() {
        let block = blocks[place % blocks.count]
        let component = picture.components[block.component]
        let x = place / blocks.count * block.across + block.x
        let y = mcuRow * block.down + block.y
        if Int(found) != component.blocks[y * component.columns + x][0] { different += 1 }
      }
    }
    try split.finish()
    #expect(different == 0)
  }

  @Test func `a file cut short anywhere is irregular`() throws {
    var numbers = SplitMix(seed: 4)
    let picture = ScanTests.picture(
      &numbers, width: 40, height: 30, across: 2, down: 2, count: 3, restart: 2)
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .flat(ScanTests.coefficientSymbols))
    func read(_ bytes: [UInt8]) throws {
      guard case .header(let header) = try ScanHeader.read(bytes) else {
        throw ScanIrregular("more is wanted")
      }
      var reader = try MeanReader(
        header, ScanTests.MemoryInput(rest: bytes[header.scanOffset...]), quartersChroma: true,
        parts: 2)
      while try reader.readStrip() {}
    }
    for length in 0..<file.count {
      #expect(throws: ScanIrregular.self) { try read(Array(file.prefix(length))) }
    }
    try read(file)
  }
}
