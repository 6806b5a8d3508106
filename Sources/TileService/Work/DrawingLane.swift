import Posix

/// Threads that make pictures of which parts are drawn first, and one for those that have waited too
/// long for that.
final class DrawingLane: Sendable {
  /// - Parameter isLate: whether it is to be drawn no more.
  /// - Returns: whether it was drawn.
  typealias Job = @Sendable (_ isLate: Bool) -> Bool

  private struct State {
    var line: DrawingLine<Job>
    var isStopping = false
  }

  /// How long a part waits until it is made of what is there: as long as one may take to draw.
  private static let patience = Duration.seconds(10)

  private let count: Int
  private let state: Monitor<State>
  private let threads = ThreadGroup()

  /// A lane whose threads are still to be started.
  ///
  /// - Parameters:
  ///   - limit: jobs that may wait.
  ///   - threads: how many there are.
  ///   - spare: how many of them a document leaves to others.
  ///   - patience: how long a job waits until it is late.
  init(limit: Int, threads: Int, spare: Int, patience: Duration = patience) {
    count = max(1, threads)
    state = Monitor(
      State(line: DrawingLine(limit: limit, most: count - spare, patience: patience)))
  }

  func start() throws(Errno) {
    try threads.start("drawings", count: count) { _ in
      while let begun = self.next() {
        let isDrawn = begun.job(begun.isLate)
        self.state.change { $0.line.end(begun, isDrawn: isDrawn) }
      }
    }
    try threads.start("late-drawings", count: 1) { _ in
      while let job = self.nextLate() { _ = job(true) }
    }
  }

  /// What waits is dropped, what runs is finished.
  func stop() {
    state.change { $0.isStopping = true }
    threads.join()
  }

  var waiting: Int { state.read(\.line.count) }

  /// Puts a job in line.
  ///
  /// - Returns: nil when too much waits already.
  func submit(_ place: DrawingPlace, _ job: @escaping Job) -> (any Withdrawable)? {
    state.change { state in
      guard !state.isStopping, let ticket = state.line.enter(job, at: place, .now) else {
        return nil
      }
      return DrawingTicket(lane: self, ticket: ticket)
    }
  }

  fileprivate func withdraw(_ ticket: DrawingLine<Job>.Ticket) {
    state.change { $0.line.withdraw(ticket) }
  }

  private func next() -> DrawingLine<Job>.Begun? {
    state.wait { state -> DrawingLine<Job>.Begun?? in
      if state.isStopping { return .some(nil) }
      return state.line.begin(.now).map { .some($0) }
    }
  }

  private func nextLate() -> Job? {
    while true {
      let found = state.wait(until: \.line.nextLate) { state -> Job?? in
        if state.isStopping { return .some(nil) }
        return state.line.takeLate(.now).map { .some($0) }
      }
      if let found { return found }
    }
  }
}

/// A job that waits in the lane, to be taken out of the line.
private struct DrawingTicket: Withdrawable {
  let lane: DrawingLane
  let ticket: DrawingLine<DrawingLane.Job>.Ticket

  func withdraw() { lane.withdraw(ticket) }
}
