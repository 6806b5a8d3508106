import FetchRules
import Fetching
import Posix
import PyramidFile
import S3Wire

/// How what is wanted comes.
extension PartialCopy {
  /// Puts what comes of one range into the file: each block is there as soon as it is whole.
  final class Sink: FetchSink {
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
      let first = offset / PartialCopy.block
      let end = (offset + Int64(bytes.byteCount)) / PartialCopy.block
      let start = (state.read { $0.start } + PartialCopy.block - 1) / PartialCopy.block
      if max(first, start) < end { copy.blocks.change { $0.arrive(max(first, start)..<end) } }
      return true
    }
  }

  func bringTogether(
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
  func askTogether(
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
    let rules = rules(for: wanted, urgency)
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

  private func rules(for wanted: [Range<Int64>], _ urgency: FarUrgency) -> RangeRules {
    let standard = RangeRules.standard
    let around = RangeRules(
      block: standard.block, gap: standard.gap, around: object.mount.rules.around,
      longest: standard.longest)
    return switch urgency {
    case .tile: around.reachingNeighbours(of: wanted)
    case .index: around
    case .download: RangeRules(block: standard.block, gap: 0, around: 0, longest: Self.part)
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
      if let failure = sink.failure { lose(because: failure) }
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
}
