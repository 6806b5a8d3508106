import DecoderChildren
import Posix
package import PyramidFile
package import PyramidFormat
import Sources
import Synchronization
import TileGeometry

/// The coarse levels of an image while it is cut.
package final class PreviewPyramid: Sendable {
  /// Tells previews apart: never used for another one while the process lives.
  package let number: UInt64
  package let file: LocalFile
  /// All levels of the image, of which the finest have no tiles; see ``CutPreview``.
  package let pyramid: Pyramid

  private static let last = Atomic<UInt64>(0)

  /// Opens what a child has written, who may not be believed; nil for what is no preview of that image.
  ///
  /// - Parameters:
  ///   - file: that it was given.
  ///   - description: what it must say of itself.
  ///   - facts: what its source is, as it was told when the cut began.
  init?(_ file: LocalFile, as description: PyramidDescription, _ facts: SourceFacts) {
    // Whatever keeps it from being read, the cut goes on without.
    guard let pyramid = try? Pyramid(file), pyramid.description == description,
      pyramid.imageSize.width == Int64(facts.width),
      pyramid.imageSize.height == Int64(facts.height),
      pyramid.tileSize == description.recipe.tileSize,
      pyramid.levels.count == pyramid.ladder.count,
      pyramid.storedLevel(CutPreview.finest) == Int(CutPreview.finest.exponent)
    else { return nil }
    self.file = file
    self.pyramid = pyramid
    number = Self.last.add(1, ordering: .relaxed).newValue
  }

  /// A file for a child to write one to.
  ///
  /// - Returns: nil where the system has none to give: the cut goes on without.
  static func file() -> LocalFile? {
    do {
      let memory = try FileDescriptor.inMemory(name: "preview", byteCount: CutPreview.mostBytes)
      return try LocalFile(memory, path: .here)
    } catch {
      return nil
    }
  }
}

extension PreviewPyramid: Equatable {
  package static func == (one: PreviewPyramid, other: PreviewPyramid) -> Bool { one === other }
}
