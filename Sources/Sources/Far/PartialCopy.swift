import FetchRules
import Fetching
import Posix
import PyramidFile
import S3Wire
import Synchronization

/// What has come of an object, in a file that has the object's own offsets: who sends a tile of it
/// sends it as from any file.
final class PartialCopy: FarBytes {
  private struct Blocks {
    var here: BlockSet
    /// None of them is here.
    var coming: BlockSet
    /// Why what was asked for last did not come.
    var failure: FileError?
    /// Whether it has made room for others.
    var hasLeft = false
    /// Requests that found out where its parts lie.
    var looks = 0

    /// Both are paid for.
    var count: Int64 { here.count + coming.count }

    mutating func arrive(_ blocks: Range<Int64>) {
      coming.remove(blocks)
      here.insert(blocks)
    }
  }

  /// Puts what comes of one range into the file: each block is there as soon as it is whole.
  private final class Sink: FetchSink {
    private struct State {
      var failure: Errno?
      var start: Int64 = 0
    }

    private let copy: PartialCopy
    private let state = Monitor(State())

    init(_ copy: PartialCopy) { self.copy = copy }

    var failure: Errno? { state.read { $0.failure } }

    func begin(_ body: Expectation.Body) -> Bool {
      state.change { $0.start = body.start }
      return true
    }

    func take(_ bytes: RawSpan, at offset: Int64) -> Bool {
      do throws(Errno) {
        try copy.file.write(bytes, at: offset)
      } catch {
        state.change { $0.failure = error }
        return false
      }
      let (first, end) = (offset / block, (offset + Int64(bytes.byteCount)) / block)
      let start = (state.read { $0.start } + block - 1) / block
      if max(first, start) < end { copy.blocks.change { $0.arrive(max(first, start)..<end) } }
      return true
    }
  }

  let object: FarObject
  let canonicalName: [UInt8]
  let wasWrittenHere: Bool
  private let file: FileDescriptor
  private let shelf: CopyShelf
  private let blocks: Monitor<Blocks>
  private let whole = Atomic(false)
  /// In nanoseconds.
  private let used = Atomic(Clock.monotonicNanoseconds)

  private static let block = RangeRules.standard.block
  private static let mostLooks = 64
  /// Of what is wanted whole: one request, and how much is under way together; in bytes.
  private static let part: Int64 = 8 << 20
  private static let window: Int64 = 64 << 20

