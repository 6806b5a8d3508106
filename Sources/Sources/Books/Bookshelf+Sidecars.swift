package import BookText
import Books
import ByteText

/// A file beside another one that has the words of its pictures.
package struct TextSidecar: Equatable, Sendable {
  /// Below the root.
  package let path: [UInt8]
  package let kind: RecognizedText.Kind

  /// What such files are called beside `scan.tif`: `scan.hocr`, and so on; the first that is there
  /// counts.
  private static let endings: [(ending: String, kind: RecognizedText.Kind)] = [
    (".hocr", .hocr), (".alto.xml", .xml), (".xml", .xml), (".txt", .plain),
  ]
  /// Folders beside the picture that hold them, too.
  private static let folders = ["", "ocr", "alto", "page"]

  /// Where a file's words would lie.
  ///
  /// - Parameter path: the file's, below the root.
  /// - Returns: the best first.
  static func places(beside path: [UInt8]) -> [TextSidecar] {
    let slash = path.lastIndex(of: ASCII.slash)
    let folder = slash.map { Array(path[..<$0]) } ?? []
    let name = path[(slash.map { $0 + 1 } ?? 0)...]
    let stem = name.lastIndex(of: ASCII.dot).flatMap { $0 > name.startIndex ? name[..<$0] : nil }
    return folders.flatMap { inner in
      endings.map { ending, kind in
        let file = Array(stem ?? name) + ending.utf8
        return TextSidecar(path: folder.joined(Array(inner.utf8)).joined(file), kind: kind)
      }
    }
  }
}

extension Bookshelf {
  /// The file that has a file's words.
  ///
  /// - Parameter path: of a picture or a document, below the root.
  /// - Returns: nil where there is none.
  /// - Throws: what keeps the file system from telling.
  package func sidecar(beside path: [UInt8]) throws(Files.Failure) -> TextSidecar? {
    for sidecar in TextSidecar.places(beside: path) where sidecar.path != path {
      guard try files.isFile(at: sidecar.path) else { continue }
      // All kinds of things are called `.xml`.
      if sidecar.kind == .xml {
        let beginning = try files.bytes(of: sidecar.path, limit: Self.beginning) ?? []
        guard RecognizedText.isOfWords(beginning) else { continue }
      }
      return sidecar
    }
    return nil
  }

  /// Bytes in which a file's first element stands, and all that may be before it.
  private static var beginning: Int { 4096 }
  /// Pages that are looked at to find out whether a book has words.
  private static var pagesLookedAt: Int { 3 }

  /// The book with what may be told of its words.
  func withWords(_ book: Book) throws(Files.Failure) -> Book {
    var book = book
    for file in book.files(atMost: Self.pagesLookedAt) {
      guard try sidecar(beside: file) != nil else { continue }
      book.text = .handedOut
      break
    }
    return book
  }
}

extension Book {
  /// The files of its first pages.
  fileprivate func files(atMost count: Int) -> [[UInt8]] {
    switch images {
    case .pages(let file, _): [file]
    case .files(let paths):
      paths.prefix(count).map { path in
        kind == .page ? ImageIdentifier(path: path)?.asPage?.document.bytes ?? path : path
      }
    }
  }
}
