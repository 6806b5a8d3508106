import CodecErrors
import Decoding
import Encoding
import Foundation
import Pixels
import Posix
import SeededNumbers
import Testing
import TileGeometry

@Suite struct JPEGHeaderTests {
  private static func drawn(_ sampling: ChromaSampling?) throws -> [UInt8] {
    let luma = [UInt8](repeating: 90, count: 64 * 48)
    let chroma = sampling.map { [UInt8](repeating: 70, count: 64 / $0.across * (48 / $0.down)) }
    return try PictureEncoding.encodeJPEGPlanes(
      [luma] + (chroma.map { [$0, $0] } ?? []), width: 64, height: 48, sampling: sampling,
      quality: 80)
  }

  private static func header(of bytes: [UInt8]) throws -> JPEGHeader {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("pyramidion-\(UUID().uuidString).jpg")
    try Data(bytes).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let path = try #require(FilePath(place.path))
    return try JPEGSource(FileDescriptor.open(path, .reading)).header
  }

  @Test(arguments: [nil, ChromaSampling.full, .halved, .quartered])
  func `a header says what was written`(_ sampling: ChromaSampling?) throws {
    let header = try Self.header(of: try Self.drawn(sampling))
    #expect((header.width, header.height) == (64, 48))
    #expect(header.color == (sampling == nil ? .gray : .yCbCr))
    #expect(header.chroma == sampling)
    #expect(header.planeLayout(for: .quartered) == (sampling == nil ? .gray : .yCbCr(.quartered)))
    let stays = sampling == nil ? PixelLayout.gray : sampling == .full ? .yCbCr(.full) : nil
    #expect(header.planeLayout(for: .full) == stays)
    #expect(header.planeLayout(for: .halved) == (sampling == nil ? .gray : nil))
  }

  @Test(arguments: 1...150)
  func `damaged heads are refused, or read within bounds`(_ seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    var bytes = try Self.drawn(.quartered)
    let head = min(bytes.count, 620)
    for _ in 0..<numbers.int(1...6) {
      bytes[numbers.int(2...head - 1)] = UInt8(numbers.int(0...255))
    }
    if numbers.bool() { bytes = Array(bytes.prefix(numbers.int(0...head))) }
    do {
      let header = try Self.header(of: bytes)
      #expect((1...65_500).contains(header.width) && (1...65_500).contains(header.height))
      #expect((1...10).contains(header.components))
      _ = header.planeLayout(for: .quartered)
      #expect(header.decoderBytes >= 0)
    } catch is CodecError {
      // In words, which are not ours to compare.
    }
  }
}
