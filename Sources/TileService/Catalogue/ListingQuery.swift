import ByteText
import HTTPWire
import ImageRequest

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
    do throws(RequestProblem) {
      let fields = try QueryFields(query)
      try fields.checkNames(["folder", "cursor", "limit", "search"])
      if let folder = try fields.bytes("folder") { try take(folder: folder) }
      if let cursor = try fields.bytes("cursor") { try take(cursor: cursor) }
      if let limit = try fields.bytes("limit") { try take(limit: limit) }
      if let search = try fields.bytes("search") { try take(search: search) }
    } catch {
      throw NotServed(error)
    }
  }

  private mutating func take(folder bytes: [UInt8]) throws(RequestProblem) {
    guard bytes.count <= 4095 else { throw .malformed("the folder's name is too long") }
    folder = bytes
  }

  private mutating func take(cursor bytes: [UInt8]) throws(RequestProblem) {
    cursor = ListingCursor(decoding: bytes)
    guard bytes.isEmpty || cursor != nil else { throw .malformed("the cursor is not one of ours") }
  }

  private mutating func take(limit digits: [UInt8]) throws(RequestProblem) {
    guard digits.count <= 4, let number = DecimalNumber.exact(digits.span),
      (1...Int64(Self.largestPage)).contains(number)
    else { throw .malformed("limit is not a number from 1 to \(Self.largestPage)") }
    limit = Int(number)
  }

  private mutating func take(search bytes: [UInt8]) throws(RequestProblem) {
    guard bytes.count <= Self.longestSearch else {
      throw .malformed("search takes at most \(Self.longestSearch) bytes")
    }
    search = bytes
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
