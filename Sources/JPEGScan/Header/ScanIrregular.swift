/// Why a file is not cut by its code words.
///
/// It is no verdict on the picture: other decoders read much that is irregular, and repair some.
package struct ScanIrregular: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
