import ByteText
package import TileGeometry
package import TileViewport

/// A question about a view of a book, parsed from text: which page, how it is laid out with others, and
/// what is asked of any view.
package struct BookViewRequest: Sendable {
  /// How a book is laid out; what is not said is as the book has it.
  package struct Binding: Equatable, Sendable {
    package var layout: BookLayout?
    package var direction: ReadingDirection?
    package var cover: Pairing.Cover?
    package var isShifted: Bool?

    package init() {}
  }

  /// What is asked besides of a view of a book, as it is called over HTTP and on the command line.
  package static let names = ["page", "layout", "direction", "cover", "shift"]

  /// From 1.
  package let page: Int
  package let binding: Binding
  private let texts: [ViewParameter: String]

  /// Reads a question.
  ///
  /// - Parameters:
  ///   - texts: what is asked of any view, by parameter.
  ///   - value: the text of one of ``names``; nil where it is not given.
  /// - Throws: what can't be parsed, named.
  package init(
    _ texts: [ViewParameter: String], _ value: (String) throws(RequestProblem) -> String?
  ) throws(RequestProblem) {
    self.texts = texts
    let text = try value("page") ?? "1"
    guard let number = DecimalText.integer(text[...]), let page = Int32(exactly: number), page >= 1
    else { throw .malformed("page '\(text.prefix(60))' must be a whole number from 1") }
    self.page = Int(page)
    var binding = Binding()
    binding.layout = try Self.choice("layout", value)
    binding.direction = try Self.choice("direction", value)
    binding.cover = try Self.choice("cover", value)
    if let shift = try value("shift") {
      guard shift == "0" || shift == "1" else {
        throw .malformed("shift '\(shift.prefix(60))' must be 0 or 1")
      }
      binding.isShifted = shift == "1"
    }
    self.binding = binding
  }

  /// The same as it came over HTTP.
  package init(_ query: QueryFields) throws(RequestProblem) {
    var texts: [ViewParameter: String] = [:]
    let askable = ViewParameter.allCases.filter { $0 != .content && $0 != .tileSize }
    try query.checkNames(askable.map(\.queryName) + Self.names)
    for parameter in askable { texts[parameter] = try query.value(parameter.queryName) }
    try self.init(texts) { (name) throws(RequestProblem) in try query.value(name) }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ value: (String) throws(RequestProblem) -> String?
  ) throws(RequestProblem) -> Choice? {
    guard let text = try value(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .malformed("\(name) '\(text.prefix(60))' must be one of \(all)")
    }
    return choice
  }

  /// The view that was asked for, of a book.
  ///
  /// - Parameters:
  ///   - extents: how large its pages are.
  ///   - spreads: which of them are seen together.
  ///   - direction: where the next spread lies.
  ///   - isScrolling: whether all of them lie on one surface.
  ///   - tileSize: of its images.
  ///   - name: what a parameter is called where it was given.
  /// - Returns: the view, and the rings of tiles around it.
  /// - Throws: numbers outside what is allowed, or that contradict each other.
  package func answer(
    _ extents: PageExtents, in spreads: Spreads, direction: ReadingDirection, isScrolling: Bool,
    tileSize: TileSize,
    naming name: (ViewParameter) -> String
  ) throws(RequestProblem) -> (view: BookQuestion.Answer, prefetch: Int32) {
    guard page <= Int(extents.count) else {
      throw .absent("the book has \(extents.count) pages, and no page \(page)")
    }
    do throws(ViewRequestError) {
      var texts = texts
      texts[.tileSize] = String(tileSize.side)
      let request = try ViewRequest(texts, content: .onePixel)
      do throws(ViewQuestion.Problem) {
        let question = BookQuestion(
          request.question, page: Int32(page - 1), of: extents, in: spreads,
          direction: direction, isScrolling: isScrolling)
        return (try question.answer(), request.question.prefetch)
      } catch {
        throw request.explained(error)
      }
    } catch {
      throw .malformed(error.reason(naming: name))
    }
  }
}
