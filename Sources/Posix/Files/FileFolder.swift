import Glibc

/// Names in folders: making, moving, removing and listing them.
package enum FileFolder {
  /// - Returns: false when something of that name is there already.
  package static func make(
    _ path: FilePath, permissions: UInt32 = 0o755
  ) throws(FileError) -> Bool {
    do throws(Errno) {
      _ = try retryingInterrupts {
        unsafe path.withCString { unsafe Glibc.mkdir($0, permissions) }
      }
      return true
    } catch {
      guard error != .fileExists else { return false }
      throw FileError("make the folder", path, error)
    }
  }

  /// Whether names can be made in a folder; throws why they can't.
  package static func checkWritable(_ path: FilePath) throws(FileError) {
    do throws(Errno) {
      _ = try retryingInterrupts { unsafe path.withCString { unsafe access($0, W_OK | X_OK) } }
    } catch {
      throw FileError("write to", path, error)
    }
  }

  /// Returns when the folder's names are on the disk.
  package static func synchronize(_ path: FilePath) throws(FileError) {
    let folder = try FileDescriptor.open(path, [.reading, .folder])
    do throws(Errno) {
      try folder.synchronize()
    } catch {
      throw FileError("write to disk", path, error)
    }
  }

  /// Gives a file a new name in one step, replacing what had that name.
  package static func rename(_ old: FilePath, to new: FilePath) throws(FileError) {
    do throws(Errno) {
      _ = try retryingInterrupts {
        unsafe old.withCString { old in unsafe new.withCString { unsafe Glibc.rename(old, $0) } }
      }
    } catch {
      throw FileError("rename to \(new)", old, error)
    }
  }

  /// - Returns: false when there was nothing of that name.
  @discardableResult
  package static func remove(_ path: FilePath) throws(FileError) -> Bool {
    do throws(Errno) {
      _ = try retryingInterrupts { unsafe path.withCString { unsafe Glibc.unlink($0) } }
      return true
    } catch {
      guard error != .noSuchFile else { return false }
      throw FileError("remove", path, error)
    }
  }

  /// The path without links and dots, from the root of the file system.
  package static func canonical(_ path: FilePath) throws(FileError) -> FilePath {
    let resolved: FilePath? = unsafe path.withCString {
      guard let text = unsafe realpath($0, nil) else { return nil }
      defer { unsafe free(text) }
      return unsafe FilePath(String(validatingCString: text) ?? "") ?? bytes(of: text)
    }
    guard let resolved else { throw FileError("find", path, .current) }
    return resolved
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> FilePath? {
    FilePath(
      bytes: unsafe UnsafeBufferPointer(start: text, count: strlen(text)).map {
        UInt8(bitPattern: $0)
      })
  }

  /// The names in a folder, without `.` and `..`, in the order the file system has them.
  package static func names(in path: FilePath) throws(FileError) -> [FileName] {
    try entries(in: path).map(\.name)
  }

  /// The names in a folder and their kinds.
  package static func entries(in path: FilePath) throws(FileError) -> [Entry] {
    try entries(in: try FileDescriptor.open(path, [.reading, .folder]), called: path)
  }

  /// The names in an open folder; the path is what errors call it.
  package static func names(
    in folder: consuming FileDescriptor, called path: FilePath
  ) throws(FileError) -> [FileName] {
    try entries(in: folder, called: path).map(\.name)
  }

  /// A name in a folder, with its kind where the file system tells it along.
  package struct Entry: Sendable {
    package let name: FileName
    /// Nil for links, and where one has to look.
    package let kind: FileStatus.Kind?
  }

  /// The names in an open folder and their kinds.
  ///
  /// - Parameters:
  ///   - folder: open for reading.
  ///   - path: what errors call it.
  ///   - limit: as many names as are wanted of a folder that may have more.
  /// - Returns: them, in the order the file system has them.
  /// - Throws: what keeps the folder from being read.
  package static func entries(
    in folder: consuming FileDescriptor, called path: FilePath, limit: Int = .max
  ) throws(FileError) -> [Entry] {
    // fdopendir owns the descriptor from here on, unless it fails.
    let number = folder.release()
    guard let stream = unsafe fdopendir(number) else {
      let error = Errno.current
      _ = Glibc.close(number)
      throw FileError("list", path, error)
    }
    defer { unsafe closedir(stream) }
    var names: [Entry] = []
    while names.count < limit {
      // The end and an error look alike but for errno.
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw FileError("list", path, .current) }
        return names
      }
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe FileName(bytes: bytes.prefix { $0 != 0 })
      }
      let kind: FileStatus.Kind? =
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .folder
        case Int(DT_UNKNOWN), Int(DT_LNK): nil
        default: .other
        }
      if let name { names.append(Entry(name: name, kind: kind)) }
    }
    return names
  }
}
