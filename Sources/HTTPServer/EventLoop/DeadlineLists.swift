import Posix

/// The deadlines of a loop's connections.
///
/// Every kind has one length of time, so the order of setting is the order of passing: a list a
/// kind, whose first is the next, and nothing is ever sorted. Connections are named by their slots.
struct DeadlineLists {
  private struct Entry {
    var previous: Int32 = -1
    var next: Int32 = -1
    var kind = DeadlineKind.none
    var time = Instant.never
  }

  private var entries: [Entry] = []
  private var heads = DeadlineKind.Table<Int32>(repeating: -1)
  private var tails = DeadlineKind.Table<Int32>(repeating: -1)

  func kind(of slot: UInt32) -> DeadlineKind {
    Int(slot) < entries.count ? entries[Int(slot)].kind : .none
  }

  /// Sets a slot's one deadline.
  mutating func set(_ slot: UInt32, _ kind: DeadlineKind, at time: Instant) {
    let index = Int(slot)
    while entries.count <= index { entries.append(Entry()) }
    unlink(index)
    guard kind != .none else { return }
    let list = Int(kind.rawValue)
    let last = tails[list]
    entries[index] = Entry(previous: last, next: -1, kind: kind, time: time)
    if last >= 0 { entries[Int(last)].next = Int32(index) } else { heads[list] = Int32(index) }
    tails[list] = Int32(index)
  }

  private mutating func unlink(_ index: Int) {
    let entry = entries[index]
    guard entry.kind != .none else { return }
    let list = Int(entry.kind.rawValue)
    if entry.previous >= 0 {
      entries[Int(entry.previous)].next = entry.next
    } else {
      heads[list] = entry.next
    }
    if entry.next >= 0 {
      entries[Int(entry.next)].previous = entry.previous
    } else {
      tails[list] = entry.previous
    }
    entries[index] = Entry()
  }

  /// Lets no deadline of a kind be later than a moment: for when its length of time has changed, so
  /// that those set from then on are behind all others.
  mutating func shorten(_ kind: DeadlineKind, to latest: Instant) {
    var place = heads[Int(kind.rawValue)]
    while place >= 0 {
      entries[Int(place)].time = min(entries[Int(place)].time, latest)
      place = entries[Int(place)].next
    }
  }

  /// The slots that have a deadline of a kind, those first whose time was set first.
  ///
  /// - Parameters:
  ///   - kind: of the deadlines.
  ///   - isWanted: asked in order, until it says yes.
  /// - Returns: the first that is wanted; nil for none.
  func first(
    _ kind: DeadlineKind, where isWanted: (UInt32, Instant) -> Bool
  ) -> UInt32? {
    var place = heads[Int(kind.rawValue)]
    while place >= 0 {
      if isWanted(UInt32(place), entries[Int(place)].time) { return UInt32(place) }
      place = entries[Int(place)].next
    }
    return nil
  }

  /// Takes a slot's deadline back.
  mutating func clear(_ slot: UInt32) {
    if Int(slot) < entries.count { unlink(Int(slot)) }
  }

  /// The time of the next deadline; nil when there is none.
  var next: Instant? {
    var earliest: Instant?
    for list in heads.indices where heads[list] >= 0 {
      let time = entries[Int(heads[list])].time
      if time < earliest ?? .never { earliest = time }
    }
    return earliest
  }

  /// Takes out one slot whose deadline has passed.
  mutating func popExpired(now: Instant) -> UInt32? {
    for list in heads.indices where heads[list] >= 0 {
      let index = Int(heads[list])
      guard entries[index].time <= now else { continue }
      unlink(index)
      return UInt32(index)
    }
    return nil
  }
}
