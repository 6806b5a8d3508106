import Books
import Documents
import HTTPWire
import ImageRequest
import PictureWords
import Posix
import PyramidFile
import PyramidFormat
import Rendering
import Sources
import Synchronization
import TileGeometry

/// An image whose pyramid is open: what every answer about it is made from.
///
/// It stays what it is for as long as somebody holds it; a replaced source makes another one.
final class OpenImage: Sendable {
  /// The path below the root, with the page of a document.
  let path: [UInt8]
  let pyramid: Pyramid
  /// The hash that names what is shown; part of entity tags and addresses.
  let version: PyramidVersion
  let versionText: [UInt8]
  let shape: ImageShape
  let source: RenderSource
  /// Who draws levels that are finer than the pyramid; nil where none are drawn.
  let drawing: (any BlockDrawing)?
  /// How many pages the file has, where it has several.
  let pages: Int?
  /// Whether the pyramid lies in the store, and can be cut anew when it is damaged.
  let isStored: Bool
  /// Whether it is what there is of an image that is being cut.
  let isPreview: Bool
  /// Where the source is, and what it was when it was looked at.
  let sourcePlace: FilePath
  let sourceStatus: FileStatus
  let canonicalPath: FilePath
  let page: Int?
  let engine: PageEngine?
  /// Read when somebody first asks what the picture is.
  let statement = StatementMemory()
  /// The pyramid's file; it stays open with this object.
  let descriptor: Int32
  let bytes: PyramidBytes
  private let watch: (any SourceWatch)?
  private let file: LocalFile
  private let hasTrouble = Atomic(false)

  init(
    _ place: SourcePlace, pyramid: Pyramid, file: LocalFile, version: PyramidVersion, key: UInt64,
    pages: Int?, isStored: Bool, isPreview: Bool = false, detail: Int = 0,
    drawing: (any BlockDrawing)? = nil
  ) {
    path = place.path
    sourcePlace = place.watched
    sourceStatus = place.status
    canonicalPath = place.canonicalPath
    watch = place.watch
    page = place.page
    engine = place.engine
    self.pyramid = pyramid
    self.file = file
    self.version = version
    versionText = Array(version.text.utf8)
    self.drawing = drawing
    shape = pyramid.shape(detail: detail)
    source = RenderSource(
      pyramid: pyramid, key: key, detail: Int32(detail), drawing: drawing)
    self.pages = pages
    self.isStored = isStored
    self.isPreview = isPreview
    descriptor = file.descriptor.number
    bytes = PyramidBytes(of: pyramid, in: file)
  }

  /// Whether the source is still the file that it was, and the pyramid of use; where that can't be
  /// told it is opened anew, and what keeps it from that is told then.
  var isCurrent: Bool {
    guard !hasTrouble.load(ordering: .relaxed), !bytes.areLost else { return false }
    guard let watch else { return (try? FileStatus.of(sourcePlace)) == sourceStatus }
    return watch.isCurrent
  }

  /// Says that the pyramid is damaged: whoever has it open opens it anew, and has it fetched anew
  /// where it lies elsewhere.
  func giveUp() {
    hasTrouble.store(true, ordering: .relaxed)
    file.far?.discard()
  }

  /// Waits until tiles are here that lie elsewhere; see ``PyramidBytes``.
  func bring(_ tiles: [FiledTile]) throws(PyramidTrouble) {
    try bytes.bring(tiles, of: pyramid)
  }

  /// The page that it is, of whatever file.
  var pageNumber: Int { page ?? SourceResolution.firstPage }

  /// As a book has it.
  var pageSize: PageSize {
    PageSize(
      PixelSize(width: shape.size.width, height: shape.size.height), detail: Int(shape.detail))
  }

  func document(named name: ImageName, limits: RequestLimits) -> ImageDocument {
    ImageDocument(
      name: name, version: version.text, shape: shape, limits: limits, pages: pages,
      edition: page == nil ? nil : sourceStatus.edition,
      details: statement.statement?.details ?? PictureDetails())
  }
}

extension OpenImage {
  /// The tile that answers a plan as it lies.
  ///
  /// - Parameter match: what of the pyramid the plan asks for.
  /// - Returns: nil where the file has no such tile, or a damaged one; it is rendered then, and the
  ///   renderer finds out what is wrong.
  /// - Throws: what keeps the file from being read. Nothing else may be answered then: what would be
  ///   rendered are other bytes, under the same tag.
  func storedTile(_ match: TileMatch?) throws(FileError) -> PictureSource? {
    guard case .whole(let address) = match,
      let level = pyramid.storedLevel(address.reduction)
    else { return nil }
    do throws(TIFFError) {
      guard
        let tile = try pyramid.tile(level: level, column: address.column, row: address.row)
      else { return nil }
      if bytes.lacks(tile) { return .elsewhere(tile) }
      let location = tile.location
      let facts = pyramid.levels[level].facts
      guard facts.prefix.isEmpty else {
        return .stored(.bytes(SharedBytes(facts.whole(try pyramid.tileBytes(at: location)))))
      }
      return .stored(
        .region(
          FileRegion(
            owner: self, descriptor: descriptor, offset: location.offset,
            length: Int64(location.length))))
    } catch {
      if let failure = error.fileError { throw failure }
      return nil
    }
  }
}
