import Books
import HTTPWire
import Posix
import PyramidFile
import Sources
import TileGeometry

/// The files of the folder that is served, as books are made of them; what is learned of them is
/// remembered.
struct ServedFiles: BookFiles {
  private let index: ImageIndex
  private let catalogue: Catalogue
  private let documents: DocumentPages

  init(_ index: ImageIndex, _ catalogue: Catalogue) {
    self.index = index
    self.catalogue = catalogue
    documents = DocumentPages(index)
  }

  func items(of folder: [UInt8]) throws(NotServed) -> [FolderItem] {
    try catalogue.items(of: folder)
  }

  func glance(at path: [UInt8], until end: Instant) throws(NotServed) -> BookGlance? {
    guard let status = try index.status(of: path), status.kind == .regular else { return nil }
    do throws(FileError) {
      if try documents.isDocument(path, status) { return .document }
    } catch {
      // Its folder is told of all the same; what is wrong with it is told to who asks for it.
      if !error.errno.isOfTheFile {
        index.faults.note(Fault(reading: error.errno), image: path, "\(error.errno)")
      }
      return .image(nil)
    }
    return .image(catalogue.sizes.size(of: path, status, until: end))
  }

  func facts(of path: [UInt8]) throws(NotServed) -> DocumentFacts? {
    guard let document = try index.document(at: path) else {
      return try pageSizes(of: path).map(DocumentFacts.init(ofTIFF:))
    }
    switch index.documents.facts.known(of: document) {
    case .success(let facts): return facts.limited(toDetail: index.detail)
    case .failure(let failure): throw NotServed(document: failure)
    // It has changed since it was looked at.
    case nil: throw .changing
    }
  }

  func size(ofPage page: Int, in path: [UInt8]) throws(NotServed) -> PageSize? {
    let sizes: Runs<PageSize>?
    if let document = try index.document(at: path) {
      switch index.documents.facts.known(of: document) {
      case .success(let facts): sizes = facts.sizes
      case .failure(let failure): throw NotServed(document: failure)
      case nil: sizes = nil
      }
    } else {
      sizes = try pageSizes(of: path)
    }
    guard let sizes, (1...max(1, sizes.count)).contains(page), sizes.count > 0 else { return nil }
    let size = sizes[page - 1]
    return size.pixels == nil ? nil : size.limited(toDetail: index.detail)
  }

  private func pageSizes(of path: [UInt8]) throws(NotServed) -> Runs<PageSize>? {
    guard let status = try index.status(of: path) else { throw .absent }
    do throws(FileError) {
      return try documents.sizes(of: path, status)
    } catch {
      throw index.unreadable(path, error)
    }
  }

  func cover(of folder: [UInt8], until end: Instant) -> [UInt8]? {
    catalogue.covers.cover(of: folder, until: end)?.image
  }

  func isFile(at path: [UInt8]) throws(NotServed) -> Bool {
    try index.status(of: path)?.kind == .regular
  }

  func bytes(of path: [UInt8], limit: Int) throws(NotServed) -> [UInt8]? {
    guard let identifier = ImageIdentifier(path: path) else { return nil }
    do throws(FileError) {
      return try index.root.file(named: identifier).beginning(limit: limit)
    } catch {
      guard error.errno.isOfTheFile else { throw index.unreadable(path, error) }
      return nil
    }
  }

  func failure(_ trouble: BookTrouble, at path: [UInt8]) -> NotServed {
    switch trouble {
    case .stillLooking, .stillReading:
      return NotServed(.serviceUnavailable, trouble.description, retryAfter: 1)
    case .tooManyPages, .tooManyImages, .tooManyItems:
      return NotServed(.unprocessable, trouble.description)
    case .file, .noText:
      note(trouble, at: path)
      return NotServed(.unprocessable, trouble.description)
    }
  }

  func note(_ trouble: BookTrouble, at path: [UInt8]) {
    index.faults.note(.sidecar, image: path, trouble.description)
  }
}

extension NotServed {
  static let nothingToShow = NotServed(
    .notFound,
    "there is no image here whose size is known, and so no manifest; a folder's documents are in its"
      + " collection.json, and have manifests of their own")
  static let noCollection = NotServed(
    .notFound, "only a folder has a collection; this has a manifest")
}
