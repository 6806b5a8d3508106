import Posix

/// Threads that do one kind of work, and a bounded line of what waits for them.
final class WorkLane: Sendable {
  private struct LaneJob {
    let number: UInt64
    let party: UInt64
    let run: @Sendable () -> Void
  }

  private struct State {
    var line: [LaneJob] = []
    /// The first in line; those before it are done.
    var first = 0
    var lastNumber: UInt64 = 0
    var isStopping = false
    /// In a fair lane: what each party has waiting, and how many threads are at work for it.
    var waiting: [UInt64: Int] = [:]
    var running: [UInt64: Int] = [:]
    var mostAtOnce = 1
  }

  private let name: String
  private let limit: Int
  private let niceness: Int32
  private let isFair: Bool
  private let state = Monitor(State())
  private let threads = ThreadGroup()

  /// A lane whose threads are still to be started.
  ///
  /// - Parameters:
  ///   - name: of its threads.
  ///   - limit: jobs that may wait.
  ///   - niceness: how far its threads step back when processors are short, 0 to 19.
  ///   - isFair: whether a quarter of the threads and of the line is left by every party to the
  ///     others, and who has the fewest threads comes first.
  init(name: String, limit: Int, niceness: Int32 = 0, isFair: Bool = false) {
    self.name = name
    self.limit = max(1, limit)
    self.niceness = niceness
    self.isFair = isFair
  }

  func start(threads count: Int) throws(Errno) {
    state.change { $0.mostAtOnce = Self.share(of: count) }
    try threads.start(name, count: max(1, count)) { _ in
      Posix.Thread.stepBack(self.niceness)
      self.work()
    }
  }

  /// What waits is dropped, what runs is finished.
  func stop() {
    state.change { $0.isStopping = true }
    threads.join()
  }

  var waiting: Int { state.read { $0.line.count - $0.first } }

  /// Puts work in line.
  ///
  /// - Parameters:
  ///   - party: whose it is.
  ///   - run: the work, which a thread of the lane does.
  /// - Returns: nil when too much waits already.
  func submit(for party: UInt64 = 0, _ run: @escaping @Sendable () -> Void) -> LaneTicket? {
    // One thread is enough for one piece of work: of dozens, all others would only lie down again.
    state.change(waking: .one) { state in
      guard state.line.count - state.first < limit, !state.isStopping else { return nil }
      if isFair {
        guard state.waiting[party, default: 0] < Self.share(of: limit) else { return nil }
        state.waiting[party, default: 0] += 1
      }
      state.lastNumber += 1
      state.line.append(LaneJob(number: state.lastNumber, party: party, run: run))
      return LaneTicket(lane: self, number: state.lastNumber)
    }
  }

  /// How much of something one party may have.
  private static func share(of count: Int) -> Int { max(1, count - count / 4) }

  /// Takes work out of the line again, if nobody has begun it.
  fileprivate func withdraw(_ number: UInt64) {
    state.change(waking: .nobody) { state in
      // Numbers ascend along the line.
      var low = state.first
      var high = state.line.count
      while low < high {
        let middle = (low + high) / 2
        if state.line[middle].number < number { low = middle + 1 } else { high = middle }
      }
      guard low < state.line.count, state.line[low].number == number else { return }
      let job = state.line.remove(at: low)
      if isFair { state.waiting.countDown(job.party) }
    }
  }

  private func work() {
    while let job = next() {
      job.run()
      // What this lets begin, this thread does next.
      if isFair { state.change(waking: .nobody) { $0.running.countDown(job.party) } }
    }
  }

  private func next() -> LaneJob? {
    state.wait { state -> LaneJob?? in
      if state.isStopping { return .some(nil) }
      if self.isFair { return Self.takeFairly(&state).map { .some($0) } }
      guard state.first < state.line.count else { return nil }
      let job = state.line[state.first]
      state.first += 1
      if state.first == state.line.count {
        state.line.removeAll(keepingCapacity: true)
        state.first = 0
      } else if state.first > 256, state.first * 2 > state.line.count {
        state.line.removeFirst(state.first)
        state.first = 0
      }
      return job
    }
  }

  /// Takes what waits longest of those parties that have the fewest threads.
  private static func takeFairly(_ state: inout State) -> LaneJob? {
    var next: (place: Int, threads: Int)?
    for (place, job) in state.line.enumerated() {
      let threads = state.running[job.party, default: 0]
      guard threads < min(state.mostAtOnce, next?.threads ?? .max) else { continue }
      next = (place, threads)
      if threads == 0 { break }
    }
    guard let next else { return nil }
    let job = state.line.remove(at: next.place)
    state.waiting.countDown(job.party)
    state.running[job.party, default: 0] += 1
    return job
  }
}

extension [UInt64: Int] {
  /// One less; what is none is not kept.
  fileprivate mutating func countDown(_ key: UInt64) {
    guard let count = self[key] else { return }
    self[key] = count > 1 ? count - 1 : nil
  }
}

/// A piece of work that waits in a lane, to be taken out of the line.
struct LaneTicket: Withdrawable {
  fileprivate let lane: WorkLane
  fileprivate let number: UInt64

  func withdraw() { lane.withdraw(number) }
}
