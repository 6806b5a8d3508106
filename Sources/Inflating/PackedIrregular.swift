/// Why packed bytes are not unpacked here.
///
/// It is no verdict on what they hold: other decoders read much that is irregular, and repair some.
package struct PackedIrregular: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
