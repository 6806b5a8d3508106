import Books
import ByteText
import Posix
import PyramidFile
import Sources

/// What an operand means that names a book: a folder or a file by its path, or by its identifier
/// beneath the folder that is served.
struct NamedBook {
  enum Kind {
    case folder
    case document
    case image(page: Int?)
  }

  let root: SourceRoot
  /// Below the root; empty for the root itself.
  let path: [UInt8]
  let kind: Kind

  /// Finds what is there.
  ///
  /// - Parameters:
  ///   - operand: what was typed.
  ///   - folder: the one that is served.
  ///   - rules: how images are cut there.
  /// - Throws: what is wrong with it, in words for who typed it.
  init(_ operand: String, in folder: String, _ rules: CuttingRules) throws {
    guard let place = FilePath(folder) else {
      throw UsageError("--root is empty", command: .manifest)
    }
    root = try SourceRoot(place)
    path = try Self.path(operand, in: root)
    guard let identifier = ImageIdentifier(path: path) else {
      kind = .folder
      return
    }
    let source: SourceRoot.Source
    do throws(FileError) {
      source = try root.open(identifier)
    } catch {
      guard error.errno == .isFolder else { throw error }
      kind = .folder
      return
    }
    if try rules.isDescribed(source.file) {
      kind = source.page == nil ? .document : .image(page: source.page)
      return
    }
    let pages = try PlainFiles.pageSizes(of: source.file)?.count
    if let page = source.page {
      guard page <= pages ?? 1 else {
        throw EnvironmentError("\(operand): the file has \(pages ?? 1) pages")
      }
      kind = .image(page: pages == nil ? nil : page)
    } else {
      kind = pages == nil ? .image(page: nil) : .document
    }
  }

  /// The identifier that was typed, or that of the path that was.
  private static func path(_ operand: String, in root: SourceRoot) throws -> [UInt8] {
    if operand == "." { return [] }
    let typed = Array(operand.utf8)
    let trimmed = typed.last == ASCII.slash ? typed.dropLast() : typed[...]
    if let identifier = ImageIdentifier(path: trimmed), isThere(identifier, in: root) {
      return identifier.bytes
    }
    guard let path = FilePath(operand) else {
      throw UsageError("the book has no name", command: .manifest)
    }
    let found = try FileFolder.canonical(path).bytes
    let root = root.path.bytes
    if found == root { return [] }
    let beginning = root.count == 1 ? root : root + [ASCII.slash]
    guard found.starts(with: beginning) else {
      throw UsageError(
        "'\(operand)' lies outside the folder that is served: say with --root which one that is",
        command: .manifest)
    }
    return Array(found.dropFirst(beginning.count))
  }

  /// Whether an identifier means something; whatever keeps that from being told is told when it is
  /// opened.
  private static func isThere(_ identifier: ImageIdentifier, in root: SourceRoot) -> Bool {
    let names = [identifier, identifier.asPage?.document].compactMap(\.self)
    return names.contains { name in
      do throws(FileError) {
        _ = try root.status(of: name)
        return true
      } catch {
        return error.errno != .noSuchFile
      }
    }
  }
}
