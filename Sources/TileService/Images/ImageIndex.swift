import CutJobs
import DecoderChildren
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage
import Synchronization
import TileGeometry

/// From names to open pyramids, for all loops: what is open is found under a lock, the rest is
/// opened by whoever asks first.
final class ImageIndex: Sendable {
  /// What an identifier means.
  enum Finding: Sendable {
    case image(OpenImage)
    /// There is a source and no pyramid yet.
    case uncut(CutOrder)
    case folder
    /// A file of several images, each of them a page.
    case document(pages: Int, SourceFormat, path: [UInt8])
    /// A document whose pages are to be counted first.
    case uncounted(SourceRoot.Source)
    case nothing(NotServed)
  }

  private let currentRoot: CurrentRoot
  let store: any PyramidStore
  let documents: DocumentDesks
  /// Who draws pages of documents; nil where none are drawn.
  let drawnPages: DrawnPages?
  let faults: FaultLog
  let rules: CuttingRules
  private let allowsUntrusted: Bool
  /// Levels that are drawn of a page at most.
  let detail: Int
  let tellsPlaces: Bool
  let open: OpenImages
  private let resolutions = ResolutionMemory()
  private let lastKey = Atomic<UInt64>(0)

  /// Opens the root and the store.
  ///
  /// - Parameters:
  ///   - root: where images are served from.
  ///   - store: where pyramids lie and are put.
  ///   - configuration: what administrators decided.
  ///   - capacity: how many images are kept open.
  ///   - succession: how loops learn that they are to let go of what they have open.
  ///   - documents: knows of the pages that only decoders can count.
  ///   - drawnPages: who draws them; nil where none are drawn.
  ///   - faults: told of what can't be read.
  /// - Throws: ``StoreProblem``.
  init(
    root: CurrentRoot, store: StoreLocation, _ configuration: ServiceConfiguration, capacity: Int,
    _ succession: Succession, documents: DocumentDesks, drawnPages: DrawnPages?, faults: FaultLog
  ) throws(StoreProblem) {
    self.documents = documents
    self.drawnPages = drawnPages
    detail = drawnPages == nil ? 0 : configuration.detail
    self.faults = faults
    currentRoot = root
    self.store = try store.opened(
      beside: root.mounts, isWritten: configuration.missingPyramids == .cut)
    rules = configuration.cutRules
    allowsUntrusted = configuration.cutLimits.allowsUntrusted
    tellsPlaces = configuration.tellsPlaces
    open = OpenImages(capacity: capacity, succession)
  }

  /// Where images are served from, the folder as it lies now.
  var root: Mounts { currentRoot.mounts }

  /// Goes over to the folder that lies where the one before was given, and lets go of all that was
  /// open in that one.
  ///
  /// - Throws: why it can't be opened; all stays as it was then.
  func reopenRoot() throws(FileError) {
    let root = root
    guard let folder = root.folder else { return }
    let other = root.with(try SourceRoot(folder.given))
    currentRoot.become(other)
    open.letGo()
  }

  /// Opens a file; where there are no descriptors for it, images that are open make room.
  func makingRoom<File>(
    _ open: () throws(FileError) -> File
  ) throws(FileError) -> File {
    do throws(FileError) {
      return try open()
    } catch {
      guard error.errno.isOutOfDescriptors, self.open.letGo() else { throw error }
      return try open()
    }
  }

  /// Finds what a path means, opening what is not open yet; reads files.
  func find(_ path: [UInt8]) -> Finding {
    if let known = open.current(path) { return .image(known) }
    guard let identifier = ImageIdentifier(path: path) else { return .nothing(.absent) }
    do throws(FileError) {
      let root = root
      if let refusal = root.refusal(of: identifier) { return .nothing(NotServed(refusal)) }
      let source = try makingRoom { () throws(FileError) in try root.open(identifier) }
      return found(source, path, identifier, in: root)
    } catch {
      if error.errno == .isFolder { return .folder }
      guard error.errno.isOfTheFile else { return .nothing(unreadable(path, error)) }
      return .nothing(.absent)
    }
  }

  /// Finds what a document is as one picture: its first page.
  ///
  /// - Parameter document: its path below the root.
  /// - Returns: an image, one that has no pyramid yet, or nothing.
  func findFirstPage(of document: [UInt8]) -> Finding {
    let found = find(ImageIdentifier.path(document, page: SourceResolution.firstPage))
    switch found {
    case .image, .uncut, .nothing: return found
    case .folder, .document: return .nothing(.absent)
    case .uncounted: return .nothing(.changing)
    }
  }

  /// What lies at a path.
  ///
  /// - Parameter path: below the root.
  /// - Returns: nil for nothing that is served.
  /// - Throws: what keeps the file system from telling.
  func status(of path: [UInt8]) throws(NotServed) -> FileStatus? {
    guard let identifier = ImageIdentifier(path: path) else { return nil }
    do throws(FileError) {
      return try root.status(of: identifier)
    } catch {
      guard error.errno.isOfTheFile else { throw unreadable(path, error) }
      return nil
    }
  }

  /// What an order's source is called below the root, with its page.
  func name(of order: CutOrder) -> [UInt8] {
    let below = root.name(ofCanonical: order.source)
    return order.page.map { ImageIdentifier.path(below, page: $0) } ?? below
  }

