import Posix
import PyramidFile
import Synchronization

/// Files of copies that outlive this process.
///
/// Each has a number, and beside it lies a map of what has come, which is written once that is on the
/// disk. A file without a map is worth nothing.
///
/// A map claims less than there is, never more: whatever dies in the middle, it names bytes that were
/// there before it.
final class KeptCopies: Sendable {
  /// Where a copy lies, and its map.
  struct Place: Hashable, Sendable {
    let copy: FilePath
    let map: FilePath
  }

  /// What an earlier process has left.
  struct Found: Sendable {
    let place: Place
    let map: CopyMap
  }

  private let folder: FilePath
  /// Held for as long as this process lives.
  private let lock: FileDescriptor
  private let closed = Atomic(false)

  private static let copyEnding = ".copy"
  private static let mapEnding = ".map"
  private static let newEnding = ".new"

  /// Nil where another process keeps its copies there.
  ///
  /// - Parameter copies: the folder of copies, in which they have one of their own.
  /// - Throws: where that can't be made.
  init?(in copies: FilePath) throws(FileError) {
    guard let kept = FileName("kept"), let name = FileName("lock") else { return nil }
    folder = copies.appending(kept)
    _ = try FileFolder.make(folder, permissions: 0o700)
    let place = folder.appending(name)
    lock = try FileDescriptor.open(
      place, [.readingAndWriting, .creating, .notFollowingLinks], permissions: 0o600)
    do throws(Errno) {
      guard try lock.lockIfFree() else { return nil }
    } catch {
      throw FileError("lock", place, error)
    }
  }

  /// From now on files stay, whatever becomes of who has them.
  func close() { closed.store(true, ordering: .relaxed) }

  var isClosed: Bool { closed.load(ordering: .relaxed) }

  /// What is there; all else goes.
  ///
  /// - Throws: where the folder can't be read.
  func sweep() throws(FileError) -> [Found] {
    var found: [[UInt8]: Found] = [:]
    for name in try FileFolder.names(in: folder) {
      guard name.description.hasSuffix(Self.mapEnding),
        let place = place(String(name.description.dropLast(Self.mapEnding.count))),
        let map = read(place)
      else { continue }
      let one = Found(place: place, map: map)
      // Of two the one counts that was seen last.
      if let other = found[map.object], other.map.seen >= map.seen { continue }
      found[map.object] = one
    }
    let known = Set(found.values.flatMap { [$0.place.copy, $0.place.map] })
    for name in try FileFolder.names(in: folder) where name.description != "lock" {
      let path = folder.appending(name)
      if !known.contains(path) { _ = try? FileFolder.remove(path) }
    }
    return Array(found.values)
  }

  /// The map of a copy, where it and all that it tells of are there.
  private func read(_ place: Place) -> CopyMap? {
    do throws(FileError) {
      let file = try FileDescriptor.open(
        place.map, [.reading, .notFollowingLinks, .withoutWaiting])
      let status = try file.status(called: place.map)
      guard status.kind == .regular, status.size <= CopyMap.longest,
        let bytes = try? file.beginning(limit: Int(status.size)), let map = CopyMap(bytes)
      else { return nil }
      let copy = try FileStatus.of(place.copy)
      return copy.kind == .regular && copy.size >= map.end ? map : nil
    } catch {
      return nil
    }
  }

  /// A file for a copy, empty.
  ///
  /// - Throws: what the system said.
  func make() throws(FileError) -> CopyFile {
    while true {
      let number = UInt64.random(in: 0...UInt64.max)
      guard let place = place(String(number, radix: 36)) else { continue }
      do throws(FileError) {
        let file = try FileDescriptor.open(
          place.copy, [.readingAndWriting, .creating, .exclusive], permissions: 0o600)
        return CopyFile(file, called: KeptName(place, in: self))
      } catch {
        guard error.errno == .fileExists else { throw error }
      }
    }
  }

  /// Opens what was found, which belongs to who opens it.
  func open(_ place: Place) throws(FileError) -> CopyFile {
    let file = try FileDescriptor.open(place.copy, [.readingAndWriting, .notFollowingLinks])
    return CopyFile(file, called: KeptName(place, in: self))
  }

  /// Tells those who come later what there is of a copy.
  ///
  /// - Parameters:
  ///   - map: what is on the disk by now.
  ///   - place: whose map it is.
  /// - Throws: why it is not told; an older map stays.
  func write(_ map: CopyMap, of place: Place) throws(FileError) {
    let bytes = map.encoded
    guard bytes.count <= CopyMap.longest, let new = FilePath(place.map.description + Self.newEnding)
    else { return }
    let file = try FileDescriptor.open(
      new, [.writing, .creating, .notFollowingLinks], permissions: 0o600)
    do throws(Errno) {
      try file.empty()
      // What a power failure leaves of it is no map: its checksum is another.
      try unsafe file.write(bytes.span.bytes, at: 0)
    } catch {
      _ = try? FileFolder.remove(new)
      throw FileError("write", new, error)
    }
    try FileFolder.rename(new, to: place.map)
  }

  /// A copy makes room: its map goes first.
  func remove(_ place: Place) {
    _ = try? FileFolder.remove(place.map)
    _ = try? FileFolder.remove(place.copy)
  }

  private func place(_ number: String) -> Place? {
    guard let copy = FileName(number + Self.copyEnding),
      let map = FileName(number + Self.mapEnding)
    else { return nil }
    return Place(copy: folder.appending(copy), map: folder.appending(map))
  }
}