  /// - Parameters:
  ///   - object: what it is a copy of.
  ///   - file: open for writing; what has come so far lies in it.
  ///   - beginning: how many bytes that is.
  ///   - wasWrittenHere: whether none of it came over a network.
  ///   - shelf: gives room.
  init(
    of object: FarObject, in file: consuming FileDescriptor, beginning: Int64,
    wasWrittenHere: Bool, on shelf: CopyShelf
  ) {
    self.wasWrittenHere = wasWrittenHere
    self.object = object
    self.file = file
    self.shelf = shelf
    canonicalName = object.mount.canonicalName(of: object.name)
    let capacity = (object.size + Self.block - 1) / Self.block
    var here = BlockSet(capacity: capacity)
    here.insert(0..<(beginning >= object.size ? capacity : beginning / Self.block))
    blocks = Monitor(
      Blocks(here: here, coming: BlockSet(capacity: capacity)))
    if here.isFull { finish() }
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
  func leave() {
    let held: Int64 = blocks.change { blocks in
      guard !blocks.hasLeft else { return 0 }
      blocks.hasLeft = true
      return blocks.count
    }
    shelf.giveBack(held * Self.block)
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
  private func inside(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
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
      throw FileError("write", "the copy of \(name)", error)
    }
    return true
  }

  func discard() { shelf.forget(object.mount.key(of: object.name), self) }

  /// Whether what tells where its parts lie is strewn over the whole file.
  private func isStrewn(_ wanted: [Range<Int64>], _ urgency: FarUrgency) -> Bool {
    guard urgency == .index else { return false }
    return blocks.read { blocks in
      blocks.looks >= Self.mostLooks
        && !wanted.allSatisfy { blocks.here.contains(Self.blocks(of: $0)) }
    }
  }

  // MARK: One after the other

  private func bringTogether(
    _ wanted: [Range<Int64>], _ urgency: FarUrgency
  ) throws(FileError) {
    let needed = wanted.map(Self.blocks)
    var hasAsked = false
    while true {
      if try askTogether(wanted, urgency) { hasAsked = true }
      let end: Result<Void, FileError> = blocks.wait { blocks in
        if needed.allSatisfy({ blocks.here.contains($0) }) { return .success(()) }
        if needed.contains(where: { blocks.coming.intersects($0) }) { return nil }
        return .failure(blocks.failure ?? FileError("read", name, .unreachable))
      }
      // What another had asked for did not come: it is asked for once more, for us.
      if case .failure = end, !hasAsked { continue }
      return try end.get()
    }
  }

  /// - Returns: whether anything was neither here nor on its way.
  private func askTogether(
    _ wanted: [Range<Int64>], _ urgency: FarUrgency
  ) throws(FileError) -> Bool {
    let fetches = plan(wanted, urgency)
    guard !fetches.isEmpty else { return false }
    try makeRoom(for: fetches)
    for fetch in fetches { ask(for: fetch, urgency) }
    return true
  }

  /// What to ask for, which is on its way from now on.
  private func plan(_ wanted: [Range<Int64>], _ urgency: FarUrgency) -> [Range<Int64>] {
    let standard = RangeRules.standard
    let rules: RangeRules =
      switch urgency {
      case .tile, .index:
        RangeRules(
          block: standard.block, gap: standard.gap, around: object.mount.rules.around,
          longest: standard.longest)
      case .download:
        RangeRules(block: standard.block, gap: 0, around: 0, longest: Self.part)
      }
    return blocks.change { blocks in
      let fetches = RangePlan.fetches(for: wanted, within: 0..<object.size, by: rules) { block in
        if blocks.here.contains(block) { return .present }
        return blocks.coming.contains(block) ? .coming : .absent
      }
      for fetch in fetches { blocks.coming.insert(Self.blocks(of: fetch)) }
      if urgency == .index { blocks.looks += fetches.count }
      return fetches
    }
  }

  private func makeRoom(for fetches: [Range<Int64>]) throws(FileError) {
    let bytes = fetches.reduce(0) { $0 + Int64(Self.blocks(of: $1).count) * Self.block }
    guard !isGivenUp else { return }
    do throws(FileError) {
      try shelf.makeRoom(for: bytes, besides: self)
    } catch {
      blocks.change { blocks in
        for fetch in fetches { blocks.coming.remove(Self.blocks(of: fetch)) }
      }
      throw error
    }
  }

  private func ask(for range: Range<Int64>, _ urgency: FarUrgency) {
    let sink = Sink(self)
    object.mount.fetch(FetchWishes.part(range, of: object, urgency), into: sink) { [self] end in
      // Who waits finds out by that what to do then.
      if case .failed(.changed) = end { object.replace() }
      if case .failed(.absent) = end { object.replace() }
      let asked = Self.blocks(of: range)
      let missing: Int64 = blocks.change { blocks in
        guard case .failed(let failure) = end else {
          blocks.arrive(asked)
          if blocks.here.isFull { finish() }
          return 0
        }
        blocks.failure =
          sink.failure.map { FileError("write", "the copy of \(name)", $0) }
          ?? object.mount.error(failure, of: object.name)
        let before = blocks.count
        blocks.coming.remove(asked)
        return blocks.hasLeft ? 0 : before - blocks.count
      }
      shelf.giveBack(missing * Self.block)
    }
  }

  /// All of it is here: who reads the file itself finds it as old as the object.
  private func finish() {
    // Where it can't be, a cut finds another file than it was told of, and says so.
    try? file.setModified(seconds: object.modified ?? 0)
    whole.store(true, ordering: .releasing)
  }

  private var name: String { String(decoding: canonicalName, as: UTF8.self) }

  private static func blocks(of range: Range<Int64>) -> Range<Int64> {
    range.isEmpty ? 0..<0 : range.lowerBound / block..<(range.upperBound - 1) / block + 1
  }
}
