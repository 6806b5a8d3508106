/// Why a file is not served.
package enum SourceRefusal: Equatable, Sendable {
  /// A file without a byte.
  case empty
  /// No image of a kind that can be cut.
  case noImage
  /// An image of a kind that is to be switched on first.
  case switchedOff(SourceFormat)
  case noPage(Int, of: Int)
}
