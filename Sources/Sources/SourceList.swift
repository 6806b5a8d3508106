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

  /// Links that lead out of the folder they were found in: no server of it would follow them.
  package private(set) var leadingOut: [FilePath] = []

  private static let deepestFolder = 64

  /// Folders are walked with all they hold, in order of names; hidden names, links to folders and
  /// links that lead out are left out, as they are where a folder is served.
  ///
  /// - Parameters:
  ///   - paths: files and folders of this machine.
  ///   - far: what lies elsewhere.
  package init(_ paths: [FilePath], _ far: AddressedSources? = nil) {
    for path in paths {
      do {
        let status = try FileStatus.of(path)
        if status.kind == .folder {
          walk(path, below: nil, of: try FolderRoot(path), depth: 0)
        } else {
          items.append(Item(path: path, bytes: status.size, isNamed: true))
        }
      } catch {
        unreadable.append((path, "\(error.errno)"))
      }
    }
    guard let (found, others) = far?.files() else { return }
    items += found
    unreadable += others
  }

  /// Leaves out what comes up to an image and the image itself; nothing where it is there no more.
  ///
  /// - Parameter path: as it was found before.
  /// - Returns: how many were left out.
  package mutating func leaveOut(through path: FilePath) -> Int {
    guard let index = items.firstIndex(where: { $0.path == path }) else { return 0 }
    items.removeFirst(index + 1)
    return index + 1
  }

  private mutating func walk(
    _ folder: FilePath, below: FilePath?, of root: borrowing FolderRoot, depth: Int
  ) {
    guard depth < Self.deepestFolder else {
      unreadable.append((folder, "more than \(Self.deepestFolder) folders deep"))
      return
    }
    do {
      for name in try FileFolder.names(in: folder).sorted() where !name.isHidden {
        let path = folder.appending(name)
        guard let inside = below?.appending(name) ?? FilePath(bytes: name.bytes),
          let status = status(of: path)
        else { continue }
        switch status.kind {
        case .folder: walk(path, below: inside, of: root, depth: depth + 1)
        case .regular: items.append(Item(path: path, bytes: status.size, isNamed: false))
        case .link:
          guard let target = target(of: path, inside, in: root), target.kind == .regular
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
  private mutating func status(of path: FilePath) -> FileStatus? {
    do throws(FileError) {
      return try FileStatus.of(path, followingLinks: false)
    } catch {
      if error.errno != .noSuchFile { unreadable.append((path, "\(error.errno)")) }
      return nil
    }
  }

  /// - Returns: nil for a link to nothing, in circles, out of the root or to where nobody may look.
  private mutating func target(
    of path: FilePath, _ inside: FilePath, in root: borrowing FolderRoot
  ) -> FileStatus? {
    do throws(FileError) {
      return try root.status(of: inside)
    } catch {
      if error.errno == .outsideFolder { leadingOut.append(path) }
      if !error.errno.isOfTheFile, error.errno != .notPermitted {
        unreadable.append((path, "\(error.errno)"))
      }
      return nil
    }
  }
}
