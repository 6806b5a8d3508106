import Books
import Posix
import PyramidFile
import Rendering
import Sources

/// Documents that only a decoder can describe.
extension ImageIndex {
  /// Opens a document.
  ///
  /// - Parameter path: of the file as a whole, below the root.
  /// - Returns: nil for what is none.
  /// - Throws: what keeps it from being looked at.
  func document(at path: [UInt8]) throws(NotServed) -> SourceRoot.Source? {
    guard let identifier = ImageIdentifier(path: path) else { return nil }
    do throws(FileError) {
      let root = root
      let source = try makingRoom { () throws(FileError) in try root.open(identifier) }
      guard source.page == nil, try rules.isDescribed(source.file) else { return nil }
      return source
    } catch {
      guard error.errno.isOfTheFile else { throw unreadable(path, error) }
      return nil
    }
  }

  /// Whether a file is a document as a whole that a decoder describes.
  ///
  /// - Parameter path: of the file, below the root.
  /// - Returns: false also where something keeps that from being told: that is told where it is read.
  func isDescribed(_ path: [UInt8]) -> Bool { ((try? document(at: path)) ?? nil) != nil }

  /// Has a document described though nobody waits for it: who opens it will ask.
  func describeAhead(_ path: [UInt8]) {
    // An extra: what keeps it from being read is told to who asks for it.
    guard let document = (try? document(at: path)) ?? nil, documents.facts.isOpenEnded(document)
    else { return }
    _ = documents.facts.request(document, for: Waiting()) {}
  }

  /// Has a document counted and looked at that somebody is about to see.
  func welcome(_ path: [UInt8]) {
    // An extra, as above.
    guard let document = (try? document(at: path)) ?? nil else { return }
    if documents.counts.isOpenEnded(document) {
      _ = documents.counts.request(document, for: Waiting()) {}
    }
    if documents.facts.known(of: document) == nil {
      _ = documents.facts.request(document, for: Waiting()) {}
    }
  }

  /// A page that nobody has cut, as far as it can be drawn without that.
  struct UncutPage: Sendable {
    let document: FileStatus
    let number: Int
    /// Nil where nobody knows yet.
    let size: PageSize?
    /// What is kept of its document is named so; nil where nothing is to be kept.
    let version: PyramidVersion?
    let drawing: any BlockDrawing
  }

  /// Finds a page that can be drawn.
  ///
  /// - Parameter path: of the page, or of a document for its first one.
  /// - Returns: nil for what is no page of a document that a decoder describes.
  func uncutPage(at path: [UInt8]) -> UncutPage? {
    guard let drawnPages, rules.pageEngine == .pdfium, let identifier = ImageIdentifier(path: path)
    else { return nil }
    let root = root
    // What keeps it from being read is told to who has it cut.
    guard let source = try? makingRoom({ () throws(FileError) in try root.open(identifier) }),
      rules.pageEngine(of: (try? SourceFormat(of: source.file)) ?? nil) == .pdfium
    else { return nil }
    let place = place(source, path, identifier, source.page, in: root)
    var size: PageSize?
    var version: PyramidVersion?
    if let facts = try? documents.facts.known(of: source)?.get(),
      (0..<facts.sizes.count).contains(place.pageNumber - 1)
    {
      size = facts.sizes[place.pageNumber - 1].limited(toDetail: detail)
      // What is being written may become another without looking different.
      if source.file.status.isAtRest {
        version = rules.version(of: source, page: facts.pageOfName)
      }
    }
    return UncutPage(
      document: source.file.status, number: place.pageNumber, size: size,
      version: version, drawing: drawnPages.drawing(of: place))
  }
}
