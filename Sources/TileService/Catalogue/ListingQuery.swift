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
  var order = ListingOrder()

  init(_ query: ArraySlice<UInt8>?) throws(NotServed) {
    do throws(RequestProblem) {
      let fields = try QueryFields(query)
      try fields.checkNames(["folder", "cursor", "limit", "search", "sort", "order"])
      if let folder = try fields.bytes("folder") { try take(folder: folder) }
      if let key = try fields.value("sort") { try take(sort: key) }
      if let direction = try fields.value("order") { try take(order: direction) }
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
    guard
      cursor.map({ $0.key == order.key && !($0.isByKey && order.isDescending) }) ?? true
    else {
      throw .malformed("the cursor belongs to a listing that is sorted otherwise")
    }
  }

  private mutating func take(sort name: String) throws(RequestProblem) {
    guard let key = ListingOrder.Key(rawValue: name) else {
      let known = ListingOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw .malformed("sort is none of \(known)")
    }
    order.key = key
  }

  private mutating func take(order direction: String) throws(RequestProblem) {
    guard direction == "asc" || direction == "desc" else {
      throw .malformed("order is neither asc nor desc")
    }
    order.isDescending = direction == "desc"
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
