import FetchRules
import Posix
import S3Wire

/// Who waits for their turn, and nobody for longer than they have.
extension Engine {
  static let leaving = EngineFailure.silence("we are leaving")

  /// Begins as many errands as the pace allows, and ends those whose turn can't come in time.
  func goOn() {
    var now = Instant.now
    let (late, failure, first) = state.change(waking: .nobody) { $0.turn(at: now.nanoseconds) }
    for errand in late { errand.tell(.failed(failure)) }
    var turn = first
    while case .begins(let errand) = turn {
      begin(errand, at: now)
      now = .now
      turn = state.change(waking: .nobody) { $0.next(at: now.nanoseconds) }
    }
    guard case .waits(let due) = turn else { return }
    loop.call(at: Instant(nanoseconds: due)) { [self] in
      state.change(waking: .nobody) { if $0.alarm == due { $0.alarm = nil } }
      goOn()
    }
  }

  /// Nobody is let through any more, and who is in line goes.
  func leave() {
    let left = state.change { state in
      state.isStopping = true
      return state.leave { _ in true }
    }
    for errand in left { errand.tell(.failed(Self.leaving)) }
  }
}

extension Engine.State {
  /// What is next.
  enum Turn {
    case begins(Errand)
    /// Nobody may begin, and nobody looks at the line before a moment, unless somebody is told to.
    case waits(until: Int64)
    case nothing
  }

  /// Whose turn can't come in time, what they are told, and what is next.
  mutating func turn(at now: Int64) -> (late: [Errand], failure: EngineFailure, next: Turn) {
    let moment = pause(at: now) ?? now
    let late = leave { !$0.attempts.mayWait(until: moment, at: now) }
    return (late, busy(at: now) ?? .silence("its turn did not come in time"), next(at: now))
  }

  mutating func next(at now: Int64) -> Turn {
    if waiting > 0, identity.isKnown, pace.begin(at: now) { return .begins(takeFirst()) }
    guard let due = due(at: now), due < alarm ?? .max else { return .nothing }
    alarm = due
    return .waits(until: due)
  }

  /// Until when the engine wants nothing to be asked; nil where it may be.
  func pause(at now: Int64) -> Int64? { pace.pausedUntil > now ? pace.pausedUntil : nil }

  /// What those are told who can't wait for the end of a pause; nil where there is none.
  func busy(at now: Int64) -> EngineFailure? {
    pause(at: now).map { .busy(retryAfter: max(1, ($0 - now) / 1_000_000_000)) }
  }

  /// When something happens to the line of itself: a pause ends, or somebody's time.
  func due(at now: Int64) -> Int64? {
    guard waiting > 0 else { return nil }
    return line[first...].reduce(pause(at: now) ?? .max) { min($0, $1.attempts.end ?? .max) }
  }

  /// Takes out who is next; nobody may be kept who has gone, nor what it holds: a file and its lock.
  mutating func takeFirst() -> Errand {
    let errand = line[first]
    first += 1
    if first == line.count || (first > 64 && first * 2 > line.count) {
      line.removeFirst(first)
      first = 0
    }
    return errand
  }

  /// Takes those out of the line who go, and counts them as failed.
  mutating func leave(_ goes: (Errand) -> Bool) -> [Errand] {
    guard line[first...].contains(where: goes) else { return [] }
    let all = line[first...]
    line = all.filter { !goes($0) }
    first = 0
    let left = all.filter(goes)
    counts.failed += left.count
    return left
  }

  /// Has somebody wait for the end of a pause, to be asked for once more.
  ///
  /// - Returns: false where there is no pause, or no place in line.
  mutating func lineUp(_ errand: Errand, at now: Int64) -> Bool {
    guard !isStopping, pause(at: now) != nil, waiting < Engine.longestLine else { return false }
    var errand = errand
    errand.isRepeated = true
    counts.again += 1
    line.append(errand)
    return true
  }
}
