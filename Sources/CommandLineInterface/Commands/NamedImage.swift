import ByteText
import Posix
import PyramidFile
import Sources

/// The image that an operand means: a file by its path, or by its identifier beneath a root.
struct NamedImage {
  let file: LocalFile
  /// From 1; nil where nobody said which.
  let page: Int?
  /// What viewers call it; nil for what was named by its path.
  let id: String?
  /// Without links, as versions want it.
  let canonicalPath: FilePath
  /// Where it lies, if that is elsewhere.
  let far: AddressedSources?

  /// Finds what is there to be opened.
  ///
  /// - Parameters:
  ///   - operand: what was typed: an identifier, or a path.
  ///   - page: what a flag says.
  ///   - root: the folder to look identifiers up in; nil where the operand may be a path too, and
  ///     `folder` comes second.
  ///   - folder: where identifiers are looked up where no root is given.
  ///   - far: what the operand leads to where it is an address.
  /// - Throws: what is wrong with it, in words for who typed it.
  init(
    _ operand: String, page: Int?, root: String?, folder: String, far: AddressedSources? = nil
  ) throws {
    self.far = root == nil ? far : nil
    if let far = self.far {
      file = try far.open(at: 0)
      canonicalPath = file.path
      id = nil
      self.page = page
      return
    }
    if root == nil, let path = FilePath(operand), (try? FileStatus.of(path)) != nil {
      canonicalPath = try FileFolder.canonical(path)
      file = try LocalFile(path)
      id = nil
      self.page = page
      return
    }
    guard let place = FilePath(root ?? folder) else {
      throw UsageError("--root is empty", command: .inspect)
    }
    let source = try Self.source(operand, in: try SourceRoot(place))
    guard page == nil || source.found.page == nil || page == source.found.page else {
      throw UsageError("'\(operand)' and --page name two pages", command: .inspect)
    }
    canonicalPath = source.found.canonicalPath
    file = source.found.file
    id = source.id.description
    self.page = source.found.page ?? page
  }

  /// The identifier as it is typed, and then as an address has it.
  private static func source(
    _ operand: String, in root: SourceRoot
  ) throws -> (found: SourceRoot.Source, id: ImageIdentifier) {
    var refusal: FileError?
    for text in [Array(operand.utf8), decoded(operand)] {
      guard let text, let id = ImageIdentifier(path: text) else { continue }
      do throws(FileError) {
        return (try root.open(id), id)
      } catch {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? FileError("find", operand, .noSuchFile)
  }

  /// Without percent signs; nil where one is followed by something else than two digits.
  private static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    return bytes.append(percentDecoding: Array(text.utf8)[...]) ? bytes : nil
  }
}
