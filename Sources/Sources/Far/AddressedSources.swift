import ByteText
package import Fetching
package import Posix
package import PyramidFile
import S3Wire

/// What the addresses that a person gave lead to: images, and folders of them.
///
/// They go by their canonical names, which are no paths of this machine: none begins with a slash.
package struct AddressedSources: Sendable {
  private struct Entry {
    let mount: FarMount
    /// Below the mount; empty for all of it.
    let name: [UInt8]
  }

  private let entries: [Entry]
  private let mounts: [FarMount]

  /// What a listing tells at most: who has more names them by their folders.
  private static let mostNames = 10_000_000

  /// - Parameters:
  ///   - addresses: each of an image or a folder.
  ///   - chain: where keys are looked for.
  ///   - rules: how engines are asked.
  ///   - shelf: where copies are kept.
  /// - Throws: that libcurl can't be had.
  package init(
    _ addresses: [FarAddress], _ chain: CredentialChain, _ rules: FarRules, _ shelf: CopyShelf
  ) throws(FetchingUnavailable) {
    var mounts: [EngineAddress: FarMount] = [:]
    var entries: [Entry] = []
    for address in addresses {
      let mount: FarMount
      if let known = mounts[address.folder] {
        mount = known
      } else {
        mount = try FarMount([], at: address.folder, chain, rules, shelf, report: { _ in })
        mounts[address.folder] = mount
      }
      entries.append(Entry(mount: mount, name: address.name))
    }
    self.entries = entries
    self.mounts = Array(mounts.values)
  }

  package func stop() { for mount in mounts { mount.stop() } }

  /// Whether a path is the canonical name of something that lies elsewhere.
  package static func isName(_ path: FilePath) -> Bool {
    EngineAddress.isMeant(by: path.description)
  }

  /// Canonical names of what was given, in its order.
  package var names: [FilePath] {
    entries.compactMap { FilePath(bytes: $0.mount.canonicalName(ofFolder: $0.name)) }
  }

  /// Opens an object.
  ///
  /// - Parameter path: its canonical name.
  /// - Returns: what comes as it is read.
  /// - Throws: `ENOENT` where there is none; else why it can't be had.
  package func open(_ path: FilePath) throws(FileError) -> LocalFile {
    for mount in mounts {
      if let name = mount.name(ofCanonical: path.bytes) { return try mount.open(name) }
    }
    throw FileError("open", path, .outsideFolder)
  }

  /// Opens what was given as an image.
  ///
  /// - Parameter index: which of the addresses.
  /// - Returns: what comes as it is read.
  /// - Throws: why it can't be had.
  package func open(at index: Int) throws(FileError) -> LocalFile {
    let entry = entries[index]
    guard !entry.name.isEmpty else {
      throw FileError("open", "\(entry.mount.address)", .isFolder)
    }
    return try entry.mount.open(entry.name)
  }

  /// All images that were given, and all files of the folders.
  func files() -> (items: [SourceList.Item], unreadable: [(path: FilePath, reason: String)]) {
    var items: [SourceList.Item] = []
    var unreadable: [(path: FilePath, reason: String)] = []
    for entry in entries {
      do throws(FileError) {
        items += try files(of: entry)
      } catch {
        let place = FilePath(bytes: entry.mount.canonicalName(ofFolder: entry.name)) ?? .here
        unreadable.append((place, error.words))
      }
    }
    return (items, unreadable)
  }

  private func files(of entry: Entry) throws(FileError) -> [SourceList.Item] {
    if !entry.name.isEmpty {
      do throws(FileError) {
        let file = try entry.mount.open(entry.name)
        return [SourceList.Item(path: file.path, bytes: file.byteCount, isNamed: true)]
      } catch {
        guard error.errno == .noSuchFile, entry.mount.isListed else { throw error }
      }
    }
    guard entry.mount.isListed else {
      throw FileError(
        "list", "\(entry.mount.address)", .unreachable, "nothing of it is listed; say list=NAME")
    }
    let found = try entry.mount.everything(below: entry.name, limit: Self.mostNames)
    guard !found.isEmpty else { throw entry.mount.absence(of: entry.name) }
    var items: [SourceList.Item] = []
    for one in found where ImageIdentifier(path: one.path) != nil {
      let name = entry.name.joined(one.path)
      guard let path = FilePath(bytes: entry.mount.canonicalName(of: name)) else { continue }
      items.append(SourceList.Item(path: path, bytes: one.size, isNamed: false))
    }
    return items
  }
}
