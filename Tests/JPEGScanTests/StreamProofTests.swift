import SeededNumbers
import Testing

@testable import JPEGScan

/// Streams that are proved whole, and others.
@Suite struct StreamProofTests {
  private static func holds(
    _ proof: inout StreamProof, _ file: [UInt8], height: Int = 32, components: Int
  ) -> Bool {
    unsafe proof.holds(file.span.bytes, width: 48, height: height, components: components)
  }

  private static func file(seed: UInt64, kind: Int, restart: Int = 0) -> ([UInt8], Int) {
    var numbers = SplitMix(seed: seed)
    let (across, down, count) = ScanTests.shapes[kind]
    let picture = ScanTests.picture(
      &numbers, width: 48, height: 32, across: across, down: down, count: count, restart: restart)
    let dc = NaiveJPEG.Code.flat((0...11).map { UInt8($0) })
    let ac: NaiveJPEG.Code =
      seed % 2 == 0 ? .flat(ScanTests.coefficientSymbols) : .steep(ScanTests.coefficientSymbols)
    return (picture.file(dc: dc, ac: ac), count)
  }

  @Test(arguments: 0..<5, [0, 1, 3])
  func `a whole stream holds, whatever was proved before it`(kind: Int, restart: Int) {
    var proof = StreamProof()
    for seed in 0..<6 {
      let (file, count) = Self.file(seed: UInt64(seed), kind: kind, restart: restart)
      let answers = [
        Self.holds(&proof, file, components: count),
        Self.holds(&proof, file, components: 4 - count),
        Self.holds(&proof, file, height: 40, components: count),
      ]
      #expect(answers == [true, false, false])
    }
  }

  @Test(arguments: [0, 2])
  func `a stream that ends anywhere does not hold`(restart: Int) {
    var proof = StreamProof()
    let (file, count) = Self.file(seed: 3, kind: 2, restart: restart)
    for length in 0..<file.count {
      let isWhole = Self.holds(&proof, Array(file.prefix(length)), components: count)
      #expect(!isWhole)
    }
  }

  /// What holds is what the reader of coefficients takes, which is held against libjpeg elsewhere.
  @Test(arguments: 1...200)
  func `a damaged stream does not hold, or is taken by other readers`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed) << 20)
    var (file, count) = Self.file(seed: UInt64(seed), kind: 2, restart: seed % 3)
    guard case .header(let header) = try ScanHeader.read(file) else { return }
    for _ in 0..<numbers.int(1...2) {
      file[numbers.int(header.scanOffset...file.count - 3)] ^= 1 << UInt8(numbers.int(0...7))
    }
    var proof = StreamProof()
    guard Self.holds(&proof, file, components: count) else { return }
    do {
      _ = try ScanTests.tiles(file, side: 16)
    } catch let reason as ScanIrregular {
      // Sizes of coefficients are not looked at, and no tile is made that would need other words.
      #expect(["a code that is none"].contains(reason.description), "\(reason)")
    }
  }
}
