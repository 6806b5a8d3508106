import ByteText
package import Posix
package import PyramidFile

/// Where images come from: a folder of this machine or one that lies elsewhere, and what is mounted
/// beside it below names of its own.
///
/// Names that lie elsewhere are asked for over the network: who must not wait for that asks
/// ``isFar(_:)`` first.
package final class Mounts: Sendable {
  /// Nil where the root lies elsewhere.
  package let folder: SourceRoot?
  package let far: [FarMount]
  private let root: FarMount?

  /// - Parameters:
  ///   - folder: the folder of this machine; nil where one of the mounts has no name.
  ///   - far: what lies elsewhere; no two have the same name.
  package init(_ folder: SourceRoot?, _ far: [FarMount] = []) {
    self.folder = folder
    self.far = far
    root = far.first { $0.name.isEmpty }
  }

  /// The same with another folder.
  package func with(_ folder: SourceRoot) -> Mounts { Mounts(folder, far) }

  package func stop() { for mount in far { mount.stop() } }

  /// Whether a name leads to what lies elsewhere.
  ///
  /// - Parameter path: the identifier's bytes; empty for the root.
  /// - Returns: false for the root where that is a folder, whatever is mounted in it.
  package func isFar(_ path: [UInt8]) -> Bool {
    guard !far.isEmpty, root == nil else { return !far.isEmpty }
    return mount(of: path) != nil
  }

  // MARK: As a folder's

  /// Opens what an identifier means, as ``SourceRoot/open(_:)`` does.
  package func open(_ identifier: ImageIdentifier) throws(FileError) -> SourceRoot.Source {
    guard let (mount, name) = mount(of: identifier.bytes) else {
      return try here(identifier).open(identifier)
    }
    guard !name.isEmpty else { throw FileError("read", "\(identifier)", .isFolder) }
    do throws(FileError) {
      return try source(mount, name, page: nil)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      if let (document, page) = identifier.asPage, let (_, name) = self.mount(of: document.bytes),
        !name.isEmpty
      {
        return try source(mount, name, page: page)
      }
      guard try mount.isFolder(name) else { throw error }
      throw FileError("read", "\(identifier)", .isFolder)
    }
  }

  private func source(
    _ mount: FarMount, _ name: [UInt8], page: Int?
  ) throws(FileError) -> SourceRoot.Source {
    let file = try mount.open(name)
    return SourceRoot.Source(file: file, page: page, canonicalPath: file.path)
  }

  /// Opens a file of exactly that name, and no page of another.
  ///
  /// - Parameter identifier: what may be no more than a wish: a file beside an image.
  /// - Returns: the open file.
  /// - Throws: `ENOENT` where there is none.
  package func file(named identifier: ImageIdentifier) throws(FileError) -> LocalFile {
    guard let (mount, name) = mount(of: identifier.bytes), !name.isEmpty else {
      return try here(identifier).open(identifier).file
    }
    return try mount.open(name)
  }

  /// Lets go of the copy of what is no image that is served: it takes nobody's room, and is not fetched
  /// again for a while.
  package func letGo(of identifier: ImageIdentifier, because refusal: SourceRefusal) {
    guard let (mount, name) = mount(of: identifier.bytes), !name.isEmpty else { return }
    mount.letGo(of: name, because: refusal)
  }

  /// Why what lies elsewhere was refused a moment ago; nil where it is to be looked at.
  package func refusal(of identifier: ImageIdentifier) -> SourceRefusal? {
    guard let (mount, name) = mount(of: identifier.bytes), !name.isEmpty else { return nil }
    return mount.refusal(of: name)
  }

  /// Opens a file by its whole path, as ``SourceRoot/Source/canonicalPath`` has it.
  package func file(at path: FilePath) throws(FileError) -> LocalFile {
    if !path.isAbsolute {
      for mount in far {
        if let name = mount.name(ofCanonical: path.bytes) { return try mount.open(name) }
      }
    }
    guard let folder else { throw FileError("open", path, .outsideFolder) }
    return try folder.file(at: path)
  }

  /// The path of an order's source below the root, as far as it can be told.
  package func name(ofCanonical path: FilePath) -> [UInt8] {
    if !path.isAbsolute {
      for mount in far {
        if let name = mount.name(ofCanonical: path.bytes) { return mount.name.joined(name) }
      }
    }
    let beginning = Array((folder?.path.bytes ?? [])[...])
    // A link may lead to it: then its own name is all that is told.
    return path.bytes.starts(with: beginning)
      ? Array(path.bytes.dropFirst(beginning.count).drop { $0 == ASCII.slash })
      : Array(path.lastComponent)
  }

  /// The files and folders of a folder, in no order; nil stands for the root.
  package func names(
    of identifier: ImageIdentifier?, limit: Int
  ) throws(FileError) -> (names: [SourceRoot.Name], isWhole: Bool) {
    if let (mount, name) = mount(of: identifier?.bytes ?? []) {
      let folder = try mount.folder(name)
      let isWhole = folder.isWhole && folder.names.count <= limit
      return (beside(identifier, Array(folder.names.prefix(limit))), isWhole)
    }
    guard let folder else { return (beside(identifier, []), true) }
    let (names, isWhole) = try folder.names(of: identifier, limit: limit)
    return (beside(identifier, names), isWhole)
  }

  /// What is told of a file or folder; nil stands for the root.
  package func status(of identifier: ImageIdentifier?) throws(FileError) -> FileStatus {
    if let (mount, name) = mount(of: identifier?.bytes ?? []) { return try mount.status(of: name) }
    guard let folder else { throw FileError("read", "the folder", .noSuchFile) }
    return try folder.status(of: identifier)
  }

  /// All files below a folder that lies elsewhere, without a look at each folder on the way.
  ///
  /// - Parameters:
  ///   - path: the folder's.
  ///   - limit: how many are looked at.
  /// - Returns: paths below the folder; nil for a folder of this machine.
  /// - Throws: why they can't be told.
  package func everything(below path: [UInt8], limit: Int) throws(FileError) -> [[UInt8]]? {
    guard let (mount, name) = mount(of: path) else { return nil }
    return try mount.everything(below: name, limit: limit).map(\.path).filter {
      ImageIdentifier(path: $0) != nil
    }
  }

  // MARK: Which one

  func mount(of path: [UInt8]) -> (FarMount, [UInt8])? {
    guard !far.isEmpty else { return nil }
    let first = path.prefix { $0 != ASCII.slash }
    if !first.isEmpty, let mount = far.first(where: { $0.name.elementsEqual(first) }) {
      return (mount, Array(path.dropFirst(first.count + 1)))
    }
    return root.map { ($0, path) }
  }

  private func here(_ identifier: ImageIdentifier) throws(FileError) -> SourceRoot {
    guard let folder else { throw FileError("open", "\(identifier)", .noSuchFile) }
    return folder
  }

  /// With mounts among the names of the root; what has the name of one is hidden by it.
  private func beside(
    _ identifier: ImageIdentifier?, _ names: [SourceRoot.Name]
  ) -> [SourceRoot.Name] {
    guard identifier == nil else { return names }
    let mounted = far.compactMap { FileName(bytes: $0.name) }
    guard !mounted.isEmpty else { return names }
    return names.filter { !mounted.contains($0.name) }
      + mounted.map { SourceRoot.Name(name: $0, isFolder: true) }
  }
}
