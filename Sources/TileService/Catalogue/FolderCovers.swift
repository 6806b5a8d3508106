import ByteText
import Caching
import Posix
import Sources
import Synchronization

/// What stands for a folder in listings: how many images it holds, and the first of them, or of those
/// in the folders below it.
final class FolderCovers: Sendable {
  struct Cover: Sendable {
    /// Of an image, below the root; nil where none is near.
    var image: [UInt8]?
    /// Images in the folder itself.
    var count = 0
    /// Whether the folder has more names than are looked at.
    var isMore = false
  }

  private struct Known {
    let cover: Cover
    /// What was looked at for it, as it was then.
    let folders: [(path: [UInt8], status: FileStatus)]
  }

  private static let capacity = 4096
  /// Names that are looked at in a folder.
  private static let nameLimit = 5000
  /// Folders that are looked into for an image.
  private static let folderLimit = 8

  private let index: ImageIndex
  private let looks: FarLooks<Cover>
  private let known = Mutex(ClockCache<BytesKey, Known>(capacity: capacity))

  init(_ index: ImageIndex, _ lane: WorkLane) {
    self.index = index
    looks = FarLooks(lane)
  }

  /// What stands for a folder.
  ///
  /// - Parameters:
  ///   - folder: below the root.
  ///   - end: when no further folder is read.
  /// - Returns: nil where it can't be told, or time is up.
  func cover(of folder: [UInt8], until end: Instant) -> Cover? {
    guard index.root.isFar(folder) else { return cover(of: folder) { Instant.now < end } }
    return looks.finding(of: folder, until: end) { self.cover(of: folder) { true } }
      ?? knownCover(of: folder)?.cover
  }

  private func knownCover(of folder: [UInt8]) -> Known? {
    known.withLock { $0.value(of: BytesKey(folder[...])) }
  }

  private func cover(of folder: [UInt8], while mayLook: () -> Bool) -> Cover? {
    do throws(FileError) {
      if let known = knownCover(of: folder), try isCurrent(known) { return known.cover }
      guard mayLook() else { return nil }
      let found = try look(into: folder)
      if found.folders.allSatisfy(\.status.isAtRest) {
        known.withLock { $0.insert(found, for: BytesKey(copying: folder[...])) }
      }
      return found.cover
    } catch {
      // It is listed all the same: what is wrong with it is told in full to who asks for it.
      if !error.errno.isOfTheFile {
        index.faults.note(Fault(reading: error.errno), image: folder, "\(error.errno)")
      }
      return nil
    }
  }

  private func isCurrent(_ known: Known) throws(FileError) -> Bool {
    for (path, status) in known.folders
    where try index.root.status(of: ImageIdentifier(path: path)) != status {
      return false
    }
    return true
  }

  /// Looks into a folder, and where it has no image into those nearest below it.
  private func look(into folder: [UInt8]) throws(FileError) -> Known {
    var cover = Cover()
    var folders: [(path: [UInt8], status: FileStatus)] = []
    var waiting: ArraySlice<[UInt8]> = [folder]
    while cover.image == nil, folders.count < Self.folderLimit, let path = waiting.popFirst() {
      guard let identifier = ImageIdentifier(path: path) else { continue }
      // First how it is, then what it holds: a change in between is found out next time.
      let status = try index.root.status(of: identifier)
      let (names, isWhole) = try index.root.names(of: identifier, limit: Self.nameLimit)
      let images = names.filter { !$0.isFolder && SourceFormat.isImageName($0.name.bytes) }
      if folders.isEmpty {
        cover.count = images.count
        cover.isMore = !isWhole
      }
      folders.append((path, status))
      cover.image = images.map(\.name.bytes).min(by: NaturalOrder.precedes).map(path.joined)
      waiting += names.filter(\.isFolder).map(\.name.bytes).sorted(by: NaturalOrder.precedes)
        .prefix(Self.folderLimit).map(path.joined)
    }
    return Known(cover: cover, folders: folders)
  }
}
