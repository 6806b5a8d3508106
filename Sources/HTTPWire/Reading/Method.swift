import ByteText

/// A request's method.
package enum Method: UInt8, Sendable {
  case get, head, options, post, put, delete, patch, trace, connect
  /// Well-formed, and unknown here.
  case other

  /// Reads a method of capital letters, `-` and `_`; nil for anything else.
  ///
  /// RFC 9110 allows every token. nginx refuses small letters and llhttp unknown words, so nothing
  /// in use is lost by being this narrow.
  init?(_ bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return nil }
    for index in bytes.indices {
      switch bytes[index] {
      case 0x41...0x5A, ASCII.minus, 0x5F: continue
      default: return nil
      }
    }
    self =
      switch bytes.count {
      case 3 where bytes.equals("GET"): .get
      case 3 where bytes.equals("PUT"): .put
      case 4 where bytes.equals("HEAD"): .head
      case 4 where bytes.equals("POST"): .post
      case 5 where bytes.equals("PATCH"): .patch
      case 5 where bytes.equals("TRACE"): .trace
      case 6 where bytes.equals("DELETE"): .delete
      case 7 where bytes.equals("OPTIONS"): .options
      case 7 where bytes.equals("CONNECT"): .connect
      default: .other
      }
  }
}
