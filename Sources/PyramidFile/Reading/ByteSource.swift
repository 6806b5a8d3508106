package import Posix

/// Bytes that can be read by ranges: a local file, memory, later an object in a store.
package protocol ByteSource: Sendable {
  /// How many bytes there were when the source was opened.
  var byteCount: Int64 { get }
  /// What errors call the source.
  var name: String { get }

  /// Fills the buffer from a place on.
  ///
  /// Answers how many bytes came: fewer than asked for only at the end.
  func read(at offset: Int64, into buffer: inout MutableRawSpan) throws(FileError) -> Int
}

extension ByteSource {
  /// Reads a range that must be there whole.
  ///
  /// The range is checked before memory is taken for it.
  package func bytes(
    _ what: String, at offset: UInt64, count: UInt64
  ) throws(TIFFError) -> [UInt8] {
    let size = UInt64(max(0, byteCount))
    guard offset <= size, count <= size - offset else {
      throw .outsideFile(what, offset: offset, length: count, size: byteCount)
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    do throws(FileError) {
      var span = bytes.mutableSpan
      var raw = unsafe span.mutableBytes
      let got = try read(at: Int64(offset), into: &raw)
      if got == Int(count) { return bytes }
    } catch {
      throw .file(error)
    }
    // The file was longer a moment ago.
    throw .outsideFile(what, offset: offset, length: count, size: byteCount)
  }
}

/// Bytes in memory.
package struct MemorySource: ByteSource {
  package let bytes: [UInt8]
  package let name: String

  package init(_ bytes: [UInt8], name: String = "memory") {
    self.bytes = bytes
    self.name = name
  }

  package var byteCount: Int64 { Int64(bytes.count) }

  package func read(at offset: Int64, into buffer: inout MutableRawSpan) throws(FileError) -> Int {
    guard offset >= 0, offset < byteCount else { return 0 }
    let part = bytes[Int(offset)..<min(bytes.count, Int(offset) + buffer.byteCount)]
    unsafe buffer.withUnsafeMutableBytes { unsafe $0.copyBytes(from: part) }
    return part.count
  }
}

/// A regular file that stays open; one that is replaced under its name goes on being read.
package final class LocalFile: ByteSource {
  package let path: FilePath
  package let status: FileStatus
  /// For who sends tiles from it; it closes with this object.
  package let descriptor: FileDescriptor

  package convenience init(_ path: FilePath) throws(FileError) {
    // Without waiting: opening a pipe that nobody writes to would never return.
    try self.init(
      try FileDescriptor.open(path, [.reading, .withoutWaiting]), path: path)
  }

  package init(_ descriptor: consuming FileDescriptor, path: FilePath) throws(FileError) {
    let status: FileStatus
    do throws(Errno) {
      status = try descriptor.status()
    } catch {
      throw FileError("read", path, error)
    }
    guard status.kind == .regular else {
      throw FileError("read", path, status.kind == .folder ? .isFolder : .invalidArgument)
    }
    self.status = status
    self.path = path
    self.descriptor = descriptor
  }

  package var byteCount: Int64 { status.size }
  package var name: String { path.description }

  package func read(at offset: Int64, into buffer: inout MutableRawSpan) throws(FileError) -> Int {
    do throws(Errno) {
      return try descriptor.read(at: offset, into: &buffer)
    } catch {
      throw FileError("read", path, error)
    }
  }
}
