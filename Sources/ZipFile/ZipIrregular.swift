/// Why an archive, or a file in it, is not read: in words that follow "the archive".
package struct ZipIrregular: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ words: String) { description = words }

  static let endsEarly = ZipIrregular("ends too early")
}
