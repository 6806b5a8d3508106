import CodecErrors
import Decoding
import Encoding
import Pixels
import Testing
import TileGeometry

@Suite("Planes as JPEG")
struct PlaneCodingTests {
  /// Luma rises to the right, blue to the right and red downwards.
  private func planes(_ width: Int, _ height: Int, _ sampling: ChromaSampling) -> [[UInt8]] {
    let columns = (width + sampling.across - 1) / sampling.across
    let rows = (height + sampling.down - 1) / sampling.down
    func plane(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> Int) -> [UInt8] {
      (0..<height).flatMap { y in (0..<width).map { x in UInt8(value(x, y)) } }
    }
    return [
      plane(width, height) { x, _ in x * 3 },
      plane(columns, rows) { x, _ in (2 * x + 1) * sampling.across },
      plane(columns, rows) { _, y in (2 * y + 1) * sampling.down },
    ]
  }

  private func decoded(
    _ bytes: [UInt8], _ width: Int, _ height: Int, _ sampling: ChromaSampling?
  ) throws -> [[UInt8]]? {
    let form = TileForm.planes(sampling)
    var room = [UInt8](repeating: 0, count: form.byteCount(ofTile: width, height))
    var span = room.mutableSpan
    var planes = unsafe span.mutableBytes
    guard
      try unsafe PictureDecoding.decodeJPEGPlanes(
        bytes.span.bytes, width: width, height: height, sampling: sampling, into: &planes)
    else { return nil }
    let luma = width * height
    let chroma = (room.count - luma) / 2
    return [
      Array(room[..<luma]), Array(room[luma..<(luma + chroma)]), Array(room[(luma + chroma)...]),
    ]
  }

  @Test("Planes go through JPEG and come back", arguments: [ChromaSampling.full, .quartered])
  func coded(_ sampling: ChromaSampling) throws {
    let wanted = planes(64, 48, sampling)
    let bytes = try PictureEncoding.encodeJPEGPlanes(
      wanted, width: 64, height: 48, sampling: sampling, quality: 95)
    let planes = try #require(try decoded(bytes, 64, 48, sampling))
    for (plane, original) in zip(planes, wanted) {
      #expect(zip(plane, original).allSatisfy { abs(Int($0) - Int($1)) < 6 })
    }
    // A stream with other planes than expected is left to others; one of another size is too.
    #expect(try decoded(bytes, 64, 48, nil) == nil)
    #expect(try decoded(bytes, 48, 64, sampling) == nil)
    #expect(throws: CodecError.self) {
      _ = try decoded(Array(bytes.prefix(bytes.count / 2)), 64, 48, sampling)
    }
  }

  @Test("Sizes that are no whole blocks are coded whole", arguments: [(1, 1), (17, 9), (33, 31)])
  func oddSizes(_ width: Int, _ height: Int) throws {
    let bytes = try PictureEncoding.encodeJPEGPlanes(
      planes(width, height, .quartered), width: width, height: height, sampling: .quartered,
      quality: 95)
    var pixels = [UInt8](repeating: 7, count: width * height * 4)
    var span = pixels.mutableSpan
    var room = unsafe span.mutableBytes
    try unsafe PictureDecoding.decodeJPEG(
      bytes.span.bytes, width: width, height: height, shrink: 1, into: &room)
    // libjpeg fills the fourth byte of each.
    #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 })
  }
}
