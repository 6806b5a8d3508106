import Caching
import Posix

/// Who waits for parts to be drawn, and who is next: what is looked at comes before pages in small,
/// documents take turns, and of those who want the same part one goes ahead.
struct DrawingLine<Job> {
  struct Ticket: Equatable, Sendable { fileprivate let number: UInt64 }

  /// What is to be done now.
  struct Begun {
    let job: Job
    let place: DrawingPlace
    /// Whether it has waited so long that it is to be drawn no more.
    let isLate: Bool
    /// Whether nobody else goes ahead to the same part meanwhile.
    fileprivate let isAhead: Bool
  }

  private struct Entry {
    let ticket: Ticket
    let job: Job
    let place: DrawingPlace
    let start: Instant
    let end: Instant
    /// Whether somebody went ahead, and the part was drawn.
    var isDrawn = false
  }

  /// Whoever has waited so long is behind nobody any more for what it is.
  private static var longest: Duration { .seconds(2) }

  private let limit: Int
  private let most: Int
  private let patience: Duration
  private var last: UInt64 = 0
  /// In the order in which they came.
  private var waiting: [Entry] = []
  private var ahead: Set<DrawingPlace> = []
  private var running: [FileStatus: Int] = [:]
  private var turn: UInt64 = 0
  private var turns = ClockCache<FileStatus, UInt64>(capacity: 1024)

  /// - Parameters:
  ///   - limit: how many may wait.
  ///   - most: how many of a document are under way at most.
  ///   - patience: how long one waits until it is late.
  init(limit: Int, most: Int, patience: Duration) {
    self.limit = max(1, limit)
    self.most = max(1, most)
    self.patience = patience
  }

  var count: Int { waiting.count }

  /// - Returns: nil when too much waits already.
  mutating func enter(_ job: Job, at place: DrawingPlace, _ now: Instant) -> Ticket? {
    guard waiting.count < limit else { return nil }
    last += 1
    let ticket = Ticket(number: last)
    waiting.append(Entry(ticket: ticket, job: job, place: place, start: now, end: now + patience))
    return ticket
  }

  mutating func withdraw(_ ticket: Ticket) { waiting.removeAll { $0.ticket == ticket } }

  /// The next one, of the document of which the fewest are under way, and that was served longest ago.
  mutating func begin(_ now: Instant) -> Begun? {
    var best: (index: Int, rank: (Int, Int, UInt64))?
    for (index, entry) in waiting.enumerated() {
      let document = entry.place.document
      let count = running[document] ?? 0
      guard count < most, entry.isDrawn || !ahead.contains(entry.place) else { continue }
      let hasWaited = entry.start + Self.longest <= now
      let rank = (hasWaited ? 0 : entry.place.rank, count, turns.value(of: document) ?? 0)
      if let found = best, found.rank <= rank { continue }
      best = (index, rank)
    }
    guard let best else { return nil }
    let entry = waiting.remove(at: best.index)
    turn += 1
    turns.insert(turn, for: entry.place.document)
    running[entry.place.document, default: 0] += 1
    if !entry.isDrawn { ahead.insert(entry.place) }
    return Begun(
      job: entry.job, place: entry.place, isLate: entry.end <= now, isAhead: !entry.isDrawn)
  }

  /// - Parameters:
  ///   - begun: what has ended.
  ///   - isDrawn: whether the part is there now for all who want it.
  mutating func end(_ begun: Begun, isDrawn: Bool) {
    let document = begun.place.document
    let count = (running[document] ?? 1) - 1
    running[document] = count > 0 ? count : nil
    guard begun.isAhead else { return }
    ahead.remove(begun.place)
    guard isDrawn, begun.place.part != .several else { return }
    for index in waiting.indices where waiting[index].place == begun.place {
      waiting[index].isDrawn = true
    }
  }

  /// When the first part becomes late; pictures of several wait for their turn.
  var nextLate: Instant? { waiting.first { $0.place.part != .several }?.end }

  /// Takes out one that has waited too long.
  mutating func takeLate(_ now: Instant) -> Job? {
    guard let index = waiting.firstIndex(where: { $0.place.part != .several }),
      waiting[index].end <= now
    else { return nil }
    return waiting.remove(at: index).job
  }
}
