import HTTPWire
import ImageRequest
import Posix
import PyramidFile
import Rendering
import Storage
import Synchronization

/// An image that is being served: its pyramid, open, and what all its answers share.
///
/// It goes on answering when its source is replaced, for requests that began before.
final class ServedImage: Sendable {
  let version: PyramidVersion
  let pyramid: Pyramid
  let file: LocalFile
  let shape: ImageShape
  let source: RenderSource
  /// The source as it was when this image was found.
  let sourcePath: FilePath
  let sourceStatus: FileStatus
  /// Whether the pyramid is the source itself, no file of ours.
  let isAdopted: Bool
  /// How many images the file has beside this one.
  let pages: Int?

  private static let lastKey = Atomic<UInt64>(0)

  init(
    version: PyramidVersion, pyramid: Pyramid, file: LocalFile, source: (FilePath, FileStatus),
    isAdopted: Bool, pages: Int?
  ) {
    self.version = version
    self.pyramid = pyramid
    self.file = file
    self.shape = pyramid.shape
    self.source = RenderSource(
      pyramid: pyramid, key: Self.lastKey.add(1, ordering: .relaxed).newValue)
    (sourcePath, sourceStatus) = source
    self.isAdopted = isAdopted
    self.pages = pages
  }

  /// Whether the file at the source's path is still the one that was found.
  var isCurrent: Bool { (try? FileStatus.of(sourcePath)) == sourceStatus }

  /// The name of one answer's bytes.
  func tag(_ fingerprint: UInt64) -> EntityTag {
    var tag = EntityTag()
    tag.append(version.text.utf8)
    tag.append("-")
    tag.append(hexadecimal: fingerprint)
    return tag
  }
}
