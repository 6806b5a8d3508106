package import Posix
import PyramidFile

/// Where copies of what lies elsewhere are kept, and how much of them: who has not been asked for
/// longest makes room.
///
/// Where they outlive the process their files have names; else nothing is left of them when it ends.
package final class CopyShelf: Sendable {
  struct State {
    var files: [[UInt8]: Shelved] = [:]
    /// What an earlier process has left, and nobody has asked for yet.
    var left: [[UInt8]: KeptCopies.Found] = [:]
    var heldBytes: Int64 = 0
    var evicted = 0
    var damaged = 0
    /// How often there was no room.
    var refused = 0
    /// Whether that was told, and there has been room for nothing since.
    var isFull = false
    var trouble: (error: Errno, since: Instant)?
    var room: @Sendable () -> Void = {}
    var full: @Sendable () -> Void = {}
  }

  struct Shelved {
    let file: LocalFile
    let copy: PartialCopy
  }

  /// Who makes room.
  private enum Leaver {
    case copy(PartialCopy)
    case left(KeptCopies.Found)
  }

  /// What strangers may know of where they are.
  package static let place = "in the folder of copies (--copies)"
  /// For so long after its disk has failed nothing new is put there.
  private static let pause = Duration.seconds(30)
  /// What copies may take in memory meanwhile, in bytes.
  static let refuge: Int64 = 64 << 20

  /// Nil where they are kept in memory.
  package let folder: FilePath?
  package let budget: Int64
  /// Nil where none outlives the process.
  let kept: KeptCopies?
  private let capacity: Int
  let state = Monitor(State())

  /// - Parameters:
  ///   - folder: where copies lie; nil for memory. Made where it is missing.
  ///   - budget: what they may take, in bytes.
  ///   - capacity: how many there may be; each takes two descriptors.
  ///   - isKept: whether they outlive this process, where no other one keeps its copies there.
  /// - Throws: where the folder can't be made or written to.
  package init(
    _ folder: FilePath?, budget: Int64, capacity: Int, isKept: Bool = false
  ) throws(FileError) {
    self.folder = folder
    self.budget = budget
    self.capacity = max(4, capacity)
    guard let folder else {
      kept = nil
      return
    }
    var missing: [FilePath] = []
    var place = folder
    while place.parent != place, (try? FileStatus.of(place)) == nil {
      missing.append(place)
      place = place.parent
    }
    for one in missing.reversed() { _ = try FileFolder.make(one, permissions: 0o700) }
    try FileFolder.checkWritable(folder)
    kept = isKept ? try KeptCopies(in: folder) : nil
    try takeWhatIsLeft()
  }

  /// What outlived the process before this one counts as well, as far as there is room.
  private func takeWhatIsLeft() throws(FileError) {
    guard let kept else { return }
    for found in try kept.sweep().sorted(by: { $0.map.seen > $1.map.seen }) {
      let isTaken = state.change { state in
        guard state.heldBytes + found.map.held <= budget else { return false }
        state.heldBytes += found.map.held
        state.left[found.map.object] = found
        return true
      }
      if !isTaken { kept.remove(found.place) }
    }
  }

  /// Has somebody told when copies have made room, who may have them open.
  package func setRoomMade(_ tell: @escaping @Sendable () -> Void) {
    state.change { $0.room = tell }
  }

  /// Has somebody told when there is no room; not again before there was some.
  package func setFull(_ tell: @escaping @Sendable () -> Void) { state.change { $0.full = tell } }

  /// Bytes of copies, how many have made room, how often there was none, and how many parts came
  /// otherwise than they were written.
  package var counts: (bytes: Int64, evicted: Int, refused: Int, damaged: Int) {
    state.read { ($0.heldBytes, $0.evicted, $0.refused, $0.damaged) }
  }

  func countDamage() { state.change { $0.damaged += 1 } }

  /// A file that takes its room here, open for reading and writing.
  package func file() throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      guard let folder else { return try FileDescriptor.inMemory(name: "copy") }
      return try FileDescriptor.withoutName(in: folder)
    } catch {
      throw FileError("make a copy in", folder ?? .here, error)
    }
  }

  /// A file for a copy; one in memory while the disk of copies fails.
  func copyFile() throws(FileError) -> CopyFile {
    guard folder != nil else { return CopyFile(try file()) }
    if !hasTrouble {
      do throws(FileError) {
        if let kept { return try kept.make() }
        return CopyFile(try file())
      } catch {
        noteTrouble(error.errno)
      }
    }
    do throws(Errno) {
      return CopyFile(try FileDescriptor.inMemory(name: "copy"), isRefuge: true)
    } catch {
      throw FileError("make a copy in", .here, error)
    }
  }

  // MARK: Trouble

  /// Whether the disk has failed a moment ago.
  private var hasTrouble: Bool {
    state.read { $0.trouble.map { Instant.now - $0.since < Self.pause } ?? false }
  }

  /// The disk has failed: what comes next is kept in memory, and asked of the disk later.
  func noteTrouble(_ error: Errno) { state.change { $0.trouble = (error, .now) } }

  // MARK: Finding

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
    letGo(left.map { .copy($0) })
  }

  // MARK: Room

  /// Makes sure that so many bytes more can be kept.
  ///
  /// - Parameters:
  ///   - bytes: how many; they count from now on.
  ///   - copy: whose they are: it stays.
  /// - Throws: that there is no room for them.
  func makeRoom(for bytes: Int64, besides copy: PartialCopy) throws(FileError) {
    if copy.isRefuge { try makeRefuge(for: bytes, besides: copy) }
    guard makesRoom(for: bytes, besides: copy) else { throw noRoom(for: copy.canonicalName) }
  }

  /// The same for what is no copy yet.
  func makesRoom(for bytes: Int64, besides copy: PartialCopy?) -> Bool {
    let (leavers, isTaken, tell) = state.change {
      state -> ([Leaver], Bool, (@Sendable () -> Void)?) in
      var leavers: [Leaver] = []
      var freed: Int64 = 0
      while state.heldBytes - freed + bytes > budget {
        if let one = Self.takeOldestLeft(&state) {
          freed += one.map.held
          leavers.append(.left(one))
        } else if let one = Self.takeOldest(&state, besides: copy) {
          freed += one.heldBytes
          leavers.append(.copy(one))
        } else {
          break
        }
      }
      let isTaken = state.heldBytes - freed + bytes <= budget
      if isTaken { state.heldBytes += bytes } else { state.refused += 1 }
      let isNews = !isTaken && !state.isFull
      state.isFull = !isTaken
      return (leavers, isTaken, isNews ? state.full : nil)
    }
    letGo(leavers)
    tell?()
    return isTaken
  }

  /// Makes sure that copies take no more memory than they may while their disk fails.
  private func makeRefuge(for bytes: Int64, besides copy: PartialCopy) throws(FileError) {
    let (leavers, error) = state.change { state -> ([Leaver], Errno?) in
      var leavers: [Leaver] = []
      func taken() -> Int64 {
        state.files.values.reduce(copy.heldBytes) {
          $1.copy.isRefuge && $1.copy !== copy ? $0 + $1.copy.heldBytes : $0
        }
      }
      while taken() + bytes > Self.refuge {
        guard let one = Self.takeOldest(&state, besides: copy, where: \.isRefuge) else {
          return (leavers, state.trouble?.error ?? .inputOutput)
        }
        leavers.append(.copy(one))
      }
      return (leavers, nil)
    }
    letGo(leavers)
    guard let error else { return }
    throw FileError(
      "copy", String(decoding: copy.canonicalName, as: UTF8.self), .unreachable,
      "\(error), \(Self.place), and it is too large for memory")
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
    _ state: inout State, besides copy: PartialCopy?,
    where mayGo: (PartialCopy) -> Bool = { _ in true }
  ) -> PartialCopy? {
    let others = state.files.filter { $0.value.copy !== copy && mayGo($0.value.copy) }
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

  private static func takeOldestLeft(_ state: inout State) -> KeptCopies.Found? {
    guard let oldest = state.left.min(by: { $0.value.map.seen < $1.value.map.seen }) else {
      return nil
    }
    state.left[oldest.key] = nil
    state.evicted += 1
    return oldest.value
  }

  private func letGo(_ leavers: [Leaver]) {
    guard !leavers.isEmpty else { return }
    for leaver in leavers {
      switch leaver {
      case .copy(let copy): copy.leave()
      case .left(let found): drop(found)
      }
    }
    state.read { $0.room }()
  }
}
