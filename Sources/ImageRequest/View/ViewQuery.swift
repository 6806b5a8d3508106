import TileGeometry

extension ViewRequest {
  /// Reads a question that came over HTTP, for an image that is there.
  ///
  /// The size and the tiles' size are the image's own and can't be given.
  ///
  /// - Parameters:
  ///   - query: what is asked, read as numbers.
  ///   - shape: the image's.
  /// - Throws: what can't be parsed, named as it was given.
  package init(
    _ query: QueryFields, for shape: ImageShape
  ) throws(RequestProblem) {
    var texts: [ViewParameter: String] = [:]
    let askable = ViewParameter.allCases.filter { $0 != .content && $0 != .tileSize }
    try query.checkNames(askable.map(\.queryName))
    for parameter in askable {
      texts[parameter] = try query.value(parameter.queryName)
    }
    texts[.tileSize] = String(shape.ladder.tileSize.side)
    do {
      try self.init(texts, content: shape.size, finest: shape.ladder.finest)
    } catch {
      throw .malformed(error.reason(naming: \.queryName))
    }
  }
}
