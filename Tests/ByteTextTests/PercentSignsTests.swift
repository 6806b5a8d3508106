import ByteText
import SeededNumbers
import Testing

@Suite struct PercentSignsTests {
  private func encoded(_ bytes: [UInt8], keeping: StaticString = "") -> String {
    var text: [UInt8] = []
    text.append(percentEncoding: bytes, keeping: keeping)
    return String(decoding: text, as: UTF8.self)
  }

  private func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    return bytes.append(percentDecoding: Array(text)[...]) ? bytes : nil
  }

  @Test func `unreserved characters stand for themselves, and nothing else does`() {
    #expect(encoded(Array("aZ09-._~".utf8)) == "aZ09-._~")
    #expect(encoded(Array("a/b%;:é\u{0}\u{7F}".utf8)) == "a%2Fb%25%3B%3A%C3%A9%00%7F")
  }

  @Test func `kept characters stay`() {
    #expect(encoded(Array("a;b/c".utf8), keeping: ";:,=@") == "a;b%2Fc")
  }

  @Test(arguments: ["%", "%4", "a%4", "%4g", "%g4", "%%41", "%-1", "% 1"])
  func `a sign without its two digits is an error`(text: String) {
    #expect(decoded(text.utf8) == nil)
  }

  @Test func `both cases of digits are read, and a plus is a plus`() {
    #expect(decoded("%c3%A9+%2f%00".utf8) == [0xC3, 0xA9, 0x2B, 0x2F, 0])
  }

  @Test func `whatever is encoded decodes to itself`() {
    var random = SplitMix(seed: 2)
    for _ in 0..<500 {
      let bytes = (0..<random.int(0...20)).map { _ in UInt8(random.int(0...255)) }
      #expect(decoded(encoded(bytes).utf8) == bytes)
      #expect(decoded(encoded(bytes, keeping: ";:,=@/").utf8) == bytes)
    }
  }

  @Test func `decoding goes on behind what is there`() {
    var bytes: [UInt8] = [1]
    let text = Array("xx%41".utf8)[2...]
    let isWellFormed = bytes.append(percentDecoding: text)
    #expect(isWellFormed)
    #expect(bytes == [1, 0x41])
  }
}
