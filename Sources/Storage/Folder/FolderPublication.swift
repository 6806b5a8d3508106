import Posix
import Sources

/// A pyramid that is being written into a folder: this process alone holds its lock.
final class FolderPublication: PyramidPublication {
  let version: PyramidVersion
  private let file: FilePublication
  private let lock: StoreLock
  private let shelves: DurableShelves

  init(
    _ version: PyramidVersion, _ file: FilePublication, _ lock: StoreLock,
    on shelves: DurableShelves
  ) {
    self.version = version
    self.file = file
    self.lock = lock
    self.shelves = shelves
  }

  var temporaryPath: FilePath { file.temporaryPath }

  var fileNumber: Int32 { file.fileNumber }

  func publish<Refusal: Error>(
    verifying verify: (FilePath) throws(Refusal) -> Void
  ) throws(PublicationError<Refusal>) -> FilePath {
    try file.publish(verifying: verify)
    do throws(FileError) {
      try shelves.keep(file.target.parent)
    } catch {
      throw .unstored(error)
    }
    lock.release()
    return file.target
  }
}
