package import Posix
import Sources

/// What a writer that died left in the store.
package struct Leftover: Equatable, Sendable {
  package enum Kind: String, Sendable { case partial, lock, probe, upload }

  package let path: FilePath
  package let kind: Kind
  /// Nil for what is no pyramid's.
  let version: PyramidVersion?

  /// In a bucket: a question to its engine that nobody took away, or a pyramid's first parts.
  init(_ kind: Kind, inBucket path: FilePath) {
    self.path = path
    self.kind = kind
    version = nil
  }

  /// `.{version}.lock` and `.{version}.{process}-{number}.partial`; no other name is ours.
  init?(_ name: FileName, in folder: FilePath) {
    let text = String(decoding: name.bytes, as: UTF8.self)
    guard text.utf8.first == UInt8(ascii: "."),
      let version = PyramidVersion(text.dropFirst().prefix(PyramidVersion.length))
    else { return nil }
    let rest = text.dropFirst(1 + PyramidVersion.length)
    if rest == ".lock" {
      self.kind = .lock
    } else if rest.hasPrefix("."), rest.hasSuffix(FilePublication.suffix) {
      self.kind = .partial
    } else {
      return nil
    }
    self.version = version
    self.path = folder.appending(name)
  }

  fileprivate var isThere: Bool {
    get throws(FileError) {
      do throws(FileError) {
        _ = try FileStatus.of(path, followingLinks: false)
        return true
      } catch {
        guard error.errno == .noSuchFile else { throw error }
        return false
      }
    }
  }

  /// All that looks like one, dead or alive.
  static func all(in folder: FilePath) throws(FileError) -> [Leftover] {
    try FileFolder.names(in: folder).sorted().compactMap { Leftover($0, in: folder) }
  }
}

extension FolderStore {
  /// Finds what dead writers left behind.
  ///
  /// What a living writer holds is not touched: its lock tells. With `removing`, what is found is
  /// removed.
  package func leftovers(removing: Bool) throws(FileError) -> [Leftover] {
    var found: [Leftover] = []
    for shelf in try shelves() {
      let here = try Leftover.all(in: shelf)
      for version in Set(here.compactMap(\.version)) {
        guard let lock = try StoreLock.ifFree(lockPath(of: version)) else { continue }
        for leftover in here where leftover.version == version {
          // Between listing and locking a writer may have finished and cleaned up.
          guard try leftover.isThere else { continue }
          found.append(leftover)
          // The lock's own file goes with the lock, not before.
          if removing, leftover.kind == .partial { try FileFolder.remove(leftover.path) }
        }
        let wasThere = here.contains { $0.version == version && $0.kind == .lock }
        lock.release(keepingFile: wasThere && !removing)
      }
    }
    return found
  }
}
