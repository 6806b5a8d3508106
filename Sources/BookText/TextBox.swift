/// Where a word or a line lies on its page, in 65,535ths of the page's width and height from its
/// upper left corner, as the page is read.
package struct TextBox: Equatable, Sendable {
  package let left: UInt16
  package let top: UInt16
  package let right: UInt16
  package let bottom: UInt16

  /// What there is of a word of which nobody knows where it lies.
  package static let nowhere = TextBox(left: 0, top: 0, right: 0, bottom: 0)
  /// The page's right and lower edge.
  package static let whole = 65_535.0

  package init(left: UInt16, top: UInt16, right: UInt16, bottom: UInt16) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// A box of shares of the page, cut where it goes beyond the page; nil for what is no box, or
  /// nothing of it is on the page.
  ///
  /// - Parameters:
  ///   - left: 0 at the page's left edge, 1 at its right one; and so on.
  ///   - top: 0 at the upper edge.
  ///   - right: not left of the left edge.
  ///   - bottom: not above the upper one.
  package init?(shares left: Double, top: Double, right: Double, bottom: Double) {
    guard left <= right, top <= bottom, right >= 0, bottom >= 0, left <= 1, top <= 1 else {
      return nil
    }
    func part(_ share: Double) -> UInt16 {
      UInt16((min(max(share, 0), 1) * Self.whole).rounded())
    }
    self.init(left: part(left), top: part(top), right: part(right), bottom: part(bottom))
  }

  /// The smallest box that holds this one and another.
  package func union(_ other: TextBox) -> TextBox {
    TextBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  package var isSomewhere: Bool { left < right || top < bottom }
}
