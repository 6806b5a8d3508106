/// Which pages of a book are seen together: pairs that face each other, and pages by themselves.
///
/// Pages are counted from 0 in the order of reading, whatever direction that is.
package struct Spreads: Equatable, Sendable {
  package struct Spread: Equatable, Sendable {
    package let first: Int32
    /// 1 or 2.
    package let count: Int32

    package var end: Int32 { first + count }
    package var pages: Range<Int32> { first..<end }
  }

  package let pageCount: Int32
  /// The first page of each spread, in the order of reading.
  private let firsts: [Int32]

  /// Every page by itself.
  package init(singlePages pageCount: Int32) {
    self.pageCount = max(0, pageCount)
    firsts = Array(0..<self.pageCount)
  }

  /// The pages of an open book.
  ///
  /// - Parameters:
  ///   - pageCount: how many there are.
  ///   - pairing: which page the first pair begins with.
  ///   - isUnpaired: whether a page is no half of a spread, for it is as wide as one or was bound in
  ///     by itself; pairs begin anew behind it.
  package init(pageCount: Int32, pairing: Pairing, isUnpaired: (Int32) -> Bool = { _ in false }) {
    self.pageCount = max(0, pageCount)
    let alone = (pairing.cover == .alone ? 1 : 0) + (pairing.isShifted ? 1 : 0)
    var firsts: [Int32] = []
    var page: Int32 = 0
    while page < self.pageCount {
      firsts.append(page)
      let isPair =
        page >= alone && page + 1 < self.pageCount && !isUnpaired(page) && !isUnpaired(page + 1)
      page += isPair ? 2 : 1
    }
    self.firsts = firsts
  }

  package var count: Int32 { Int32(firsts.count) }

  /// A spread by its number, from 0, that is one of them.
  package subscript(spread: Int32) -> Spread {
    let next = Int(spread) + 1
    let first = firsts[Int(spread)]
    return Spread(first: first, count: (next < firsts.count ? firsts[next] : pageCount) - first)
  }

  /// The number of the spread that shows a page; the nearest one for a page that is not there.
  package func spread(of page: Int32) -> Int32 {
    var start = 0
    var end = firsts.count
    while start < end {
      let middle = (start + end) / 2
      if firsts[middle] <= page { start = middle + 1 } else { end = middle }
    }
    return Int32(max(0, start - 1))
  }
}
