package import Posix
package import S3Wire

/// Puts an answer where it belongs in a file that has the object's own offsets.
package final class FileSink: FetchSink {
  private struct Kept {
    var failure: Errno?
    var total: Int64?
    var isEndless = false
  }

  /// Of an answer that does not say how long it is, in bytes.
  package static let longestUntold: Int64 = 256 << 20

  private let file: FileDescriptor
  private let limit: Int64
  private let kept = Monitor(Kept())

  /// - Parameters:
  ///   - file: open for writing.
  ///   - limit: of the whole object, in bytes: nothing of a larger one is taken.
  package init(_ file: consuming FileDescriptor, limit: Int64) {
    self.file = file
    self.limit = limit
  }

  /// Why bytes could not be put there.
  package var failure: Errno? { kept.read { $0.failure } }

  /// Whether an answer went on for longer than one may that does not say how long it is.
  package var isEndless: Bool { kept.read { $0.isEndless } }

  /// How large the object is, as far as an answer has told.
  package var total: Int64? { kept.read { $0.total } }

  package func begin(_ body: Expectation.Body) -> Bool {
    kept.change { $0.total = body.total }
    return body.total ?? 0 <= limit
  }

  package func take(_ bytes: RawSpan, at offset: Int64) -> Bool {
    let isTold = kept.read { $0.total != nil }
    guard isTold || offset + Int64(bytes.byteCount) <= Self.longestUntold else {
      kept.change { $0.isEndless = true }
      return false
    }
    do throws(Errno) {
      try file.write(bytes, at: offset)
      return true
    } catch {
      kept.change { $0.failure = error }
      return false
    }
  }
}
