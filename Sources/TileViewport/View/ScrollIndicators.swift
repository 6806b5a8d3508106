/// Where the scroll indicators are, in view points.
package struct ScrollIndicators: Equatable, Sendable {
  /// An indicator's run: how far from the track's start its thumb begins, and how long it is.
  package struct Thumb: Equatable, Sendable {
    package let start: Double
    package let length: Double
  }

  /// What the indicators may occupy: the view less the indicator insets.
  package let frame: Rect
  /// Nil when all of the content's width shows.
  package let horizontal: Thumb?
  package let vertical: Thumb?

  static let shortest = 36.0
  static let shortestStretched = 7.0
}
