import FetchRules
import Fetching
import Posix
import PyramidFile
import S3Wire
import Synchronization

/// What has come of an object, in a file that has the object's own offsets: who sends a tile of it
/// sends it as from any file.
final class PartialCopy: FarBytes {
  struct Blocks {
    var here: BlockSet
    /// None of them is here.
    var coming: BlockSet
    /// Why what was asked for last did not come.
    var failure: FileError?
    /// Whether it has made room for others.
    var hasLeft = false
    /// Requests that found out where its parts lie.
    var looks = 0
    /// How much of it those are told of who come after this process.
    var saved: Int64 = 0

    /// Both are paid for.
    var count: Int64 { here.count + coming.count }

    mutating func arrive(_ blocks: Range<Int64>) {
      coming.remove(blocks)
      here.insert(blocks)
    }
  }

  let object: FarObject
  let canonicalName: [UInt8]
  let wasWrittenHere: Bool
  /// Whether it lies in memory because the disk of copies fails.
  let isRefuge: Bool
  let file: FileDescriptor
  let shelf: CopyShelf
  let blocks: Monitor<Blocks>
  /// Its name, where it outlives this process.
  private let keptName: KeptName?
  private let whole = Atomic(false)
  /// In nanoseconds.
  private let used = Atomic(Clock.monotonicNanoseconds)

  static let block = RangeRules.standard.block
  private static let mostLooks = 64
  /// Of what is wanted whole: one request, and how much is under way together; in bytes.
  static let part: Int64 = 8 << 20
  private static let window: Int64 = 64 << 20

  /// - Parameters:
  ///   - object: what it is a copy of.
  ///   - file: what has come so far lies in it.
  ///   - here: how much that is.
  ///   - wasWrittenHere: whether none of it came over a network.
  ///   - shelf: gives room.
  init(
    of object: FarObject, in file: consuming CopyFile, holding here: BlockSet,
    wasWrittenHere: Bool, on shelf: CopyShelf
  ) {
    self.wasWrittenHere = wasWrittenHere
    self.object = object
    self.shelf = shelf
    isRefuge = file.isRefuge
    keptName = file.name
    self.file = file.take()
    canonicalName = object.mount.canonicalName(of: object.name)
    blocks = Monitor(
      Blocks(here: here, coming: BlockSet(capacity: here.capacity)))
    if here.isFull { finish() }
  }

  /// What is there of an object whose first bytes have come.
  ///
  /// - Parameters:
  ///   - beginning: how many bytes that is.
  ///   - size: of the object, in bytes.
  /// - Returns: its blocks that are whole.
  static func blocks(ofBeginning beginning: Int64, of size: Int64) -> BlockSet {
    let capacity = (size + block - 1) / block
    var here = BlockSet(capacity: capacity)
    here.insert(0..<(beginning >= size ? capacity : beginning / block))
    return here
  }

  deinit { leave() }

  var tag: [UInt8] { object.objectTag.canonicalText }
  var watch: any SourceWatch { object }
  var isGivenUp: Bool { blocks.read { $0.hasLeft } }
  var isWhole: Bool { whole.load(ordering: .acquiring) }
  var lastUse: Int64 { used.load(ordering: .relaxed) }
  var heldBytes: Int64 { blocks.read { $0.count } * Self.block }

  /// Whether somebody waits for a part of it.
  var isWanted: Bool { blocks.read { $0.coming.count > 0 } }

  /// Makes room for others: it counts no more, and its file is gone with the last who has it open.
  ///
  /// - Parameter bytes: what the shelf has counted of it; nil for all that it holds.
  func leave(countedBytes bytes: Int64? = nil) {
    let held: Int64? = blocks.change { blocks in
      guard !blocks.hasLeft else { return nil }
      blocks.hasLeft = true
      return blocks.count
    }
    guard let held else { return }
    shelf.giveBack(bytes ?? held * Self.block)
    keptName?.remove()
  }

  func holds(_ range: Range<Int64>) -> Bool {
    used.store(Clock.monotonicNanoseconds, ordering: .relaxed)
    if isWhole { return true }
    let wanted = Self.blocks(of: range)
    return blocks.read { $0.here.contains(wanted) }
  }