  private func found(
    _ source: SourceRoot.Source, _ path: [UInt8], _ identifier: ImageIdentifier,
    in root: Mounts
  ) -> Finding {
    let resolution: SourceResolution
    do throws(FileError) {
      guard let resolved = try resolved(source, at: path) else { return .uncounted(source) }
      resolution = resolved
    } catch {
      return .nothing(unreadable(path, error))
    }
    switch resolution {
    case .refused(let refusal):
      if source.page == nil { root.letGo(of: identifier, because: refusal) }
      return .nothing(NotServed(refusal))
    case .document(let pages, let format):
      return .document(pages: pages, format, path: path)
    case .pyramid(let pyramid, let image):
      do throws(NotServed) {
        guard try bringIndex(of: pyramid, in: source.file, at: path, isStored: false) else {
          return .nothing(.damaged(adopted: "its index does not match its checksum"))
        }
      } catch {
        return .nothing(error)
      }
      let place = place(source, path, identifier, image.page, image.engine, in: root)
      return keep(place, pyramid, source.file, image, isStored: false)
    case .toCut(let image):
      let place = place(source, path, identifier, image.page, image.engine, in: root)
      let order = CutOrder(
        version: image.version, source: place.canonicalPath, sourceBytes: place.status.size,
        page: image.page, engine: image.engine, replaces: false)
      return openStored(place, image, order)
    }
  }

  /// - Returns: nil for a document whose pages are to be counted first.
  private func resolved(
    _ source: SourceRoot.Source, at path: [UInt8]
  ) throws(FileError) -> SourceResolution? {
    if let known = resolutions.resolution(of: source, at: path) { return known }
    let counted = documents.counts.known(of: source)
    guard
      let resolution = try SourceResolution(
        of: source.file, at: source.canonicalPath, page: source.page, by: rules,
        allowsUntrusted: allowsUntrusted, counted: counted)
    else { return nil }
    // What nobody could tell now may be told later.
    if counted != .unknown { resolutions.keep(resolution, of: source, at: path) }
    return resolution
  }

  private func openStored(
    _ place: SourcePlace, _ image: ResolvedImage, _ order: CutOrder, isFetchedAnew: Bool = false
  ) -> Finding {
    let file: LocalFile
    do throws(FileError) {
      file = try makingRoom { () throws(FileError) in
        try store.open(image.version)
      }
    } catch {
      guard error.errno != .noSuchFile else { return .uncut(order) }
      return .nothing(pyramidUnreadable(place.path, error))
    }
    let damage: String
    do {
      let pyramid = try Pyramid(file)
      if pyramid.description?.version != image.version.text {
        damage = "it is the pyramid of another image"
      } else if try bringIndex(of: pyramid, in: file, at: place.path, isStored: true) {
        return keep(place, pyramid, file, image, isStored: true)
      } else {
        damage = "its index does not match its checksum"
      }
    } catch let refusal as NotServed {
      return .nothing(refusal)
    } catch {
      if let failure = (error as? TIFFError)?.fileError {
        return .nothing(pyramidUnreadable(place.path, failure))
      }
      damage = "\(error)"
    }
    // It may have become so on its way here.
    if let far = file.far, !isFetchedAnew {
      far.discard()
      return openStored(place, image, order, isFetchedAnew: true)
    }
    faults.note(.damagedPyramid, image: place.path, damage)
    // A damaged pyramid is as good as none, and is written anew.
    return .uncut(order.replacing)
  }

  /// What there is of an image that is being cut.
  ///
  /// - Parameters:
  ///   - preview: of the image.
  ///   - order: that it is cut for.
  ///   - path: below the root.
  /// - Returns: an image that nobody finds again, and that is made anew for each who asks; what is made
  ///   of it is kept all the same.
  func image(of preview: PreviewPyramid, _ order: CutOrder, at path: [UInt8]) -> OpenImage {
    let place = SourcePlace(
      root: root, path: path, watched: order.source, canonicalPath: order.source,
      status: preview.file.status, page: order.page, engine: order.engine, watch: nil)
    // Keys of images that are cut count from the other end.
    return OpenImage(
      place, pyramid: preview.pyramid, file: preview.file, version: order.version,
      key: UInt64.max - preview.number, pages: nil, isStored: false, isPreview: true)
  }

  func place(
    _ source: SourceRoot.Source, _ path: [UInt8], _ identifier: ImageIdentifier, _ page: Int?,
    _ engine: PageEngine? = nil, in root: Mounts
  ) -> SourcePlace {
    let document = source.page == nil ? identifier : identifier.asPage?.document ?? identifier
    var watched = source.canonicalPath
    var watch: (any SourceWatch)?
    if let far = source.file.far {
      watch = far.watch
    } else if let folder = root.folder {
      watched = document.components.reduce(folder.path) { $0.appending($1) }
    }
    return SourcePlace(
      root: root, path: path, watched: watched, canonicalPath: source.canonicalPath,
      status: source.file.status, page: page, engine: engine, watch: watch)
  }

  /// How many levels are drawn of what a pyramid was cut from: of drawings, and of pages of vectors,
  /// whose own size it tells.
  private func drawnDetail(of pyramid: Pyramid, _ resolved: ResolvedImage) -> Int {
    guard resolved.isDrawing || pyramid.description?.nominalSize != nil else { return 0 }
    let size = pyramid.imageSize
    return DrawnDetail.levels(
      of: PixelSize(width: size.width, height: size.height), most: detail)
  }

  /// Opens an image, unless somebody else has opened it meanwhile.
  private func keep(
    _ place: SourcePlace, _ pyramid: Pyramid, _ file: LocalFile, _ resolved: ResolvedImage,
    isStored: Bool
  ) -> Finding {
    let version = resolved.version
    let key = lastKey.add(1, ordering: .relaxed).newValue
    let detail = isStored ? drawnDetail(of: pyramid, resolved) : 0
    let image = OpenImage(
      place, pyramid: pyramid, file: file, version: version, key: key,
      pages: resolved.pageCount > 1 ? resolved.pageCount : nil, isStored: isStored,
      detail: detail, drawing: detail > 0 ? drawnPages?.drawing(of: place) : nil)
    return .image(open.keep(image) { place.root === root })
  }
}
