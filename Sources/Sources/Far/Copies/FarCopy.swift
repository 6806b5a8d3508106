package import Fetching
import FetchRules
package import Posix
package import S3Wire

/// An object that is fetched whole, part beside part, all parts of one state.
package struct FarCopy: Sendable {
  /// What was copied: its size and tag are those that came.
  package let identity: SourceIdentity
  /// Seconds since 1970; nil where the engine doesn't tell.
  package let modified: Int64?

  /// In bytes, of one request.
  private static let part: Int64 = 8 << 20
  private static let partsAtATime = 8

  /// Fetches an object into a file.
  ///
  /// - Parameters:
  ///   - object: what is wanted.
  ///   - chain: where keys are looked for.
  ///   - file: empty, and open for writing.
  ///   - path: of the file, for errors.
  ///   - limit: how large the object may be, in bytes.
  ///   - shouldStop: asked ten times a second.
  /// - Throws: why it is not there.
  package init(
    of object: ObjectAddress, by chain: CredentialChain, into file: consuming FileDescriptor,
    at path: FilePath, limit: Int64, shouldStop: () -> Bool
  ) throws(FarCopyError) {
    let engine: Engine
    do throws(FetchingUnavailable) {
      engine = try Engine(object.folder, chain, atATime: Self.partsAtATime)
    } catch {
      throw .unavailable(error)
    }
    defer { engine.stop() }
    let sink = FileSink(file, limit: limit)
    let parts = Parts(engine, object.name, sink)
    var head: AnswerHead
    do throws(FarCopyError) {
      head = try parts.beginning(Self.part, limit: limit, shouldStop)
      if let total = head.contentRange?.total, total > Self.part {
        if head.tag.joinsParts {
          try parts.rest(
            from: Self.part, to: total, by: Self.part, atATime: Self.partsAtATime, head.tag,
            shouldStop)
        } else {
          // Parts that might be of several states become no picture.
          head = try parts.whole(limit: limit, shouldStop)
        }
      }
    } catch {
      if let total = sink.total, total > limit { throw .tooLarge(total, limit: limit) }
      if sink.isEndless { throw .endless(limit: FileSink.longestUntold) }
      if let failure = sink.failure { throw .disk(FileError("write", path, failure)) }
      throw error
    }
    let size = head.contentRange?.total ?? head.length ?? parts.received
    identity = .object(
      name: object.canonicalName ?? [], size: size, tag: head.tag.canonicalText)
    modified = head.lastModified(now: Clock.wallSeconds)
  }
}
