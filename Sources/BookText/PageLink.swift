/// A place of a page that leads elsewhere.
package struct PageLink: Equatable, Sendable {
  package enum Target: Equatable, Sendable {
    /// Another page, from 1.
    case page(Int)
    case address(LinkAddress)
  }

  package let box: TextBox
  package let target: Target

  package init(_ box: TextBox, to target: Target) {
    self.box = box
    self.target = target
  }

  /// As many as a page may have; the others are left out.
  package static let mostOnPage = 1000
  /// As many bytes as those of a document may have in all.
  package static let longestOfDocument = 4 << 20

  // MARK: As bytes

  /// Links as bytes, to be read by ``links(parsing:pages:)``.
  ///
  /// Eight bytes with the box and four with the page, all from the lowest on; where that is 0, two with
  /// the length of an address, and the address.
  ///
  /// - Parameter links: of one page.
  /// - Returns: nothing for none.
  package static func record(of links: [PageLink]) -> [UInt8] {
    var record: [UInt8] = []
    func append(_ number: Int, _ width: Int) {
      for place in 0..<width { record.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    for link in links {
      for edge in [link.box.left, link.box.top, link.box.right, link.box.bottom] {
        append(Int(edge), 2)
      }
      switch link.target {
      case .page(let page): append(page, 4)
      case .address(let address):
        append(0, 4)
        append(address.text.utf8.count, 2)
        record += address.text.utf8
      }
    }
    return record
  }

  /// Reads the links of a page as they were written; nil for what ``record(of:)`` never makes of links
  /// that lead anywhere.
  ///
  /// - Parameters:
  ///   - record: all of it, from whoever.
  ///   - pages: as many as the document has.
  /// - Returns: the links in the order in which they were told.
  package static func links(parsing record: ArraySlice<UInt8>, pages: Int) -> [PageLink]? {
    var links: [PageLink] = []
    var rest = record
    func number(_ width: Int) -> Int? {
      guard rest.count >= width else { return nil }
      let bytes = rest.prefix(width)
      rest = rest.dropFirst(width)
      return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    while !rest.isEmpty {
      guard links.count < mostOnPage, let left = number(2), let top = number(2),
        let right = number(2), let bottom = number(2), let page = number(4),
        left <= right, top <= bottom, page <= pages
      else { return nil }
      let target: Target
      if page > 0 {
        target = .page(page)
      } else {
        guard let length = number(2), rest.count >= length,
          let address = LinkAddress(rest.prefix(length)),
          address.text.utf8.elementsEqual(rest.prefix(length))
        else { return nil }
        rest = rest.dropFirst(length)
        target = .address(address)
      }
      links.append(
        PageLink(
          TextBox(
            left: UInt16(left), top: UInt16(top), right: UInt16(right), bottom: UInt16(bottom)),
          to: target))
    }
    return links
  }
}
