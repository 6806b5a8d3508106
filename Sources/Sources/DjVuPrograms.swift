/// DjVuLibre's programs, by which DjVu files are read: children begin them, and nobody links them.
package struct DjVuPrograms: Codable, Equatable, Sendable {
  /// Draws pages.
  package let drawing: String
  /// Tells what is written in documents.
  package let telling: String

  /// - Parameters:
  ///   - drawing: where `ddjvu` lies.
  ///   - telling: where `djvused` lies.
  package init(drawing: String, telling: String) {
    self.drawing = drawing
    self.telling = telling
  }
}
