/// Why a text is not JSON5.
package struct JSON5Problem: Error, Equatable {
  package let line: Int
  package let detail: String

  /// More of what somebody wrote is of no help, and is told to whoever asks.
  private static let longestDetail = 300

  package init(line: Int, detail: String) {
    self.line = line
    self.detail = CleanText.clean(detail, limit: Self.longestDetail) ?? ""
  }
}
