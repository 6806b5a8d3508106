/// How much of a document is to be looked at.
package struct DocumentRequest: Codable, Equatable, Sendable {
  package var source: SourceRequest
  /// The page to begin with, from 1.
  package var first: Int
  /// When no further page is begun, in wall seconds; one page is looked at however long it takes.
  package var seconds: Double
  /// Whether the outline is left for another time: of a longer document it takes as long as all else.
  package var leavesOutline = false

  /// - Parameters:
  ///   - source: how the document is to be read.
  ///   - first: the page to begin with, from 1.
  ///   - seconds: when no further page is begun.
  package init(_ source: SourceRequest, from first: Int = 1, seconds: Double) {
    self.source = source
    self.first = first
    self.seconds = seconds
  }
}
