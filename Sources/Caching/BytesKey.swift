/// Bytes as a key: hashed in one go, and looked up by a slice without a copy of it.
@usableFromInline
package struct BytesKey: Hashable, Sendable {
  @usableFromInline let bytes: ArraySlice<UInt8>

  /// A key to look up with: it keeps the whole array of the slice.
  @inlinable
  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// A key to be kept: a copy of its own, where a slice shares the bytes of a whole request.
  @inlinable
  package init(copying bytes: ArraySlice<UInt8>) { self.bytes = ArraySlice(Array(bytes)) }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  @inlinable
  package static func == (left: BytesKey, right: BytesKey) -> Bool { left.bytes == right.bytes }
}
