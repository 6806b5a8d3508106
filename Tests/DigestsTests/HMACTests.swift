import Digests
import Testing

/// The cases of RFC 4231 for SHA-256.
@Suite struct HMACTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `the standard's own codes come out`(key: [UInt8], message: String, expected: String) {
    let maker = HMAC(key: key.span)
    for _ in 0..<2 { #expect(hex(maker.code(of: Array(message.utf8).span)) == expected) }
  }

  @Test func `a digest of parts is that of the whole`() {
    let message = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for cut in 0...message.count {
      var hash = SHA256()
      hash.update(message.span.extracting(0..<cut))
      // Asking in between changes nothing.
      _ = hash.finished()
      hash.update(message.span.extracting(cut..<message.count))
      #expect(hash.finished() == SHA256.digest(of: message))
    }
  }
}
