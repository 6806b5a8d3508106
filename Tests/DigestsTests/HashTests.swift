import Digests
import Testing

/// What came out once comes out for ever: names of pyramids and tags of answers are made of it.
@Suite struct HashTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the standard's own digests come out`(message: String, expected: String) {
    #expect(hex(SHA256.digest(of: Array(message.utf8))) == expected)
  }

  /// Lengths round those at which a block is full.
  @Test(arguments: [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "084fed08b978af4d7d196a7446a86b58009e636b611db16211b65a9aadff29c5"),
    (55, "e7313d333c272e639f790978283f9eb392e843d0f29b7016828bb1daa4aac70b"),
    (56, "4324d65f3c103567f5589c710bc08f8523f929a9272e3af36fc968e52abc6c27"),
    (63, "81c80242132f230c3bd41b3e63bbcff16107339549214a99614ff26664625055"),
    (64, "39e3d7b6b5d075d37d053ad89b24b41bef4f3c29760c84447cab3f3be1882241"),
    (65, "aacca6ff74fdbb296d165a45cecfa04e5127bc008770fbbdd48006f2d2fae95e"),
    (119, "9ce7368e4daf32341631b492e80359dc9f594b48453cd0dd5bf0b19279cc177e"),
    (120, "7836b787757e95e58b3ca5aec90b1b004e8deba1e50e9675af9cabf1a13a04b5"),
    (1000, "1e9bc38cbf860b9ec31918b065f9b52476c549a782e0e7990bed8ce3868d2371"),
  ])
  func `digests of every padding come out`(length: Int, expected: String) {
    let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }
    #expect(hex(SHA256.digest(of: message)) == expected)
  }

  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func `the authors' own hashes come out`(text: String, expected: UInt64) {
    #expect(FNV1a.of(Array(text.utf8)) == expected)
  }

  @Test func `a salt is taken in first`() {
    var hash = FNV1a(salt: 3)
    hash.combine(Array("abc".utf8))
    #expect(hash.value == 0x00431519134165f2)
  }

  @Test func `whole numbers are mixed`() {
    var hash = FNV1a()
    for word in [0, 1, 1 << 63, UInt64.max] {
      hash.combine(word: word)
      hash.mix()
    }
    #expect(hash.value == 0x54020689f6cfd10f)
  }
}
