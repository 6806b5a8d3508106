/// Packs bytes as TIFF 6.0, 13 says, in the plainest way.
struct LZWPacker {
  private(set) var packed: [UInt8] = []
  private var bits = 0
  private var held = 0
  private var table: [[UInt8]: Int] = [:]
  private var next = 258

  /// Writes a number as a code of the width that the table has come to.
  mutating func put(_ code: Int, width: Int) {
    bits = bits << width | code
    held += width
    while held >= 8 {
      packed.append(UInt8(bits >> (held - 8) & 255))
      held -= 8
      bits &= 1 << held - 1
    }
  }

  private var width: Int { next < 512 ? 9 : next < 1024 ? 10 : next < 2048 ? 11 : 12 }

  /// Packs bytes, and clears the table when it has so many entries, 4094 at most.
  static func pack(
    _ bytes: [UInt8], clearingAt entries: Int = 4094, hasEnd: Bool = true
  ) -> [UInt8] {
    var packer = LZWPacker()
    packer.put(256, width: 9)
    var string: [UInt8] = []
    for byte in bytes {
      let longer = string + [byte]
      if longer.count == 1 || packer.table[longer] != nil {
        string = longer
        continue
      }
      packer.put(packer.code(of: string), width: packer.width)
      packer.table[longer] = packer.next
      packer.next += 1
      if packer.next == entries {
        packer.put(256, width: packer.width)
        packer.next = 258
        packer.table = [:]
      }
      string = [byte]
    }
    if !string.isEmpty {
      packer.put(packer.code(of: string), width: packer.width)
      // Who unpacks it has added a string meanwhile.
      packer.next += 1
    }
    if hasEnd { packer.put(257, width: packer.width) }
    if packer.held > 0 { packer.put(0, width: 8 - packer.held) }
    return packer.packed
  }

  private func code(of string: [UInt8]) -> Int {
    string.count == 1 ? Int(string[0]) : table[string] ?? 0
  }
}
