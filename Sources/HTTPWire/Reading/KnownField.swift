import ByteText

/// The request fields this server reads; each request remembers where the first of each stands.
package enum KnownField: UInt8, CaseIterable, Sendable {
  case accept, acceptEncoding, connection, contentLength, expect, host
  case ifMatch, ifModifiedSince, ifNoneMatch, ifRange, ifUnmodifiedSince
  case range, referer, transferEncoding, userAgent
  case forwardedHost, forwardedProto

  /// A value for each of them: as many as there are cases, which a test counts.
  package typealias Table<Value> = InlineArray<17, Value>

  /// The field a name stands for, letter case aside.
  init?(_ name: Span<UInt8>) {
    let found: KnownField? =
      switch name.count {
      case 4: Self.match(name, "host", .host)
      case 5: Self.match(name, "range", .range)
      case 6:
        Self.match(name, "accept", .accept) ?? Self.match(name, "expect", .expect)
      case 7: Self.match(name, "referer", .referer)
      case 8: Self.match(name, "if-match", .ifMatch) ?? Self.match(name, "if-range", .ifRange)
      case 10:
        Self.match(name, "user-agent", .userAgent) ?? Self.match(name, "connection", .connection)
      case 13: Self.match(name, "if-none-match", .ifNoneMatch)
      case 14: Self.match(name, "content-length", .contentLength)
      case 15: Self.match(name, "accept-encoding", .acceptEncoding)
      case 16: Self.match(name, "x-forwarded-host", .forwardedHost)
      case 17:
        Self.match(name, "transfer-encoding", .transferEncoding)
          ?? Self.match(name, "if-modified-since", .ifModifiedSince)
          ?? Self.match(name, "x-forwarded-proto", .forwardedProto)
      case 19: Self.match(name, "if-unmodified-since", .ifUnmodifiedSince)
      default: nil
      }
    guard let found else { return nil }
    self = found
  }

  private static func match(
    _ name: Span<UInt8>, _ text: StaticString, _ field: KnownField
  ) -> KnownField? {
    name.equalsIgnoringCase(text) ? field : nil
  }
}
