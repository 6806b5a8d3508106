import Caching
import ImageRequest
import PictureWords
import Posix
import PyramidFile
import Sources
import Synchronization
import TileGeometry

/// How large pictures are, by the heads of their files: read once for a file as it is, a few
/// kilobytes each.
final class PictureSizes: Sendable {
  /// Some 100 bytes each.
  private static let capacity = 32_768

  private let index: ImageIndex
  /// Without a size for what doesn't tell one.
  private let known = Mutex(ClockCache<FileStatus, PixelSize?>(capacity: capacity))

  private let looks: FarLooks<PixelSize>

  init(_ index: ImageIndex, _ lane: WorkLane) {
    self.index = index
    looks = FarLooks(lane)
  }

  /// The size of a picture, orientation applied.
  ///
  /// - Parameters:
  ///   - path: the picture's, below the root.
  ///   - status: what the file system says of it now.
  ///   - end: when no further file is looked at.
  /// - Returns: nil where its head doesn't tell, nobody has it open, or time is up.
  func size(of path: [UInt8], _ status: FileStatus, until end: Instant) -> PixelSize? {
    if let size = known.withLock({ $0.value(of: status) }) { return size ?? openSize(path) }
    guard let identifier = ImageIdentifier(path: path) else { return nil }
    guard index.root.isFar(path) else {
      return Instant.now < end ? look(at: identifier) : nil
    }
    return looks.finding(of: path, until: end) { self.look(at: identifier) }
  }

  private func look(at identifier: ImageIdentifier) -> PixelSize? {
    let path = identifier.bytes
    do throws(FileError) {
      let file = try index.root.open(identifier).file
      let size = try PictureHead.size(of: file)
      if file.status.isAtRest { known.withLock { $0.insert(size, for: file.status) } }
      return size ?? openSize(path)
    } catch {
      // It is listed all the same: what is wrong with it is told in full to who asks for it.
      if !error.errno.isOfTheFile {
        index.faults.note(Fault(reading: error.errno), image: path, "\(error.errno)")
      }
      return nil
    }
  }

  /// The size of a picture that somebody waits for.
  ///
  /// - Parameters:
  ///   - path: the picture's, below the root.
  ///   - status: what the file system says of it now.
  /// - Returns: nil for a document's pages too, whose file tells of the first one alone.
  func soon(of path: [UInt8], _ status: FileStatus) -> PixelSize? {
    guard ImageIdentifier(path: path)?.asPage == nil else { return nil }
    return size(of: path, status, until: .now + .seconds(1))
  }

  /// Drawings have the size that they were drawn in.
  private func openSize(_ path: [UInt8]) -> PixelSize? {
    index.open.current(path).map {
      PixelSize(width: $0.shape.size.width, height: $0.shape.size.height)
    }
  }
}
