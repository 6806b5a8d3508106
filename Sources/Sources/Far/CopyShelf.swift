package import Posix
import PyramidFile

/// Where copies of what lies elsewhere are kept, and how much of them: who has not been asked for
/// longest makes room.
///
/// Their files have no names: nothing is left of them when the process ends.
package final class CopyShelf: Sendable {
  private struct State {
    var files: [[UInt8]: Shelved] = [:]
    var heldBytes: Int64 = 0
    var evicted = 0
    var damaged = 0
    var room: @Sendable () -> Void = {}
  }

  private struct Shelved {
    let file: LocalFile
    let copy: PartialCopy
  }

  /// What strangers may know of where they are.
  package static let place = "in the folder of copies (--copies)"

  /// Nil where they are kept in memory.
  package let folder: FilePath?
  package let budget: Int64
  private let capacity: Int
  private let state = Monitor(State())

  /// - Parameters:
  ///   - folder: where copies lie; nil for memory. Made where it is missing.
  ///   - budget: what they may take, in bytes.
  ///   - capacity: how many there may be; each takes two descriptors.
  /// - Throws: where the folder can't be made or written to.
  package init(_ folder: FilePath?, budget: Int64, capacity: Int) throws(FileError) {
    self.folder = folder
    self.budget = budget
    self.capacity = max(4, capacity)
    guard let folder else { return }
    var missing: [FilePath] = []
    var place = folder
    while place.parent != place, (try? FileStatus.of(place)) == nil {
      missing.append(place)
      place = place.parent
    }
    for one in missing.reversed() { _ = try FileFolder.make(one, permissions: 0o700) }
    try FileFolder.checkWritable(folder)
  }

  /// Has somebody told when copies have made room, who may have them open.
  package func setRoomMade(_ tell: @escaping @Sendable () -> Void) {
    state.change { $0.room = tell }
  }

  /// Bytes of copies, how many have made room, and how many parts came otherwise than they were
  /// written.
  package var counts: (bytes: Int64, evicted: Int, damaged: Int) {
    state.read { ($0.heldBytes, $0.evicted, $0.damaged) }
  }

  func countDamage() { state.change { $0.damaged += 1 } }

  /// A file for a copy, open for reading and writing.
  package func file() throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      guard let folder else { return try FileDescriptor.inMemory(name: "copy") }
      return try FileDescriptor.withoutName(in: folder)
    } catch {
      throw FileError("make a copy in", folder ?? .here, error)
    }
  }

  /// The copy of an object, where there is one of the state that is current.
  func file(of key: [UInt8]) -> LocalFile? {
    guard let known = state.read({ $0.files[key] }) else { return nil }
    guard known.copy.object.isCurrent, !known.copy.isGivenUp else {
      forget(key, known.copy)
      return nil
    }
    return known.file
  }

  /// Keeps a copy for those who ask next.
  func keep(_ file: LocalFile, _ copy: PartialCopy, as key: [UInt8]) {
    let left: [PartialCopy] = state.change { state in
      var left = [state.files.updateValue(Shelved(file: file, copy: copy), forKey: key)?.copy]
        .compactMap(\.self)
      while state.files.count > capacity, let one = Self.takeOldest(&state, besides: copy) {
        left.append(one)
      }
      return left
    }
    letGo(left)
  }

  /// Makes sure that so many bytes more can be kept.
  ///
  /// - Parameters:
  ///   - bytes: how many; they count from now on.
  ///   - copy: whose they are: it stays.
  /// - Throws: that there is no room for them.
  func makeRoom(for bytes: Int64, besides copy: PartialCopy) throws(FileError) {
    guard makesRoom(for: bytes, besides: copy) else { throw noRoom(for: copy.canonicalName) }
  }

  /// The same for what is no copy yet.
  func makesRoom(for bytes: Int64, besides copy: PartialCopy?) -> Bool {
    let (left, isTaken) = state.change { state -> ([PartialCopy], Bool) in
      var left: [PartialCopy] = []
      var freed: Int64 = 0
      while state.heldBytes - freed + bytes > budget,
        let one = Self.takeOldest(&state, besides: copy)
      {
        freed += one.heldBytes
        left.append(one)
      }
      let isTaken = state.heldBytes - freed + bytes <= budget
      if isTaken { state.heldBytes += bytes }
      return (left, isTaken)
    }
    letGo(left)
    return isTaken
  }

  func noRoom(for canonicalName: [UInt8]) -> FileError {
    FileError(
      "copy", String(decoding: canonicalName, as: UTF8.self), .noSpace,
      "copies may take \(budget >> 20) MB in all, and it is larger than what is left of that")
  }

  func giveBack(_ bytes: Int64) {
    guard bytes > 0 else { return }
    state.change { $0.heldBytes = max(0, $0.heldBytes - bytes) }
  }

  /// Lets go of the copy of an object that is no more.
  func forget(_ key: [UInt8]) {
    if let known = state.read({ $0.files[key] }) { forget(key, known.copy) }
  }

  /// Lets go of one copy of it, unless another has taken its place.
  func forget(_ key: [UInt8], _ copy: PartialCopy) {
    let isOne = state.change { state in
      guard state.files[key]?.copy === copy else { return false }
      state.files[key] = nil
      return true
    }
    if isOne { copy.leave() }
  }

  private static func takeOldest(
    _ state: inout State, besides copy: PartialCopy?
  ) -> PartialCopy? {
    let others = state.files.filter { $0.value.copy !== copy }
    // What somebody waits for goes last.
    guard
      let oldest = others.min(by: {
        let (one, two) = ($0.value.copy, $1.value.copy)
        return one.isWanted != two.isWanted ? two.isWanted : one.lastUse < two.lastUse
      })
    else { return nil }
    state.files[oldest.key] = nil
    state.evicted += 1
    return oldest.value.copy
  }

  private func letGo(_ copies: [PartialCopy]) {
    guard !copies.isEmpty else { return }
    for copy in copies { copy.leave() }
    state.read { $0.room }()
  }
}
