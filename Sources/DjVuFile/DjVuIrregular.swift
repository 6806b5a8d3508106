/// Why a file is no DjVu document that can be read, in words that go on after its name.
package struct DjVuIrregular: Error, CustomStringConvertible, Equatable, Sendable {
  package let description: String

  init(_ description: String) { self.description = description }

  static let overlaps = DjVuIrregular("the document's parts lie in one another")
  static let endsEarly = DjVuIrregular("the file ends too early")
}
