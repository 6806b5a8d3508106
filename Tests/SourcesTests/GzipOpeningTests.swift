import Testing

@testable import Sources

@Suite struct GzipOpeningTests {
  private static let text = Array(
    ("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\">"
      + (0..<40).map { "<path d=\"M\($0 * 7) \($0 * 13)\"/>" }.joined() + "</svg>").utf8)

  /// The text as zlib writes it, with codes of the block's own, and with those that are fixed.
  private static let packed = [
    "1f8b08000000000002035d93494ec3401045aff2e503c435f680329c80432081122448a2388a737c1a56"
      + "542dfde4c57ba5dfdbc3f3fb0b8f8fdbf27939ef26ded074d86f97c711839f97dd74badfaf2ff3bcaeeb"
      + "66d5cde5769c8588e6f1c7b4df5edfee27bcefa657024df3bfef0ad600d820251061688fa4c125107514"
      + "0fc404b545d2d139102f60b2808a82b946451a8ec97a685bf46e06f628de195ca2796fe016d5991cdca3"
      + "3cb340a825d6211203580a446301ab42aca6a3d2b82a255621351ddfc7f55bace0c290de136b504e1dd5"
      + "a1923a9a403575b40ef5d4d10bb4c40e2185d69aa640630b94588551ec103118a71929c3240d491bcc62"
      + "8798c33c76880bacb4c43aacc50e2905d653475538fd75fc3e86fd0f95352f0849030000",
    "1f8b0800000000000203b3b1afc8cd51284b2d2acecccfb35532d43350b2b7b3292e4b57008ae715db2a"
      + "6594941458e9eb979797eb951bebe517a5eb1b191818e8035528d9d91424966428a4d82af91a281828e9"
      + "23f1cd150c8d51040c4d148ccc50448c0c158c2d51452c144c8d50448c4d15cc4c51444c8c14cc2d5045"
      + "2c152c0d51444ccd140c0d4c5084cc8c150c0dcd519d680074239aab81ce364175b7858982a129aac32d"
      + "0d150ccd505d6e69a1606881ea7443035305434b54c71b1a1a29181958a089592a1819a17ac0d0c84cc1"
      + "c818d50786c6c60a4626e668816a000c5503343173052373b4c0370586be05aa2f0ccd0c158c2c2dd1c4"
      + "2c148c0dd1fc616eaa606c84e60f0b23056363347f58582a189ba2f9c3d24cc1d80cd51f4606c60ac6e6"
      + "e66849c10098160cd0c4cc154c0c50fd616464a2606288968c8c0d154c8cd01292b185828909aa3f8c4c"
      + "4c154c4c51fd61646aa4606266812666a9606281ea0f23333305134b347f981b2b981a80fd01ca0c7600"
      + "95352f0849030000",
  ].map(bytes)

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
  }

  @Test(arguments: 0..<2) func `what is packed comes out`(number: Int) {
    let packed = Self.packed[number]
    #expect(GzipOpening.inflated(packed, limit: 4096) == Self.text)
    #expect(GzipOpening.inflated(packed, limit: 100) == Array(Self.text.prefix(100)))
  }

  @Test(arguments: 0..<2) func `a beginning gives what it holds, and never more`(number: Int) {
    let packed = Self.packed[number]
    for count in packed.indices {
      let found = GzipOpening.inflated(Array(packed.prefix(count)), limit: 4096)
      #expect(Self.text.starts(with: found))
    }
  }

  @Test func `stored blocks are copied`() {
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let first: [UInt8] = [0, 3, 0, 252, 255, 1, 2, 3]
    let last: [UInt8] = [1, 2, 0, 253, 255, 4, 5]
    #expect(GzipOpening.inflated(head + first + last, limit: 9) == [1, 2, 3, 4, 5])
    #expect(GzipOpening.inflated(head + first + last, limit: 4) == [1, 2, 3, 4])
    #expect(GzipOpening.inflated(head + first.dropLast(), limit: 9) == [1, 2])
  }

  @Test func `a head's names and notes are passed over`() {
    let fields = Self.bytes("03006162636e616d652e737667006e6f7465001234")
    let head = [0x1F, 0x8B, 8, 30, 0, 0, 0, 0, 0, 0] + fields
    #expect(GzipOpening.inflated(head + Self.packed[1].dropFirst(10), limit: 4096) == Self.text)
    #expect(GzipOpening.inflated(Array(head.dropLast(3)), limit: 9) == [])
  }

  @Test func `what is no gzip, or damaged, ends where it does`() {
    #expect(GzipOpening.inflated([], limit: 9) == [])
    #expect(
      GzipOpening.inflated([0x1F, 0x8B, 7, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 255, 255], limit: 9) == [])
    // Every byte changed, in every way: nothing is read outside, and it ends.
    for packed in Self.packed {
      for index in packed.indices {
        for change in [1, 2, 16, 128, 255] as [UInt8] {
          var others = packed
          others[index] ^= change
          #expect(GzipOpening.inflated(others, limit: 2000).count <= 2000)
        }
      }
    }
  }
}
