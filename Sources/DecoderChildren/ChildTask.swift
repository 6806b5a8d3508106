/// What a decoding process is asked to do; one line of JSON.
package enum ChildTask: Codable, Equatable, Sendable {
  /// Read the header and tell what is there.
  case examine(SourceRequest)
  /// Tell how many pages the document has.
  case countPages(SourceRequest)
  /// Write what the document says of itself and its pages.
  case describe(DocumentRequest)
  /// Write the text of the document's pages.
  case readText(DocumentRequest)
  /// Write a pyramid.
  case cut(CutRequest)
  /// Hold a pyramid against the source.
  case compare(SourceRequest)

  package var source: SourceRequest {
    switch self {
    case .examine(let source), .countPages(let source), .compare(let source): source
    case .describe(let request), .readText(let request): request.source
    case .cut(let request): request.source
    }
  }
}
