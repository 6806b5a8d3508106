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
}
