import Cutter
import Imaging
import Posix
import PyramidFile
import Storage

/// Finds images by their identifiers, and keeps the ones in use open for all loops.
final class ImageIndex: Sendable {
  /// What an identifier means.
  enum Finding: Sendable {
    case image(ServedImage)
    /// It is an image, and nobody has cut it yet.
    case uncut(Uncut)
    /// A file of so many pages, each an image of its own.
    case document(pages: Int)
    case folder
    case nothing
    /// It is there and can't be served, in words for who asked.
    case unusable(String)
  }

  /// A source that a pyramid can be made of.
  struct Uncut: Sendable {
    let version: PyramidVersion
    let path: FilePath
    let page: Int?
  }

  private struct State {
    var images: [ImageIdentifier: ServedImage] = [:]
  }

  let root: SourceRoot
  let store: PyramidStore
  private let recipe: PyramidRecipe
  private let allowsUntrusted: Bool
  private let state = Monitor(State())

  /// Images that are kept open; each holds a descriptor and an index in memory.
  private static let openImages = 512

  init(_ configuration: ServiceConfiguration) throws(FileError) {
    root = try SourceRoot(configuration.root)
    store = try PyramidStore(configuration.store, creating: true)
    recipe = configuration.recipe
    allowsUntrusted = configuration.cutLimits.allowsUntrusted
  }

  /// Looks an identifier up; a bounded number of reads of local files.
  func find(_ identifier: ImageIdentifier) -> Finding {
    if let known = state.read({ $0.images[identifier] }) {
      if known.isCurrent { return .image(known) }
      forget(known, as: identifier)
    }
    do {
      let finding = try look(identifier)
      if case .image(let image) = finding { keep(image, as: identifier) }
      return finding
    } catch let error as FileError {
      return Self.meaning(of: error)
    } catch {
      return .unusable("the file can't be read as an image: \(error)")
    }
  }

  /// Lets an image go whose pyramid is damaged; a file of ours is removed, to be made anew.
  func discard(_ image: ServedImage, as identifier: ImageIdentifier) {
    forget(image, as: identifier)
    if !image.isAdopted { _ = try? store.remove(image.version) }
  }

  private func keep(_ image: ServedImage, as identifier: ImageIdentifier) {
    state.change { state in
      // Which one goes hardly matters: loops hold on to the images they use.
      if state.images.count >= Self.openImages, let some = state.images.keys.first {
        state.images[some] = nil
      }
      state.images[identifier] = image
    }
  }

  private func forget(_ image: ServedImage, as identifier: ImageIdentifier) {
    state.change { state in
      if state.images[identifier] === image { state.images[identifier] = nil }
    }
  }

  private func look(_ identifier: ImageIdentifier) throws -> Finding {
    let source = try root.open(identifier)
    let path = source.canonicalPath
    let status = source.file.status
    let format = try SourceFormat(of: source.file)
    guard let format else { return .unusable("the file is no image that can be cut") }
    guard format.isTrusted || allowsUntrusted else {
      return .unusable("images of this format are switched off here")
    }
    let page = source.page
    var pages: Int?
    if format == .tiff {
      if let adopted = try adopted(source, status) { return .image(adopted) }
      let count = try Pyramid.pageCount(of: source.file)
      guard page.map({ $0 <= count }) ?? true else { return .nothing }
      if count > 1, page == nil { return .document(pages: count) }
      pages = count > 1 ? count : nil
    } else if let page, page > 1, format != .pdf {
      return .nothing
    }
    // Other images have one page, whatever it is called by.
    let cutPage = format == .tiff && pages == nil ? nil : page
    let version = PyramidVersion(path: path, status: status, page: cutPage, recipe: recipe)
    guard store.contains(version) else {
      return .uncut(Uncut(version: version, path: path, page: cutPage))
    }
    let file = try LocalFile(store.path(of: version))
    let pyramid = try Pyramid(file)
    return .image(
      ServedImage(
        version: version, pyramid: pyramid, file: file, source: (path, status), isAdopted: false,
        pages: pages))
  }

  /// The image of a file that is a pyramid already.
  private func adopted(_ source: SourceRoot.Source, _ status: FileStatus) throws -> ServedImage? {
    guard let whole = try Adoption.pyramid(at: source.canonicalPath) else { return nil }
    let page = source.page ?? 1
    guard page <= whole.pageCount else { return nil }
    // Pyramids of several pictures, as microscopes write them, open on their first.
    let pyramid = page == 1 ? whole : try Pyramid(source.file, page: page)
    guard let file = pyramid.source as? LocalFile else { return nil }
    let version = PyramidVersion(
      path: source.canonicalPath, status: status, page: source.page, recipe: recipe)
    return ServedImage(
      version: version, pyramid: pyramid, file: file, source: (source.canonicalPath, status),
      isAdopted: true, pages: whole.pageCount > 1 ? whole.pageCount : nil)
  }

  private static func meaning(of error: FileError) -> Finding {
    switch error.errno {
    case .isFolder: .folder
    case .tooManyOpenFiles: .unusable("too many files are open")
    default: .nothing
    }
  }
}

extension SourceFormat {
  /// What the first bytes of an open file say.
  fileprivate init?(of file: LocalFile) throws {
    var first = [UInt8](repeating: 0, count: Self.bytesNeeded)
    var span = first.mutableSpan
    var bytes = unsafe span.mutableBytes
    let count = try file.read(at: 0, into: &bytes)
    let head = Array(first.prefix(count))
    self.init(firstBytes: head.span)
  }
}
