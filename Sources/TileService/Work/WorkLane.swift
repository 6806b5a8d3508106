import Posix

/// Threads that do one kind of work, and a bounded line of what waits for them.
final class WorkLane: Sendable {
  /// Names a piece of work that waits, to be taken out of the line.
  struct Ticket: Sendable { fileprivate let number: UInt64 }

  private struct Job {
    let number: UInt64
    let run: @Sendable () -> Void
  }

  private struct State {
    var line: [Job] = []
    /// The first in line; those before it are done.
    var first = 0
    var lastNumber: UInt64 = 0
    var isStopping = false
    var done = 0
  }

  private let name: String
  private let limit: Int
  private let niceness: Int32
  private let state = Monitor(State())
  private let threads = ThreadGroup()

  /// `limit`: jobs that may wait.
  ///
  /// `niceness`: how far its threads step back when processors are short, 0 to 19.
  init(name: String, limit: Int, niceness: Int32 = 0) {
    self.name = name
    self.limit = max(1, limit)
    self.niceness = niceness
  }

  func start(threads count: Int) throws(Errno) {
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
  /// - Returns: nil when too much waits already.
  func submit(_ run: @escaping @Sendable () -> Void) -> Ticket? {
    state.change { state in
      guard state.line.count - state.first < limit, !state.isStopping else { return nil }
      state.lastNumber += 1
      state.line.append(Job(number: state.lastNumber, run: run))
      return Ticket(number: state.lastNumber)
    }
  }

  /// Takes work out of the line again, if nobody has begun it.
  func withdraw(_ ticket: Ticket) {
    state.change { state in
      // Numbers ascend along the line.
      var low = state.first
      var high = state.line.count
      while low < high {
        let middle = (low + high) / 2
        if state.line[middle].number < ticket.number { low = middle + 1 } else { high = middle }
      }
      guard low < state.line.count, state.line[low].number == ticket.number else { return }
      state.line.remove(at: low)
    }
  }

  private func work() {
    while let job = next() { job.run() }
  }

  private func next() -> Job? {
    state.wait { state -> Job?? in
      if state.isStopping { return .some(nil) }
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
}
