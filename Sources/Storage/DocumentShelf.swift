import Digests
package import Posix
import PyramidFile
package import Sources

/// What was learned of documents, beside the pyramids of a store, so that nobody reads them again:
/// `<store>/documents/<version>.book`, `.text` and `.<sheet>.thumbs`, named like the pyramid of the first
/// page.
///
/// A file is there whole or not at all, and what is no longer as it was written is none.
package struct DocumentShelf: Sendable {
  package enum Kind: Hashable, Sendable {
    /// What a document says of itself and its pages.
    case book
    /// Its words.
    case text
    /// Some of its pages in small: the sheets are numbered from 1.
    case thumbnails(sheet: Int)

    /// Bytes of one at most; more is none of ours.
    package var longest: Int {
      switch self {
      case .book: 1 << 24
      case .text: 1 << 26
      case .thumbnails: ThumbnailSheet.longest
      }
    }

    fileprivate var suffix: String {
      switch self {
      case .book: ".book"
      case .text: ".text"
      case .thumbnails(let sheet): ".\(sheet).thumbs"
      }
    }

    /// Reads what ``suffix`` says; nil for what it never says.
    fileprivate init?(suffix: some StringProtocol) {
      let sheet = suffix.split(separator: ".").first.flatMap { Int($0) } ?? 0
      let kinds = [Kind.book, .text] + (sheet > 0 ? [.thumbnails(sheet: sheet)] : [])
      guard let kind = kinds.first(where: { $0.suffix == suffix }) else { return nil }
      self = kind
    }

    /// What a file begins with.
    fileprivate var mark: [UInt8] {
      switch self {
      case .book: Array("PYRBOOK2".utf8)
      case .text: Array("PYRTEXT1".utf8)
      case .thumbnails: Array("PYRTHUM1".utf8)
      }
    }
  }

  private static let folderName = "documents"
  private static let headLength = 8 + PyramidVersion.length + 4

  private let store: FilePath
  private let folder: FilePath

  /// - Parameter store: the folder of pyramids, which need not be there.
  package init(in store: FilePath) {
    self.store = store
    folder = store.appending(Self.name(Self.folderName))
  }

  /// What was kept of a document.
  ///
  /// - Parameters:
  ///   - kind: what is wanted.
  ///   - version: of its first page.
  /// - Returns: nil where there is nothing, or nothing that can be believed.
  package func contents(_ kind: Kind, of version: PyramidVersion) -> [UInt8]? {
    // An extra: what can't be had is read again where it comes from.
    try? believed(kind, of: version)
  }

  /// Why something that was kept is of no use.
  enum Fault: Error {
    case unreadable(FileError)
    case damaged(String)
  }

  /// What was kept of a document, held against its checksum.
  func believed(_ kind: Kind, of version: PyramidVersion) throws(Fault) -> [UInt8] {
    let bytes: [UInt8]
    let longest = Self.headLength + kind.longest
    do throws(FileError) {
      bytes = try LocalFile(path(kind, of: version)).beginning(limit: longest + 1)
    } catch {
      throw .unreadable(error)
    }
    guard bytes.count <= longest else { throw .damaged("it is longer than such a file ever is") }
    guard bytes.starts(with: kind.mark) else {
      throw .damaged("it does not begin as such files do")
    }
    let contents = Array(bytes.dropFirst(Self.headLength))
    guard bytes.starts(with: Self.head(kind, version, contents)) else {
      throw .damaged("its checksum does not match")
    }
    return contents
  }

  /// Keeps what was learned of a document, in place of what was before.
  ///
  /// - Parameters:
  ///   - contents: more bytes than such a file may have are not kept.
  ///   - kind: what it is.
  ///   - version: of its first page.
  /// - Throws: why it can't be kept; what was there stays.
  package func keep(
    _ contents: [UInt8], _ kind: Kind, of version: PyramidVersion
  ) throws(FileError) {
    guard contents.count <= kind.longest else { return }
    let ownership = try FileOwnership.of(store)
    if try FileFolder.make(folder) {
      try FileDescriptor.open(folder, [.reading, .folder]).give(ownership)
      try FileFolder.synchronize(store)
    }
    let file = try FilePublication(of: path(kind, of: version), as: ownership.ofFiles)
    let bytes = Self.head(kind, version, contents) + contents
    let descriptor = try file.duplicated()
    do throws(Errno) {
      try unsafe descriptor.write(bytes.span.bytes, at: 0)
    } catch {
      throw FileError("write to", file.temporaryPath, error)
    }
    try file.publish()
  }

  /// All documents of which something is kept, in order of versions.
  package func versions() throws(FileError) -> [PyramidVersion] {
    Set(try files().map(\.version)).sorted { $0.text < $1.text }
  }

  /// Forgets what is kept of documents.
  ///
  /// - Parameter versions: of their first pages.
  /// - Throws: what keeps it there.
  package func remove(_ versions: Set<PyramidVersion>) throws(FileError) {
    for (version, kind) in try files() where versions.contains(version) {
      _ = try FileFolder.remove(path(kind, of: version))
    }
  }

  /// The sheets that are kept of a document, in no order.
  ///
  /// - Parameter version: of its first page.
  /// - Returns: those that can be believed.
  /// - Throws: why nobody knows what is there.
  package func sheets(of version: PyramidVersion) throws(FileError) -> [ThumbnailSheet] {
    try files().compactMap { file in
      guard file.version == version, case .thumbnails(let number) = file.kind else { return nil }
      return sheet(number, of: version)
    }
  }

  /// Pages in small that were kept of a document.
  ///
  /// - Parameters:
  ///   - number: of the sheet.
  ///   - version: of the document's first page.
  /// - Returns: nil where there is none, or none that can be believed.
  package func sheet(_ number: Int, of version: PyramidVersion) -> ThumbnailSheet? {
    contents(.thumbnails(sheet: number), of: version).flatMap {
      ThumbnailSheet(number, parsing: $0)
    }
  }

  /// All that is kept, in no order.
  func files() throws(FileError) -> [(version: PyramidVersion, kind: Kind)] {
    let names: [FileName]
    do throws(FileError) {
      names = try FileFolder.names(in: folder)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return []
    }
    return names.map(\.description).compactMap { name in
      guard let version = PyramidVersion(name.prefix(PyramidVersion.length)),
        let kind = Kind(suffix: name.dropFirst(PyramidVersion.length))
      else { return nil }
      return (version, kind)
    }
  }

  /// Removes what dead writers left.
  package func sweep() { FilePublication.sweep(folder, namesBeginning: [UInt8(ascii: ".")]) }

  func path(_ kind: Kind, of version: PyramidVersion) -> FilePath {
    folder.appending(Self.name(version.text + kind.suffix))
  }

  /// What a file begins with: whose it is, and by what its contents are known to be whole.
  private static func head(
    _ kind: Kind, _ version: PyramidVersion, _ contents: [UInt8]
  ) -> [UInt8] {
    var sum = CRC32C()
    let name = Array(version.text.utf8)
    unsafe sum.update(name.span.bytes)
    unsafe sum.update(contents.span.bytes)
    let number = sum.value
    return kind.mark + name + (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func name(_ text: String) -> FileName {
    guard let name = FileName(text) else { preconditionFailure("a version is a file name") }
    return name
  }
}
