import ByteText
import TileGeometry
import TileViewport

/// Why a view can't be computed, with the value that was given.
package enum ViewRequestError: Error, Equatable, Sendable {
  case notAllowed(ViewParameter, value: String?)
  case missing(ViewParameter)
  case conflict(ViewParameter, ViewParameter)
  case minimumAboveMaximum(minimum: Double, maximum: Double)
  case rectMissesImage(value: String)
  case tooManyTiles(Int64)

  /// The reason in one sentence.
  ///
  /// - Parameter name: what a parameter is called where it was given.
  /// - Returns: a sentence without its full stop.
  package func reason(naming name: (ViewParameter) -> String) -> String {
    switch self {
    case .notAllowed(let parameter, let value):
      let shown = value.map { " '\(Self.clipped($0))'" } ?? ""
      return "\(name(parameter))\(shown) must be \(parameter.allowed)"
    case .missing(let parameter):
      return "\(name(parameter)) is needed: \(parameter.allowed)"
    case .conflict(let one, let other):
      return "\(name(one)) and \(name(other)) say the same thing here: give one of them"
    case .minimumAboveMaximum(let minimum, let maximum):
      return "\(name(.minimumZoom)) \(DecimalText.shortest(minimum)) is above"
        + " \(name(.maximumZoom)) \(DecimalText.shortest(maximum))"
    case .rectMissesImage(let value):
      return "\(name(.rect)) '\(Self.clipped(value))' does not touch the image"
    case .tooManyTiles(let count):
      return "the view needs \(count) tiles, more than \(ViewQuestion.maximumTiles):"
        + " give smaller \(name(.bounds)) or less \(name(.prefetch))"
    }
  }

  /// Values come from strangers and may be long.
  private static func clipped(_ value: String) -> String {
    value.count <= 60 ? value : value.prefix(57) + "..."
  }
}
