import Documents
import HTTPWire
import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
import Sources
import TileGeometry

/// A source as it was found under an identifier.
struct SourcePlace: Sendable {
  let root: Mounts
  /// The identifier's bytes.
  let path: [UInt8]
  /// Below the root's path, links and all: what is looked at to learn of a change.
  let watched: FilePath
  /// Without links, as versions want it.
  let canonicalPath: FilePath
  let status: FileStatus
  /// From 1; nil where the file is one image.
  let page: Int?
  /// What reads it where that is none of our own readers.
  let engine: PageEngine?
  /// The page that the image is, of whatever file.
  var pageNumber: Int { page ?? SourceResolution.firstPage }
  /// Knows of changes of what lies elsewhere; nil for a file, which is looked at.
  let watch: (any SourceWatch)?
}
