package import Posix
package import PyramidFile

/// The folder that images are served from; nothing in it is ever written.
package final class SourceRoot: Sendable {
  /// An image file that an identifier means, open for reading.
  package struct Source: Sendable {
    package let file: LocalFile
    /// From 1; nil where the identifier names the whole file.
    package let page: Int?
    /// Without links, as versions want it.
    package let canonicalPath: FilePath
  }

  /// What a folder of the root holds.
  package struct Entry: Equatable, Sendable {
    package let name: FileName
    package let status: FileStatus
    package var isFolder: Bool { status.kind == .folder }
  }

  /// Without links.
  package let path: FilePath
  /// As it was given: what it leads to may change.
  package let given: FilePath
  private let root: FolderRoot
  private let identity: FileStatus

  package init(_ path: FilePath) throws(FileError) {
    given = path
    self.path = try FileFolder.canonical(path)
    root = try FolderRoot(self.path, .reading)
    identity = try root.status(of: .here)
  }

  /// Whether the path that was given still leads to this folder: it may have been renamed, or a link
  /// on the way to it switched.
  ///
  /// - Returns: false where another folder lies there now.
  /// - Throws: where nothing can be found there.
  package func isWhereItWas() throws(FileError) -> Bool {
    try FileStatus.of(given).isSameFile(as: identity)
  }

  /// Opens the file that an identifier means.
  ///
  /// A file whose name is the whole identifier comes before a page of another file. Links are
  /// followed inside the root only.
  ///
  /// - Throws: `ENOENT` where there is none, `EXDEV` where a link leads out, `EISDIR` for a folder.
  package func open(_ identifier: ImageIdentifier) throws(FileError) -> Source {
    do throws(FileError) {
      return try open(identifier, page: nil)
    } catch {
      guard error.errno == .noSuchFile, let (document, page) = identifier.asPage else {
        throw error
      }
      return try open(document, page: page)
    }
  }

  /// Opens a file of the root by its whole path, as ``Source/canonicalPath`` has it.
  ///
  /// - Parameter path: without links.
  /// - Returns: the open file.
  /// - Throws: `EXDEV` for a path that is not of the root; else as ``open(_:)`` does.
  package func file(at path: FilePath) throws(FileError) -> LocalFile {
    let beginning = self.path.bytes.count == 1 ? [] : Array(self.path.bytes)
    guard path.bytes.starts(with: beginning + [UInt8(ascii: "/")]),
      let relative = FilePath(bytes: path.bytes.dropFirst(beginning.count + 1))
    else { throw FileError("open", path, .outsideFolder) }
    var found = try root.open(relative)
    guard let descriptor = found.file.take() else {
      throw FileError("read", path, found.status.kind == .folder ? .isFolder : .invalidArgument)
    }
    return try LocalFile(descriptor, path: path)
  }

  private func open(_ identifier: ImageIdentifier, page: Int?) throws(FileError) -> Source {
    let relative = try relativePath(identifier)
    var found = try root.open(relative)
    guard let descriptor = found.file.take() else {
      let isFolder = found.status.kind == .folder
      throw FileError("read", relative, isFolder ? .isFolder : .invalidArgument)
    }
    let canonical = try Self.canonicalPath(of: descriptor, called: relative)
    let file = try LocalFile(descriptor, path: canonical)
    return Source(file: file, page: page, canonicalPath: canonical)
  }

  /// A name of a folder and what it stands for.
  package struct Name: Sendable {
    package let name: FileName
    package let isFolder: Bool
  }

  /// The files and folders of a folder, in the order the file system has them; nil stands for the
  /// root itself.
  ///
  /// Unlike ``entries(of:)`` it looks at nothing but names where the file system tells kinds along
  /// with them, and so takes a moment for 100,000 files. Left out is the same.
  package func names(of identifier: ImageIdentifier?) throws(FileError) -> [Name] {
    try names(of: identifier, limit: .max).names
  }

  /// The same of a folder that may be large.
  ///
  /// - Parameters:
  ///   - identifier: the folder's.
  ///   - limit: as many names as are looked at.
  /// - Returns: what was found, and whether it is all there is.
  /// - Throws: what keeps the folder from being read.
  package func names(
    of identifier: ImageIdentifier?, limit: Int
  ) throws(FileError) -> (names: [Name], isWhole: Bool) {
    let relative = try identifier.map { (identifier) throws(FileError) in
      try relativePath(identifier)
    }
    let listed = try root.openFolder(relative ?? .here)
    let here = try Self.canonicalPath(of: listed, called: relative ?? .here)
    var names: [Name] = []
    let entries = try FileFolder.entries(in: listed, called: here, limit: limit)
    for entry in entries where !entry.name.isHidden {
      var kind = entry.kind
      if kind == nil { kind = try status(of: entry.name, in: relative, at: here)?.kind }
      guard kind == .regular || kind == .folder else { continue }
      names.append(Name(name: entry.name, isFolder: kind == .folder))
    }
    return (names, entries.count < limit)
  }

  /// What a folder holds, in the order of names; nil stands for the root itself.
  ///
  /// Hidden names, links that lead out, and what is neither file nor folder are left out.
  package func entries(of identifier: ImageIdentifier?) throws(FileError) -> [Entry] {
    let relative = try identifier.map { (identifier) throws(FileError) in
      try relativePath(identifier)
    }
    let listed = try root.openFolder(relative ?? .here)
    let here = try Self.canonicalPath(of: listed, called: relative ?? .here)
    var entries: [Entry] = []
    for name in try FileFolder.names(in: listed, called: here).sorted()
    where !name.isHidden {
      guard let status = try status(of: name, in: relative, at: here),
        status.kind == .regular || status.kind == .folder
      else { continue }
      entries.append(Entry(name: name, status: status))
    }
    return entries
  }

  /// What the file system says of a file or folder; nil stands for the root itself.
  package func status(of identifier: ImageIdentifier?) throws(FileError) -> FileStatus {
    let relative = try identifier.map { (identifier) throws(FileError) in
      try relativePath(identifier)
    }
    return try root.status(of: relative ?? .here)
  }

  /// Nil for what has gone meanwhile or cannot be reached from inside.
  private func status(
    of name: FileName, in relative: FilePath?, at here: FilePath
  ) throws(FileError) -> FileStatus? {
    do throws(FileError) {
      let status = try FileStatus.of(here.appending(name), followingLinks: false)
      guard status.kind == .link else { return status }
      guard let path = relative?.appending(name) ?? FilePath(bytes: name.bytes) else { return nil }
      return try root.status(of: path)
    } catch {
      guard error.errno.isOfTheFile || error.errno == .notPermitted else { throw error }
      return nil
    }
  }

  private func relativePath(_ identifier: ImageIdentifier) throws(FileError) -> FilePath {
    guard let path = FilePath(bytes: identifier.bytes) else {
      throw FileError("open", identifier.description, .invalidArgument)
    }
    return path
  }

  private static func canonicalPath(
    of descriptor: borrowing FileDescriptor, called path: FilePath
  ) throws(FileError) -> FilePath {
    guard let link = FilePath("/proc/self/fd/\(descriptor.number)") else {
      throw FileError("find", path, .badDescriptor)
    }
    return try FileFolder.canonical(link)
  }
}
