/// An object of a document, as the engine writes it: without comments, and references to other objects
/// are never to streams' lengths.
enum PlainObject: Equatable {
  case number(Double)
  case name(String)
  case reference(Int)
  case array([PlainObject])
  case dictionary([String: PlainObject])
  /// A text, or a word; none of them is looked at.
  case other

  var number: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  var dictionary: [String: PlainObject]? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries
  }
}
