package import Posix
package import PyramidFile
package import Sources

/// The folder that pyramids lie in: `<store>/<first two of version>/<version>.tif`.
///
/// All below it is whose the folder itself is, and as open: who cuts ahead of time need not be who
/// serves.
package struct FolderStore: PyramidStore {
  package let folder: FilePath
  private let durableShelves = DurableShelves()

  package var title: String { folder.description }
  package var engine: FarMount? { nil }
  package var waiting: Int { 0 }
  package var documents: DocumentShelf? { DocumentShelf(in: folder) }
  /// Who shares a folder agrees by locks.
  package var claims: (mine: Int, takenOver: Int, elsewhere: Int, failedBefore: Int)? { nil }

  /// Opens a store that is there, or makes an empty one, to be written to.
  package init(_ folder: FilePath, creating: Bool) throws(FileError) {
    if creating { try Self.make(folder) }
    self.folder = try FileFolder.canonical(folder)
    _ = try FileDescriptor.open(self.folder, [.reading, .folder])
    if creating { try FileFolder.checkWritable(self.folder) }
  }

  /// A store that is not there yet and has nothing, to be asked and not to be written to.
  package init(absent folder: FilePath) { self.folder = folder }

  /// Makes a folder, and those around it that are missing.
  private static func make(_ folder: FilePath) throws(FileError) {
    do throws(FileError) {
      guard try FileFolder.make(folder) else { return }
    } catch {
      guard error.errno == .noSuchFile, folder.parent != folder else { throw error }
      try make(folder.parent)
      guard try FileFolder.make(folder) else { return }
    }
    try FileFolder.synchronize(folder.parent)
  }

  package func path(of version: PyramidVersion) -> FilePath {
    shelf(of: version).appending(name("\(version.text).tif"))
  }

  package func contains(_ version: PyramidVersion) throws(FileError) -> Bool {
    do throws(FileError) {
      return try FileStatus.of(path(of: version)).kind == .regular
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }

  package func open(_ version: PyramidVersion) throws(FileError) -> LocalFile {
    try LocalFile(path(of: version))
  }

  package func begin(
    _ version: PyramidVersion, replacing: Bool, shouldStop: () -> Bool
  ) throws(FileError) -> PyramidBeginning {
    let target = path(of: version)
    if !replacing, try contains(version) { return .present(target) }
    let shelf = shelf(of: version)
    let ownership = try FileOwnership.of(folder)
    if try FileFolder.make(shelf) { durableShelves.forget(shelf) }
    try FileDescriptor.open(shelf, [.reading, .folder]).give(ownership)
    let lock = try StoreLock.waiting(
      lockPath(of: version), as: ownership.ofFiles, unless: shouldStop)
    if !replacing, try contains(version) { return .present(target) }
    // Only this process writes this pyramid now: what others left of it is dead.
    for leftover in try Leftover.all(in: shelf) where leftover.version == version {
      guard leftover.kind == .partial else { continue }
      try FileFolder.remove(leftover.path)
    }
    let file = try FilePublication(of: target, as: ownership.ofFiles)
    return .writing(FolderPublication(version, file, lock, on: durableShelves))
  }

  @discardableResult
  package func remove(_ version: PyramidVersion) throws(FileError) -> Bool {
    guard try FileFolder.remove(path(of: version)) else { return false }
    try FileFolder.synchronize(shelf(of: version))
    return true
  }

  func shelf(of version: PyramidVersion) -> FilePath {
    folder.appending(name(String(version.text.prefix(2))))
  }

  func lockPath(of version: PyramidVersion) -> FilePath {
    shelf(of: version).appending(name(".\(version.text).lock"))
  }

  /// The folders that pyramids lie in, in order.
  func shelves() throws(FileError) -> [FilePath] {
    var shelves: [FilePath] = []
    for entry in try FileFolder.entries(in: folder)
    where entry.name.bytes.count == 2
      && PyramidVersion.alphabet.isSuperset(of: entry.name.bytes)
    {
      let path = folder.appending(entry.name)
      var kind = entry.kind
      if kind == nil { kind = try FileStatus.of(path).kind }
      if kind == .folder { shelves.append(path) }
    }
    return shelves.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  package func versions(atMost limit: Int) throws(FileError) -> [PyramidVersion] {
    var found: [PyramidVersion] = []
    for shelf in try shelves() {
      for name in try FileFolder.names(in: shelf).sorted() {
        let text = name.description
        guard text.hasSuffix(".tif"), let version = PyramidVersion(text.dropLast(4)),
          self.shelf(of: version) == shelf
        else { continue }
        found.append(version)
        if found.count == limit { return found }
      }
    }
    return found
  }

  package func holdingOffWriters<Result>(
    of version: PyramidVersion, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let lock = try StoreLock.waiting(lockPath(of: version))
    defer { lock.release() }
    return try body()
  }

  package func version(at path: FilePath) -> PyramidVersion? {
    // What can't be found is told of by who goes on to read it.
    guard let real = try? FileFolder.canonical(path) else { return nil }
    let name = String(decoding: real.lastComponent, as: UTF8.self)
    guard name.hasSuffix(".tif"), let version = PyramidVersion(name.dropLast(4)),
      self.path(of: version) == real
    else { return nil }
    return version
  }

  /// Readers see at once what is put into a folder.
  package func tend() -> Int { 0 }
  package func stop() {}

  private func name(_ text: String) -> FileName {
    guard let name = FileName(text) else { preconditionFailure("a version is a file name") }
    return name
  }
}

/// A pyramid that is being written into a folder: this process alone holds its lock.
private final class FolderPublication: PyramidPublication {
  let version: PyramidVersion
  private let file: FilePublication
  private let lock: StoreLock
  private let shelves: DurableShelves

  init(
    _ version: PyramidVersion, _ file: FilePublication, _ lock: StoreLock,
    on shelves: DurableShelves
  ) {
    self.version = version
    self.file = file
    self.lock = lock
    self.shelves = shelves
  }

  var temporaryPath: FilePath { file.temporaryPath }

  var fileNumber: Int32 { file.fileNumber }

  func publish<Refusal: Error>(
    verifying verify: (FilePath) throws(Refusal) -> Void
  ) throws(PublicationError<Refusal>) -> FilePath {
    try file.publish(verifying: verify)
    do throws(FileError) {
      try shelves.keep(file.target.parent)
    } catch {
      throw .unstored(error)
    }
    lock.release()
    return file.target
  }
}
