import ByteText
package import TileGeometry
package import TileViewport

/// A question to the viewport calculator, parsed from text.
package struct ViewRequest: Equatable, Sendable {
  package let question: ViewQuestion
  private let texts: [ViewParameter: String]

  /// Parses what was given.
  ///
  /// - Parameters:
  ///   - texts: the values by parameter; those left out have their defaults.
  ///   - content: the image's size, when it is known from elsewhere.
  ///   - finest: its finest level, likewise.
  /// - Throws: what can't be parsed, named.
  package init(
    _ texts: [ViewParameter: String], content: ImageSize? = nil, finest: Reduction = .full
  ) throws(ViewRequestError) {
    self.texts = texts
    var question = ViewQuestion(content: try Self.contentSize(texts[.content], known: content))
    question.finest = finest
    for parameter in ViewParameter.allCases {
      guard let text = texts[parameter] else { continue }
      guard question.take(text[...], for: parameter) else {
        throw .notAllowed(parameter, value: text)
      }
    }
    self.question = question
  }

  /// The view that was asked for.
  ///
  /// - Throws: numbers outside what is allowed, or that contradict each other.
  package func answer() throws(ViewRequestError) -> TileView {
    do {
      return try question.answer()
    } catch {
      throw explained(error)
    }
  }

  /// A problem with the value that was given.
  func explained(_ problem: ViewQuestion.Problem) -> ViewRequestError {
    switch problem {
    case .notAllowed(let parameter):
      .notAllowed(ViewParameter(parameter), value: texts[ViewParameter(parameter)])
    case .missing(let parameter): .missing(ViewParameter(parameter))
    case .conflict(let one, let other): .conflict(ViewParameter(one), ViewParameter(other))
    case .minimumAboveMaximum(let minimum, let maximum):
      .minimumAboveMaximum(minimum: minimum, maximum: maximum)
    case .rectMissesImage: .rectMissesImage(value: texts[.rect] ?? "")
    case .tooManyTiles(let count): .tooManyTiles(count)
    }
  }

  private static func contentSize(
    _ text: String?, known: ImageSize?
  ) throws(ViewRequestError) -> ImageSize {
    if let known { return known }
    guard let text else { throw .missing(.content) }
    guard let sides = text[...].integers(2), let size = ImageSize(width: sides[0], height: sides[1])
    else { throw .notAllowed(.content, value: text) }
    return size
  }
}

extension ViewQuestion {
  /// Takes a parameter's text, or says that it can't be parsed.
  fileprivate mutating func take(_ text: Substring, for parameter: ViewParameter) -> Bool {
    switch parameter {
    case .content: return true
    case .bounds:
      guard let sides = text.doubles(2) else { return false }
      bounds = Size(width: sides[0], height: sides[1])
    case .offset: return take(point: text) { $0.offset = $1 }
    case .center: return take(point: text) { $0.center = $1 }
    case .rect:
      guard let numbers = text.doubles(4) else { return false }
      rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    case .inset:
      guard let numbers = text.doubles(4) else { return false }
      inset = EdgeInsets(
        top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    case .zoom: return take(number: text) { $0.zoom = $1 }
    case .minimumZoom: return take(number: text) { $0.minimumZoom = $1 }
    case .maximumZoom: return take(number: text) { $0.maximumZoom = $1 }
    case .devicePixelRatio: return take(number: text) { $0.devicePixelRatio = $1 }
    case .levelsOfDetail: return take(integer: text) { $0.levelsOfDetail = $1 }
    case .levelsOfDetailBias: return take(integer: text) { $0.levelsOfDetailBias = $1 }
    case .prefetch: return take(integer: text) { $0.prefetch = $1 }
    case .tileSize:
      guard let side = text.int32, let size = TileSize(side) else { return false }
      tileSize = size
    case .biasRule:
      guard text == "header" || text == "documentation" else { return false }
      biasRule = text == "header" ? .takenFromCount : .addedToCount
    case .levelRule:
      guard text == "fine" || text == "half" else { return false }
      levelRule = text == "half" ? .halfPixel : .fineEnough
    case .fitting:
      switch text {
      case "bounds": fitting = .bounds
      case "insets": fitting = .insets
      case "page": fitting = .page
      default: return false
      }
    case .centering:
      guard text == "true" || text == "false" else { return false }
      centering = text == "true"
    }
    return true
  }

  private mutating func take(
    number text: Substring, _ assign: (inout ViewQuestion, Double) -> Void
  ) -> Bool {
    guard let number = DecimalText.double(text) else { return false }
    assign(&self, number)
    return true
  }

  private mutating func take(
    integer text: Substring, _ assign: (inout ViewQuestion, Int32) -> Void
  ) -> Bool {
    guard let number = text.int32 else { return false }
    assign(&self, number)
    return true
  }

  private mutating func take(
    point text: Substring, _ assign: (inout ViewQuestion, Point) -> Void
  ) -> Bool {
    guard let numbers = text.doubles(2) else { return false }
    assign(&self, Point(x: numbers[0], y: numbers[1]))
    return true
  }
}

extension Substring {
  fileprivate var int32: Int32? { DecimalText.integer(self).flatMap { Int32(exactly: $0) } }

  /// So many numbers between commas; a size may have an x between its two.
  fileprivate func doubles(_ count: Int) -> [Double]? {
    let numbers = parts(count).compactMap(DecimalText.double)
    return numbers.count == count ? numbers : nil
  }

  fileprivate func integers(_ count: Int) -> [Int64]? {
    let numbers = parts(count).compactMap(DecimalText.integer)
    return numbers.count == count ? numbers : nil
  }

  private func parts(_ count: Int) -> [Substring] {
    let isSize = count == 2 && !contains(",")
    let parts = split(
      separator: isSize ? "x" : ",", maxSplits: count, omittingEmptySubsequences: false)
    return parts.count == count ? parts : []
  }
}
