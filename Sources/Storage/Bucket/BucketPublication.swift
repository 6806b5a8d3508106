import Posix
import PyramidFile
import Sources

/// A pyramid that is being written here and goes into a bucket.
final class BucketPublication: PyramidPublication {
  let version: PyramidVersion
  let temporaryPath: FilePath
  private let isReplacing: Bool
  private let store: BucketStore
  private let outbox: Outbox?
  private let file: FileDescriptor
  /// Gives the file a name where it is to wait; nil where nothing can.
  private let waiting: FilePublication?
  /// Nobody else cuts it meanwhile.
  private let claim: BucketClaim

  init(
    _ version: PyramidVersion, isReplacing: Bool, of store: BucketStore, _ outbox: Outbox?,
    _ shelf: CopyShelf, claimedBy claim: BucketClaim
  ) throws(FileError) {
    self.version = version
    self.claim = claim
    self.isReplacing = isReplacing
    self.store = store
    self.outbox = outbox
    if let outbox {
      let waiting = try outbox.begin(version)
      file = try waiting.duplicated()
      temporaryPath = waiting.temporaryPath
      self.waiting = waiting
    } else {
      let file = try shelf.file()
      guard let path = FilePath("/proc/self/fd/\(file.number)") else {
        throw FileError("open", store.path(of: version), .badDescriptor)
      }
      self.file = file
      temporaryPath = path
      waiting = nil
    }
  }

  var fileNumber: Int32 { file.number }
  var failuresBefore: Int { claim.failures }

  func fail(_ failure: KnownFailure) { claim.fail(failure) }

  func publish<Refusal: Error>(
    verifying verify: (FilePath) throws(Refusal) -> Void
  ) throws(PublicationError<Refusal>) -> FilePath {
    do throws(Refusal) {
      try verify(temporaryPath)
    } catch {
      throw .refused(error)
    }
    do throws(FileError) {
      try bringOrLetWait()
    } catch {
      throw .unstored(error)
    }
    return store.path(of: version)
  }

  private func bringOrLetWait() throws(FileError) {
    do throws(FileError) {
      try store.bring(file, version, replacing: isReplacing)
    } catch {
      try wait(after: error)
    }
  }

  /// Lets a pyramid wait for an engine that does not answer: cutting it again would take longer.
  private func wait(after error: FileError) throws(FileError) {
    // One that replaces another would be dropped for that one later.
    guard error.errno.isOfAnEngine, !isReplacing, let waiting, let outbox else { throw error }
    let bytes = try FileStatus.of(temporaryPath).size
    guard try outbox.hasRoom(for: bytes) else {
      throw FileError(
        "write", store.path(of: version), .noSpace,
        "its engine does not answer, and as much waits for it as may")
    }
    try waiting.publish()
  }
}
