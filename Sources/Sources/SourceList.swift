package import Posix

/// Files to cut, gathered from the paths that a person gave.
package struct SourceList: Sendable {
  package struct Item: Sendable {
    package let path: FilePath
    package let bytes: Int64
    /// Named by itself, or found in a folder, where what is no image is passed over.
    package let isNamed: Bool
  }

  package private(set) var items: [Item] = []
  /// Paths that could not be read, with the reason.
  package private(set) var unreadable: [(path: FilePath, reason: String)] = []

  private static let deepestFolder = 64

  /// Folders are walked with all they hold, in order of names; hidden names and links to folders
  /// are left out.
  package init(_ paths: [FilePath]) {
    for path in paths {
      do {
        let status = try FileStatus.of(path)
        if status.kind == .folder {
          walk(path, depth: 0)
        } else {
          items.append(Item(path: path, bytes: status.size, isNamed: true))
        }
      } catch {
        unreadable.append((path, "\(error.errno)"))
      }
    }
  }

  private mutating func walk(_ folder: FilePath, depth: Int) {
    guard depth < Self.deepestFolder else {
      unreadable.append((folder, "more than \(Self.deepestFolder) folders deep"))
      return
    }
    do {
      for name in try FileFolder.names(in: folder).sorted() where !name.isHidden {
        let path = folder.appending(name)
        guard let status = status(of: path) else { continue }
        switch status.kind {
        case .folder: walk(path, depth: depth + 1)
        case .regular: items.append(Item(path: path, bytes: status.size, isNamed: false))
        case .link:
          guard let target = self.status(of: path, followingLinks: true), target.kind == .regular
          else { continue }
          items.append(Item(path: path, bytes: target.size, isNamed: false))
        case .socket, .other: continue
        }
      }
    } catch {
      unreadable.append((folder, "\(error)"))
    }
  }

  /// - Returns: nil for what is gone by now, and for what can't be looked at, which is noted.
  private mutating func status(
    of path: FilePath, followingLinks: Bool = false
  ) -> FileStatus? {
    do throws(FileError) {
      return try FileStatus.of(path, followingLinks: followingLinks)
    } catch {
      // A link in circles, or to where nobody may look, is passed over as one to nothing is.
      if error.errno != .noSuchFile, !(followingLinks && error.errno.isOfTheFile) {
        unreadable.append((path, "\(error.errno)"))
      }
      return nil
    }
  }
}
