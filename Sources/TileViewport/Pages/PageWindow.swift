/// The few pages that have a view of their own, out of however many there are.
///
/// Views are recycled: page p lives in slot p modulo the pool's size, so that turning a page
/// moves exactly one view.
package struct PageWindow: Equatable, Sendable {
  package static let poolBounds: ClosedRange<Int32> = 3...9

  package let pageCount: Int32
  package let poolSize: Int32
  /// Points that the offset must pass a half-page line by before the page flips; 0 flips on it.
  package var hysteresis: Double
  package var tie = PageStrip.Tie.forward
  /// The page in view, counted from 0.
  package private(set) var current: Int32

  package init(pageCount: Int32, poolSize: Int32 = 3, current: Int32 = 0, hysteresis: Double = 0) {
    self.pageCount = max(0, pageCount)
    self.poolSize = min(max(poolSize, Self.poolBounds.lowerBound), Self.poolBounds.upperBound) | 1
    self.hysteresis = max(0, hysteresis)
    self.current = min(max(0, current), max(0, pageCount - 1))
  }

  /// The first of the pages that have a view.
  package var first: Int32 { max(0, current - poolSize / 2) }
  /// The page behind the last that has one.
  package var end: Int32 { min(pageCount, current + poolSize / 2 + 1) }

  package func contains(_ page: Int32) -> Bool { page >= first && page < end }

  package func slot(of page: Int32) -> Int32 { page % poolSize }

  /// Follows a strip's offset.
  ///
  /// - Parameters:
  ///   - offset: the strip point at the view's left edge.
  ///   - pageWidth: from one page's beginning to the next one's, in points.
  /// - Returns: whether another page is in view now.
  package mutating func follow(offset: Double, pageWidth: Double) -> Bool {
    guard pageCount > 0, pageWidth > 0 else { return false }
    let last = Double(pageCount - 1)
    let wanted = min(max(0, PageStrip.page(at: offset, length: pageWidth, tie: tie)), last)
    guard wanted != Double(current) else { return false }
    let line = (wanted > Double(current) ? wanted - 0.5 : wanted + 0.5) * pageWidth
    guard abs(offset - line) >= hysteresis || abs(wanted - Double(current)) > 1 else {
      return false
    }
    current = Int32(wanted)
    return true
  }

  package mutating func show(_ page: Int32) { current = min(max(0, page), max(0, pageCount - 1)) }
}
