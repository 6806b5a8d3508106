import ByteText
import Foundation
import Testing

@Suite struct FoldedTextTests {
  private static func folded(_ text: String) -> String {
    String(decoding: [UInt8](folding: text.utf8), as: UTF8.self)
  }

  private static let blocks: [ClosedRange<UInt32>] = [
    0x20...0x24F, 0x370...0x52F, 0x1E00...0x1FFF,
  ]

  /// Some small letters have their capitals in blocks that are not folded.
  private func isKnown(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in Self.blocks.contains { $0.contains(scalar.value) } }
  }

  /// Foundation composes, takes apart and changes case: the same letter must come of all of that.
  @Test(arguments: blocks)
  func `a letter is the same however it is written`(block: ClosedRange<UInt32>) {
    for scalar in block.compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      let folded = Self.folded(text)
      #expect(Self.folded(folded) == folded, "\(scalar.value)")
      #expect(Self.folded(text.decomposedStringWithCanonicalMapping) == folded, "\(scalar.value)")
      #expect(Self.folded(text.precomposedStringWithCanonicalMapping) == folded, "\(scalar.value)")
      let properties = scalar.properties
      for other in [properties.lowercaseMapping, properties.uppercaseMapping]
      where other.unicodeScalars.count == 1 && isKnown(other) {
        #expect(Self.folded(other) == folded, "\(scalar.value)")
      }
    }
  }

  @Test(
    arguments: [
      ("MÜLLER", "muller"), ("Mu\u{308}ller", "muller"), ("Straße", "strasse"),
      ("STRAẞE", "strasse"), ("Ελλάς", "ελλασ"), ("Ёжик Й", "ежик и"), ("Łódź", "łodz"),
      ("日本語.jpg", "日本語.jpg"),
      ("🏔️", "🏔️"), ("", ""), ("Việt", "viet"), ("\u{301}", ""),
    ])
  func `folded text is small and has no marks`(text: String, wanted: String) {
    #expect(Self.folded(text) == wanted)
  }

  @Test func `what is no text stays`() {
    let broken: [[UInt8]] = [
      [0xE9], [0xC3], [0x80, 0xC3], [0xE1, 0xBA], [0xF0, 0x9F, 0x41], [0xFF],
    ]
    for bytes in broken {
      #expect([UInt8](folding: bytes).count == bytes.count)
    }
    #expect([UInt8](folding: [0xE9, 0x41]) == [0xE9, 0x61])
  }
}
