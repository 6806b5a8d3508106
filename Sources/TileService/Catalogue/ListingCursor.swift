import ByteText

/// The last entry of a page, after which the next one goes on: it means the same when files come
/// and go.
struct ListingCursor: Sendable {
  /// What the listing is in the order of.
  let key: ListingOrder.Key
  let last: Catalogue.Found
  /// Whether it is in the order of the keys of a bucket, whose folder is too large to be sorted.
  var isByKey = false

  init(_ last: Catalogue.Found, _ key: ListingOrder.Key) {
    self.last = last
    self.key = key
  }

  /// - Parameter name: the last one of a page, a folder's with a slash.
  init(behindKey name: [UInt8]) {
    let isFolder = name.last == ASCII.slash
    last = Catalogue.Found(isFolder: isFolder, path: isFolder ? name.dropLast() : name)
    key = .name
    isByKey = true
  }

  /// As a page of keys ends.
  var lastKey: [UInt8] { last.isFolder ? last.path + [ASCII.slash] : last.path }

  /// Bytes of a rank, which stands behind the letter of its order.
  private static let rankLength = 8

  /// Hexadecimal digits, which mean themselves in every query.
  init?(decoding text: [UInt8]) {
    guard text.count >= 4, text.count % 2 == 0, text.count <= 16_384 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = Self.value(text[index]), let low = Self.value(text[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    var rest = bytes[...]
    var rank: UInt64 = 0
    if let key = Self.ranked.first(where: { $0.letter == rest.first })?.key {
      guard rest.count > Self.rankLength else { return nil }
      rank = rest.dropFirst().prefix(Self.rankLength).reduce(0) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(1 + Self.rankLength)
      self.key = key
    } else {
      self.key = .name
      isByKey = rest.first == Self.letterOfKeys
      if isByKey { rest = rest.dropFirst() }
    }
    guard let kind = rest.popFirst(), kind == UInt8(ascii: "d") || kind == UInt8(ascii: "f"),
      !rest.isEmpty
    else { return nil }
    last = Catalogue.Found(
      isFolder: kind == UInt8(ascii: "d"), path: Array(rest), rank: Int64(bitPattern: rank))
  }

  private static let letterOfKeys = UInt8(ascii: "k")
  private static let ranked: [(letter: UInt8, key: ListingOrder.Key)] = [
    (UInt8(ascii: "m"), .date), (UInt8(ascii: "s"), .size),
  ]

  var text: String {
    var text: [UInt8] = []
    if let letter = Self.ranked.first(where: { $0.key == key })?.letter {
      text.append(hexadecimal: UInt64(letter), digits: 2)
      text.append(hexadecimal: UInt64(bitPattern: last.rank), digits: 2 * Self.rankLength)
    }
    if isByKey { text.append(hexadecimal: UInt64(Self.letterOfKeys), digits: 2) }
    for byte in [UInt8(ascii: last.isFolder ? "d" : "f")] + last.path {
      text.append(hexadecimal: UInt64(byte), digits: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
