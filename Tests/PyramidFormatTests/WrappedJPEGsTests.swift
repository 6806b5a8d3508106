import Testing

@testable import PyramidFormat

@Suite struct WrappedJPEGsTests {
  /// A progressive stream of so many scans.
  private static func stream(scans: Int) -> [UInt8] {
    let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 63, 0, 1, 2]
    return [0xFF, 0xD8] + frame + (0..<scans).flatMap { _ in scan } + [0xFF, 0xD9]
  }

  private static func other(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

  private func haveMore(than limit: Int, _ parts: [UInt8]...) throws -> Bool {
    try WrappedJPEGs(in: MemorySource(parts.flatMap(\.self))).haveMoreScans(than: limit)
  }

  @Test(arguments: [0, 1, 2, 1000, (1 << 20) - 3, (1 << 20) - 2, (1 << 20) - 1, 1 << 20, 3 << 20])
  func `a stream is found wherever it begins`(place: Int) throws {
    let file = (Self.other(place), Self.stream(scans: 5), Self.other(100))
    #expect(try haveMore(than: 4, file.0, file.1, file.2))
    #expect(try !haveMore(than: 5, file.0, file.1, file.2))
  }

  @Test func `one among others is found`() throws {
    let sound = Self.stream(scans: 2)
    #expect(try haveMore(than: 4, sound, sound, Self.stream(scans: 5), sound))
    #expect(try !haveMore(than: 4, sound, sound, sound))
  }

  @Test func `one that another swallows is found`() throws {
    let marker: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF]
    #expect(try haveMore(than: 4, marker, Self.stream(scans: 5)))
    let end: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    #expect(try haveMore(than: 4, end, Self.stream(scans: 5)))
  }

  @Test(arguments: [0, 1, 2, 3])
  func `files too short for a stream have none`(count: Int) throws {
    #expect(try !haveMore(than: 0, Array(Self.stream(scans: 5).prefix(count))))
  }

  @Test func `streams that lie over one another are not looked at for ever`() throws {
    /// Each goes on to the file's end: without a bound this is the square of its length.
    let beginnings = (0..<200_000).flatMap { _ in [0xFF, 0xD8, 0xFF, 0x01] as [UInt8] }
    let file = CountingSource(beginnings + Self.stream(scans: 5))
    _ = try WrappedJPEGs(in: file).haveMoreScans(than: 4)
    #expect(file.bytesRead < 40 * beginnings.count)
  }

  @Test(arguments: ["\n", " \r\n\t", ""])
  func `pictures of a drawing are found in base64`(blank: String) throws {
    func drawing(scans: Int, before: String) -> MemorySource {
      let text = Self.base64(Self.stream(scans: scans)).map { String($0) + blank }.joined()
      return MemorySource(
        Array("<svg><image href='data:,a'/><image href='\(before)\(text)'/></svg>".utf8))
    }
    let jpeg = "data:image/jpeg;base64,"
    #expect(try WrappedJPEGs(in: drawing(scans: 5, before: jpeg)).haveMoreScansInText(than: 4))
    #expect(try !WrappedJPEGs(in: drawing(scans: 5, before: jpeg)).haveMoreScansInText(than: 5))
    #expect(try !WrappedJPEGs(in: drawing(scans: 5, before: "a,")).haveMoreScansInText(than: 4))
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let padded = bytes + [UInt8](repeating: 0, count: (3 - bytes.count % 3) % 3)
    return String(
      stride(from: 0, to: padded.count, by: 3).flatMap { place -> [Character] in
        let bits = padded[place..<place + 3].reduce(0) { $0 << 8 | Int($1) }
        return [18, 12, 6, 0].map { letters[bits >> $0 & 63] }
      })
  }
}
