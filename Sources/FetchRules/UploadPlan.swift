/// How something is put into a bucket: in one request, or in parts of one length but for the last.
package struct UploadPlan: Equatable, Sendable {
  /// As engines take in one request.
  package static let longestPart: Int64 = 5 << 30
  /// As they put together.
  package static let mostParts = 10_000
  private static let usualPart: Int64 = 64 << 20

  /// In bytes.
  package let length: Int64
  /// Of each part but the last, in bytes.
  package let part: Int64

  /// Nil for what is longer than all parts together can be.
  ///
  /// - Parameters:
  ///   - length: in bytes.
  ///   - wished: what is longer goes in parts of so many bytes, or of more where there would be too
  ///     many; nil for what engines usually take.
  package init?(of length: Int64, inPartsOf wished: Int64? = nil) {
    let most = Int64(Self.mostParts)
    let least = length / most + (length % most == 0 ? 0 : 1)
    guard length >= 0, least <= Self.longestPart else { return nil }
    self.length = length
    if length <= wished ?? Self.longestPart {
      part = max(length, 1)
    } else {
      part = max(wished ?? Self.usualPart, least)
    }
  }

  /// How many there are.
  package var parts: Int { max(1, Int((length - 1) / part) + 1) }

  /// Where one lies.
  ///
  /// - Parameter index: from 0 on, below their number.
  /// - Returns: its bytes.
  package func range(of index: Int) -> Range<Int64> {
    let start = Int64(index) * part
    return start..<min(start + part, length)
  }
}
