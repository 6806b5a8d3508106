/// An address of the internet protocol, as its number.
package enum IPAddress: Hashable, Sendable {
  case four(UInt32)
  case six(UInt128)

  /// Reads an address as people write it: four decimal numbers, or groups of hexadecimal ones.
  ///
  /// Nil for what is none, and for the odd ways in which systems also write the first kind; those are
  /// known for what they are once they are looked up.
  package init?(_ text: some StringProtocol) {
    if let number = Self.four(text) {
      self = .four(number)
    } else if let number = Self.six(text) {
      self = .six(number)
    } else {
      return nil
    }
  }

  private static func four(_ text: some StringProtocol) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
        part.utf8.count == 1 || part.utf8.first != 0x30, let byte = UInt8(part)
      else { return nil }
      number = number << 8 | UInt32(byte)
    }
    return number
  }

  private static func six(_ text: some StringProtocol) -> UInt128? {
    var groups: [UInt16] = []
    // How many groups stand before the two colons.
    var gap: Int?
    var rest = Array(text.utf8)[...]
    guard rest.count <= 45, rest.count >= 2 else { return nil }
    if rest.starts(with: "::".utf8) {
      gap = 0
      rest = rest.dropFirst(2)
    }
    while !rest.isEmpty {
      let part = rest.prefix { $0 != 0x3A }
      rest = rest[part.endIndex...]
      let word = String(decoding: part, as: UTF8.self)
      if rest.isEmpty, part.contains(0x2E) {
        guard let number = four(word) else { return nil }
        groups += [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
        break
      }
      guard (1...4).contains(part.count), part.first != 0x2B, part.first != 0x2D,
        let group = UInt16(word, radix: 16)
      else { return nil }
      groups.append(group)
      guard !rest.isEmpty else { break }
      rest = rest.dropFirst()
      if rest.first == 0x3A {
        guard gap == nil else { return nil }
        gap = groups.count
        rest = rest.dropFirst()
      } else if rest.isEmpty {
        return nil
      }
    }
    guard groups.count <= (gap == nil ? 8 : 7), gap != nil || groups.count == 8 else { return nil }
    if let gap {
      groups.insert(contentsOf: [UInt16](repeating: 0, count: 8 - groups.count), at: gap)
    }
    return groups.reduce(0) { $0 << 16 | UInt128($1) }
  }
}
