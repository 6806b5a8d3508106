package import Posix
package import S3Wire

/// Puts an answer where it belongs in a file that has the object's own offsets.
package final class FileSink: FetchSink {
  private struct Kept {
    var failure: Errno?
    var total: Int64?
    var isEndless = false
    var hasNoRoom = false
  }

  /// Of an answer that does not say how long it is, in bytes.
  package static let longestUntold: Int64 = 256 << 20

  private let file: FileDescriptor
  private let limit: Int64
  private let takesRoom: @Sendable (Int64) -> Bool
  private let kept = Monitor(Kept())

  /// - Parameters:
  ///   - file: open for writing.
  ///   - limit: of the whole object, in bytes: nothing of a larger one is taken.
  ///   - takesRoom: asked whether the file may have so many bytes before it has.
  package init(
    _ file: consuming FileDescriptor, limit: Int64,
    takesRoom: @escaping @Sendable (Int64) -> Bool = { _ in true }
  ) {
    self.file = file
    self.limit = limit
    self.takesRoom = takesRoom
  }

  /// Why bytes could not be put there.
  package var failure: Errno? { kept.read { $0.failure } }

  /// Whether an answer went on for longer than one may that does not say how long it is.
  package var isEndless: Bool { kept.read { $0.isEndless } }

  /// Whether the file might not grow.
  package var hasNoRoom: Bool { kept.read { $0.hasNoRoom } }

  /// How large the object is, as far as an answer has told.
  package var total: Int64? { kept.read { $0.total } }

  package func begin(_ body: Expectation.Body) -> Bool {
    let isOver = kept.change { kept in
      kept.total = body.total
      return kept.isEndless || kept.hasNoRoom
    }
    guard !isOver, body.total ?? 0 <= limit else { return false }
    guard body.start == 0, body.length == body.total else { return true }
    // Of the whole, a try before this one may have left more than there is.
    do throws(Errno) {
      try file.empty()
      return true
    } catch {
      kept.change { $0.failure = error }
      return false
    }
  }

  package func take(_ bytes: RawSpan, at offset: Int64) -> Bool {
    let isTold = kept.read { $0.total != nil }
    guard takesRoom(offset + Int64(bytes.byteCount)) else {
      kept.change { $0.hasNoRoom = true }
      return false
    }
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