  func order(_ ranges: [Range<Int64>], _ urgency: FarUrgency) throws(FileError) {
    if !isWhole { _ = try askTogether(inside(ranges), urgency) }
  }

  /// What of some parts lies in the object.
  func inside(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
    ranges.map { $0.clamped(to: 0..<object.size) }.filter { !$0.isEmpty }
  }

  func bring(_ ranges: [Range<Int64>], _ urgency: FarUrgency) throws(FileError) {
    used.store(Clock.monotonicNanoseconds, ordering: .relaxed)
    if isWhole { return }
    let extent = 0..<object.size
    let wanted = inside(ranges)
    guard urgency == .download || isStrewn(wanted, urgency) else {
      return try bringTogether(wanted, urgency)
    }
    guard object.size <= object.mount.rules.sourceBytes else {
      throw FileError(
        "read", name, .fileTooLarge,
        "it has \(object.size) bytes, and \(object.mount.rules.sourceBytes) may be fetched")
    }
    // Asked for piece by piece, a file that is strewn would take longer than as a whole.
    for range in urgency == .download ? wanted : [extent] {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Int(Self.window)) {
        let piece = start..<min(start + Self.window, range.upperBound)
        try bringTogether([piece], .download)
      }
    }
  }

  func bringAnew(
    _ range: Range<Int64>, where isIntact: ([UInt8]) -> Bool
  ) throws(FileError) -> Bool {
    shelf.countDamage()
    let sink = MemorySink()
    do throws(EngineFailure) {
      _ = try object.mount.wait(for: FetchWishes.part(range, of: object, .tile), into: sink)
    } catch {
      if error == .changed || error == .absent { object.replace() }
      throw object.mount.error(error, of: object.name)
    }
    let bytes = sink.bytes
    guard isIntact(bytes) else { return false }
    do throws(Errno) {
      try unsafe file.write(bytes.span.bytes, at: range.lowerBound)
    } catch {
      lose(because: error)
      throw FileError("write", "the copy of \(name)", error)
    }
    return true
  }

  func discard() { shelf.forget(object.mount.key(of: object.name), self) }

  func lose(because error: Errno) {
    // Memory fails otherwise.
    if !isRefuge { shelf.noteTrouble(error) }
    discard()
  }

  /// Tells those who come after this process what of it is here, once that is on the disk.
  ///
  /// - Parameters:
  ///   - kept: where it is told.
  ///   - isEnd: whether it is told once more when it was last seen to be what lies there.
  func save(to kept: KeptCopies, isEnd: Bool) {
    guard let keptName, case .entity(let tag) = object.objectTag, let seen = object.seenAt else {
      return
    }
    let (here, saved, hasLeft) = blocks.read { ($0.here, $0.saved, $0.hasLeft) }
    guard !hasLeft, here.count > saved || isEnd else { return }
    if here.count > saved {
      do throws(Errno) {
        try file.synchronize()
      } catch {
        return lose(because: error)
      }
    }
    let map = CopyMap(
      object: object.mount.keptName(of: object.name), tag: tag, size: object.size,
      modified: object.modified, seen: seen, blocks: here.runs)
    // Where it can't be told it is fetched anew after the next start.
    guard (try? kept.write(map, of: keptName.place)) != nil else { return }
    blocks.change { $0.saved = here.count }
  }

  /// Whether what tells where its parts lie is strewn over the whole file.
  private func isStrewn(_ wanted: [Range<Int64>], _ urgency: FarUrgency) -> Bool {
    guard urgency == .index else { return false }
    return blocks.read { blocks in
      blocks.looks >= Self.mostLooks
        && !wanted.allSatisfy { blocks.here.contains(Self.blocks(of: $0)) }
    }
  }

  /// All of it is here: who reads the file itself finds it as old as the object.
  func finish() {
    // Where it can't be, a cut finds another file than it was told of, and says so.
    try? file.setModified(seconds: object.modified ?? 0)
    whole.store(true, ordering: .releasing)
  }

  var name: String { String(decoding: canonicalName, as: UTF8.self) }

  static func blocks(of range: Range<Int64>) -> Range<Int64> {
    range.isEmpty ? 0..<0 : range.lowerBound / block..<(range.upperBound - 1) / block + 1
  }
}
