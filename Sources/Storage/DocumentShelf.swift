import Digests
package import Posix
import PyramidFile
package import Sources

/// What documents have said of themselves, beside the pyramids of a store, so that nobody reads them
/// again: `<store>/documents/<version>.book`, named like the pyramid of the first page.
///
/// A file is there whole or not at all, and what is no longer as it was written is none.
package struct DocumentShelf: Sendable {
  private static let folderName = "documents"
  private static let suffix = ".book"
  private static let mark = Array("PYRBOOK1".utf8)
  private static let headLength = mark.count + PyramidVersion.length + 4

  /// Bytes of one at most; more is none of ours.
  package static let longest = 1 << 24

  private let store: FilePath
  private let folder: FilePath

  /// - Parameter store: The folder of pyramids, which need not be there.
  package init(in store: FilePath) {
    self.store = store
    folder = store.appending(Self.name(Self.folderName))
  }

  /// What was kept of a document.
  ///
  /// - Parameter version: Of its first page.
  /// - Returns: nil where there is nothing, or nothing that can be believed.
  package func contents(of version: PyramidVersion) -> [UInt8]? {
    // An extra: what can't be had is read again where it comes from.
    guard
      let bytes = try? LocalFile(path(of: version)).beginning(
        limit: Self.headLength + Self.longest + 1),
      (Self.headLength...Self.headLength + Self.longest).contains(bytes.count)
    else { return nil }
    let contents = Array(bytes[Self.headLength...])
    return bytes.starts(with: Self.head(version, contents)) ? contents : nil
  }

  /// Keeps what a document has said, in place of what it said before.
  ///
  /// - Parameters:
  ///   - contents: At most ``longest`` bytes; more are not kept.
  ///   - version: Of its first page.
  /// - Throws: Why it can't be kept; what was there stays.
  package func keep(_ contents: [UInt8], of version: PyramidVersion) throws(FileError) {
    guard contents.count <= Self.longest else { return }
    let ownership = try FileOwnership.of(store)
    if try FileFolder.make(folder) {
      try FileDescriptor.open(folder, [.reading, .folder]).give(ownership)
      try FileFolder.synchronize(store)
    }
    let file = try FilePublication(of: path(of: version), as: ownership.ofFiles)
    let bytes = Self.head(version, contents) + contents
    let descriptor = try file.duplicated()
    do throws(Errno) {
      try unsafe descriptor.write(bytes.span.bytes, at: 0)
    } catch {
      throw FileError("write to", file.temporaryPath, error)
    }
    try file.publish()
  }

  /// All that is kept, in order of versions.
  package func versions() throws(FileError) -> [PyramidVersion] {
    let names: [FileName]
    do throws(FileError) {
      names = try FileFolder.names(in: folder)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return []
    }
    return names.map(\.description).sorted().compactMap { name in
      name.hasSuffix(Self.suffix) ? PyramidVersion(name.dropLast(Self.suffix.count)) : nil
    }
  }

  /// Forgets what is kept of a document.
  ///
  /// - Parameter version: Of its first page.
  /// - Throws: What keeps it there.
  package func remove(_ version: PyramidVersion) throws(FileError) {
    _ = try FileFolder.remove(path(of: version))
  }

  /// Removes what dead writers left.
  package func sweep() { FilePublication.sweep(folder, namesBeginning: [UInt8(ascii: ".")]) }

  private func path(of version: PyramidVersion) -> FilePath {
    folder.appending(Self.name(version.text + Self.suffix))
  }

  /// What a file begins with: whose it is, and by what its contents are known to be whole.
  private static func head(_ version: PyramidVersion, _ contents: [UInt8]) -> [UInt8] {
    var sum = CRC32C()
    let name = Array(version.text.utf8)
    unsafe sum.update(name.span.bytes)
    unsafe sum.update(contents.span.bytes)
    let number = sum.value
    return mark + name + (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func name(_ text: String) -> FileName {
    guard let name = FileName(text) else { preconditionFailure("a version is a file name") }
    return name
  }
}

extension FolderStore {
  /// What is kept of documents beside the pyramids.
  package var documents: DocumentShelf { DocumentShelf(in: folder) }
}
