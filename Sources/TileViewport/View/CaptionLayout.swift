/// A picture with a text below it, whose height follows from its width.
package struct CaptionLayout: Equatable, Sendable {
  /// The picture's side, in points.
  package var imageSide = 150.0
  package var margin = 20.0
  /// Points between picture and text.
  package var spacing = 8.0

  package init() {}

  /// The width at which the text wraps.
  package func labelWidth(width: Double) -> Double { max(0, width - 2 * margin) }

  /// The size of it all, in whole points.
  ///
  /// A half point left over would stop the bounce at the ends. Rounded once, from the exact sum;
  /// halves go up.
  ///
  /// - Parameters:
  ///   - width: what it is laid out in.
  ///   - labelHeight: the text's height when it wraps at ``labelWidth(width:)``.
  /// - Returns: the width given, and the height that follows.
  package func contentSize(width: Double, labelHeight: Double) -> Size {
    let height = margin + imageSide + spacing + labelHeight + margin
    return Size(width: width, height: Self.rounded(height))
  }

  package static func rounded(_ length: Double) -> Double { (length + 0.5).rounded(.down) }
}
