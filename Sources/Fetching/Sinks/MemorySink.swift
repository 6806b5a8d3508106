import Posix
package import S3Wire

/// Keeps an answer in memory; the expectation bounds it.
package final class MemorySink: FetchSink {
  /// Room that is made before bytes come, at most: who promises more has to send it.
  private static let roomBefore: Int64 = 64 << 10

  private let kept = Monitor<[UInt8]>([])

  package init() {}

  /// What has come.
  package var bytes: [UInt8] { kept.read { $0 } }

  package func begin(_ body: Expectation.Body) -> Bool {
    kept.change { kept in
      kept = []
      kept.reserveCapacity(Int(min(body.length ?? 0, Self.roomBefore)))
    }
    return true
  }

  package func take(_ bytes: RawSpan, at offset: Int64) -> Bool {
    kept.change { kept in
      unsafe bytes.withUnsafeBytes { unsafe kept.append(contentsOf: $0) }
    }
    return true
  }
}
