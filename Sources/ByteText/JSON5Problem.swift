/// Why a text is not JSON5.
package struct JSON5Problem: Error, Equatable {
  package let line: Int
  package let detail: String

  package init(line: Int, detail: String) {
    self.line = line
    self.detail = detail
  }
}
