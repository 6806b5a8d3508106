/// Pages of a document in small that lie beside each other, as they are kept in one file.
package struct ThumbnailSheet: Equatable, Sendable {
  /// One page in small.
  package struct Picture: Equatable, Sendable {
    /// What tells how it was made: another is another picture of the page.
    package let print: UInt64
    package let bytes: [UInt8]

    package init(print: UInt64, bytes: [UInt8]) {
      self.print = print
      self.bytes = bytes
    }
  }

  /// Pages of one sheet: as many as somebody sees at a glance or two, so that one is read and written
  /// in no time.
  package static let pageCount = 64
  /// Bytes of a picture at most; larger ones are made anew.
  package static let longestPicture = 1 << 16
  /// What stands before a picture: its page, its print and its length.
  private static let headLength = 4 + 8 + 4

  /// Bytes of a sheet at most.
  static let longest = pageCount * (headLength + longestPicture)

  /// From 1.
  package let number: Int
  /// By their pages, from 1.
  package private(set) var pictures: [Int: Picture] = [:]

  /// An empty one.
  package init(_ number: Int) { self.number = number }

  /// The sheet on which a page is.
  ///
  /// - Parameter page: from 1.
  /// - Returns: from 1.
  package static func number(ofPage page: Int) -> Int { (page - 1) / pageCount + 1 }

  /// Reads one; nil for what no sheet is like.
  ///
  /// - Parameters:
  ///   - number: of the sheet.
  ///   - bytes: as ``bytes`` are, or anything else.
  package init?(_ number: Int, parsing bytes: [UInt8]) {
    self.number = number
    var rest = bytes[...]
    func take(_ count: Int) -> UInt64 {
      let taken = rest.prefix(count)
      rest = rest.dropFirst(count)
      return taken.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    while !rest.isEmpty {
      guard rest.count >= Self.headLength else { return nil }
      let page = Int(take(4))
      let print = take(8)
      let length = Int(take(4))
      guard length <= rest.count, pictures[page] == nil,
        put(Picture(print: print, bytes: Array(rest.prefix(length))), page: page)
      else { return nil }
      rest = rest.dropFirst(length)
    }
  }

  /// Puts a page on the sheet, in place of what was before.
  ///
  /// - Parameters:
  ///   - picture: the page in small.
  ///   - page: from 1.
  /// - Returns: false for a picture that is too long, and for a page of another sheet; neither is put.
  @discardableResult package mutating func put(_ picture: Picture, page: Int) -> Bool {
    guard page >= 1, Self.number(ofPage: page) == number,
      picture.bytes.count <= Self.longestPicture
    else { return false }
    pictures[page] = picture
    return true
  }

  /// What is kept.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func put(_ value: UInt64, _ count: Int) {
      bytes += (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for (page, picture) in pictures.sorted(by: { $0.key < $1.key }) {
      put(UInt64(page), 4)
      put(picture.print, 8)
      put(UInt64(picture.bytes.count), 4)
      bytes += picture.bytes
    }
    return bytes
  }
}
