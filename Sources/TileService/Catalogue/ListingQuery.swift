import ByteText
import HTTPWire

/// Which part of which folder is asked for.
struct ListingQuery: Sendable {
  static let largestPage = 1000
  private static let standardPage = 100
  private static let longestSearch = 256

  /// Below the root, decoded; names need not be UTF-8.
  var folder: [UInt8] = []
  var cursor: ListingCursor?
  var limit = Self.standardPage
  var search: [UInt8] = []

  init(_ query: ArraySlice<UInt8>?) throws(NotServed) {
    var seen: Set<String> = []
    for part in (query ?? []).split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let name = String(decoding: part[..<equals], as: UTF8.self)
      var value: [UInt8] = []
      guard value.append(queryValueDecoding: part[equals...].dropFirst()) else {
        throw .malformed("the query is not percent-encoded as it should be")
      }
      guard seen.insert(name).inserted else {
        throw .malformed("the parameter '\(name)' is given twice")
      }
      try take(value, for: name)
    }
  }

  private mutating func take(_ value: [UInt8], for name: String) throws(NotServed) {
    switch name {
    case "folder":
      guard value.count <= 4095 else { throw .malformed("the folder's name is too long") }
      folder = value
    case "cursor":
      guard value.isEmpty || ListingCursor(decoding: value) != nil else {
        throw .malformed("the cursor is not one of ours")
      }
      cursor = ListingCursor(decoding: value)
    case "limit":
      guard value.count <= 4, let number = Int(String(decoding: value, as: UTF8.self)),
        value.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), (1...Self.largestPage).contains(number)
      else { throw .malformed("limit is not a number from 1 to \(Self.largestPage)") }
      limit = number
    case "search":
      guard value.count <= Self.longestSearch else {
        throw .malformed("search takes at most \(Self.longestSearch) bytes")
      }
      search = value
    case "v": break
    default: throw .malformed("there is no parameter '\(name.prefix(60))'")
    }
  }
}

/// The last entry of a page, after which the next one goes on: it means the same when files come
/// and go.
struct ListingCursor: Sendable {
  let last: Catalogue.Found

  init(_ last: Catalogue.Found) { self.last = last }

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
    guard bytes[0] == UInt8(ascii: "d") || bytes[0] == UInt8(ascii: "f") else { return nil }
    last = Catalogue.Found(isFolder: bytes[0] == UInt8(ascii: "d"), path: Array(bytes.dropFirst()))
  }

  var text: String {
    var text: [UInt8] = []
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
