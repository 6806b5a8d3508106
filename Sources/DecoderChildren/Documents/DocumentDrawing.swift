/// Whether the pages of PDF files are drawn without more ado.
package enum DocumentDrawing: String, CaseIterable, Codable, Sendable {
  /// By PDFium, where it is found and the sandbox is complete.
  case on
  /// They are a format like others that are to be switched on.
  case off
}
