import Posix
import PyramidFile
import Sources

/// Documents that only a decoder can describe.
extension ImageIndex {
  /// Opens a document.
  ///
  /// - Parameter path: Of the file as a whole, below the root.
  /// - Returns: nil for what is none.
  /// - Throws: What keeps it from being looked at.
  func document(at path: [UInt8]) throws(NotServed) -> SourceRoot.Source? {
    guard rules.pageEngine == .pdfium, let identifier = ImageIdentifier(path: path) else {
      return nil
    }
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
  /// - Parameter path: Of the file, below the root.
  /// - Returns: false also where something keeps that from being told: that is told where it is read.
  func isDescribed(_ path: [UInt8]) -> Bool { ((try? document(at: path)) ?? nil) != nil }

  /// Has a document described though nobody waits for it: who opens it will ask.
  func describeAhead(_ path: [UInt8]) {
    // An extra: what keeps it from being read is told to who asks for it.
    guard let document = (try? document(at: path)) ?? nil, documents.facts.isOpenEnded(document)
    else { return }
    _ = documents.facts.request(document, for: Waiting()) {}
  }
}
