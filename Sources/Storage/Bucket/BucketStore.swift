import Digests
package import FetchRules
package import Posix
package import PyramidFile
package import Sources

/// Pyramids in a bucket, an object each: `<prefix>/<first two of version>/<version>.tif`.
///
/// What of them is looked at is copied here, and sent from the copy. One is put there under the
/// condition that none has its name, so that of several hosts one is the first.
package final class BucketStore: PyramidStore {
  package let mount: FarMount
  private let shelf: CopyShelf
  private let outbox: Outbox?
  private let hosts: BucketClaims

  /// - Parameters:
  ///   - mount: the bucket's folder.
  ///   - shelf: where copies are kept, and what could not be put there yet; that not where copies are
  ///     kept in memory.
  ///   - lease: how long a host that cuts is believed to be at it.
  ///   - report: told in a sentence what is wrong with the engine.
  /// - Throws: where the folder for that can't be made.
  package init(
    _ mount: FarMount, _ shelf: CopyShelf, lease: LeaseRules,
    report: @escaping @Sendable (String) -> Void
  ) throws(FileError) {
    hosts = BucketClaims(mount, lease, report: report)
    self.mount = mount
    self.shelf = shelf
    // Folders of copies may be shared by several stores.
    let number = FNV1a.of(Array("\(mount.address)".utf8))
    outbox = try shelf.folder.flatMap { folder in
      FileName("outbox-\(String(number, radix: 36))").map(folder.appending)
    }.map { (folder) throws(FileError) in try Outbox(folder, budget: shelf.budget) }
  }

  package var claims: (mine: Int, takenOver: Int, elsewhere: Int, failedBefore: Int)? {
    let counts = hosts.counts
    return (counts.mine, counts.takenOver, counts.elsewhere, counts.failedBefore)
  }

  package var title: String { "\(mount.address)" }
  package var engine: FarMount? { mount }

  package var documents: DocumentShelf? { nil }

  package var waiting: Int { ((try? outbox?.versions()) ?? []).count }

  package func path(of version: PyramidVersion) -> FilePath {
    FilePath(bytes: mount.canonicalName(of: name(of: version))) ?? .here
  }

  package func contains(_ version: PyramidVersion) throws(FileError) -> Bool {
    if try outbox?.file(version) != nil { return true }
    return try mount.holds(name(of: version))
  }

  package func open(_ version: PyramidVersion) throws(FileError) -> LocalFile {
    if let file = try outbox?.file(version) { return file }
    return try mount.open(name(of: version))
  }

  package func begin(
    _ version: PyramidVersion, replacing isReplacing: Bool, shouldStop: () -> Bool
  ) throws(FileError) -> PyramidBeginning {
    // What can't be told now isn't cut: it may be there.
    if !isReplacing, try contains(version) { return .present(path(of: version)) }
    let claim: BucketClaim
    switch try hosts.take(version) {
    case .mine(let taken): claim = taken
    case .held: return .elsewhere
    case .failed(let failure): return .failed(failure)
    }
    // Who had it before may have put it there since.
    if !isReplacing, try contains(version) { return .present(path(of: version)) }
    return .writing(
      try BucketPublication(
        version, isReplacing: isReplacing, of: self, outbox, shelf, claimedBy: claim))
  }

  /// Puts a pyramid there, and serves it on from its file.
  ///
  /// - Parameters:
  ///   - file: open for reading and writing.
  ///   - version: its name.
  ///   - isReplacing: whether one that is there goes; else it stays, and this one is dropped.
  /// - Throws: why it is not known to be there.
  func bring(
    _ file: borrowing FileDescriptor, _ version: PyramidVersion, replacing isReplacing: Bool
  ) throws(FileError) {
    let name = name(of: version)
    let keepsConditions = try hosts.keepsConditions()
    if !keepsConditions, !isReplacing, try mount.holds(name) { return }
    guard
      try mount.put(
        try duplicate(of: file, version), as: name, replacing: isReplacing || !keepsConditions)
    else { return }
    try mount.adopt(try duplicate(of: file, version), as: name)
  }

  private func duplicate(
    of file: borrowing FileDescriptor, _ version: PyramidVersion
  ) throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      return try file.duplicated()
    } catch {
      throw FileError("read", path(of: version), error)
    }
  }

  package func remove(_ version: PyramidVersion) throws(FileError) -> Bool {
    guard try contains(version) else { return false }
    try mount.remove(name(of: version))
    return true
  }

  package func versions(atMost limit: Int) throws(FileError) -> [PyramidVersion] {
    var found: [PyramidVersion] = []
    for entry in try mount.everything(below: [], limit: .max) {
      guard let version = version(named: entry.path) else { continue }
      found.append(version)
      if found.count == limit { break }
    }
    return found
  }

  /// Who puts one there is asked nothing: of two, the last one stays.
  package func holdingOffWriters<Result>(
    of version: PyramidVersion, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result { try body() }

  package func version(at path: FilePath) -> PyramidVersion? { nil }

  package func leftovers(removing: Bool) throws(FileError) -> [Leftover] {
    let probes = try hosts.deadProbes(removing: removing)
    let uploads = try mount.deadUploads(removing: removing) { version(named: $0) != nil }
    let all = probes.map { (Leftover.Kind.probe, $0) } + uploads.map { (.upload, $0) }
    return all.compactMap { kind, name in
      FilePath(bytes: mount.canonicalName(of: name)).map { Leftover(kind, inBucket: $0) }
    }
  }

  package func checkTakesFiles() throws(FileError) {
    try checkIsThere()
    try outbox?.checkTakesFiles()
  }

  package func closedShelves() throws(FileError) -> [FilePath] { [] }

  package func checkIsThere() throws(FileError) {
    guard let trouble = mount.trouble else { return }
    throw FileError("read", title, .unreachable, "the store \(trouble)")
  }

  package func checkAnswers() throws(FileError) { try mount.checkAnswers() }

  package func tend() -> Int {
    // Who is silent is asked now and then, though nobody wants anything of it.
    mount.tend()
    guard let outbox, mount.silence == nil else { return 0 }
    var brought = 0
    for version in (try? outbox.versions()) ?? [] {
      do throws(FileError) {
        let isDone = try outbox.handOver(version) { (file) throws(FileError) in
          try bring(file, version, replacing: false)
        }
        if isDone { brought += 1 }
      } catch {
        // It waits on, and so do the others where nobody answers.
        guard mount.silence == nil else { break }
      }
    }
    return brought
  }

  package func stop() {
    hosts.stop()
    mount.stop()
  }

  private func name(of version: PyramidVersion) -> [UInt8] {
    Array("\(version.text.prefix(2))/\(version.text).tif".utf8)
  }

  /// The pyramid that an object is; nil for what somebody else has put there.
  private func version(named name: [UInt8]) -> PyramidVersion? {
    let text = String(decoding: name, as: UTF8.self)
    guard text.hasSuffix(".tif"), let version = PyramidVersion(text.dropFirst(3).dropLast(4)),
      name == self.name(of: version)
    else { return nil }
    return version
  }
}
