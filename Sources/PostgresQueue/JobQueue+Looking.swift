package import CutQueue

/// What people look at, and what they decide.
extension JobQueue {
  /// A row for people.
  package struct Entry: Sendable {
    package let version: String
    package let source: [UInt8]
    package let page: Int?
    /// `todo`, `run` or `failed`.
    package let state: String
    package let priority: Int
    package let tries: Int
    package let worker: String?
    package let reason: String?
    /// In seconds.
    package let age: Int

    package init(
      version: String, source: [UInt8], page: Int?, state: String, priority: Int, tries: Int,
      worker: String?, reason: String?, age: Int
    ) {
      self.version = version
      self.source = source
      self.page = page
      self.state = state
      self.priority = priority
      self.tries = tries
      self.worker = worker
      self.reason = reason
      self.age = age
    }
  }

  package func counts() throws(QueueTrouble) -> QueueCounts {
    let row = try ask(Statements.counts).first ?? []
    let numbers = row.map { Self.int($0) ?? 0 }
    guard numbers.count == 5 else {
      throw QueueTrouble(.senseless, "it counts what no queue of ours counts")
    }
    return QueueCounts(
      waiting: numbers[0], running: numbers[1], failed: numbers[2], done: numbers[3],
      oldest: numbers[4])
  }

  /// Some of the images, those first that somebody is at.
  ///
  /// - Parameters:
  ///   - state: of which; nil for all.
  ///   - limit: how many at most.
  /// - Returns: rows for people.
  /// - Throws: why the queue can't be asked.
  package func entries(
    in state: String?, atMost limit: Int
  ) throws(QueueTrouble) -> [Entry] {
    try ask(Statements.list, [state, "\(limit)"]).compactMap { row in
      guard row.count == 9, let version = row[0], let state = row[3] else { return nil }
      return Entry(
        version: version, source: row[1].flatMap(Self.bytes) ?? [], page: Self.int(row[2]),
        state: state, priority: Self.int(row[4]) ?? 0, tries: Self.int(row[5]) ?? 0,
        worker: row[6], reason: row[7], age: Self.int(row[8]) ?? 0)
    }
  }

  /// Has images tried again that were given up, or wait for their next try.
  ///
  /// - Parameter version: of one; nil for all.
  /// - Returns: how many.
  /// - Throws: why the queue can't be asked.
  package func retry(_ version: String?) throws(QueueTrouble) -> Int {
    try ask(Statements.retry, [version]).count
  }

  /// Takes images from the line that nobody is at.
  ///
  /// - Parameters:
  ///   - version: of one; nil for all.
  ///   - state: in which; nil for any.
  /// - Returns: how many.
  /// - Throws: why the queue can't be asked.
  package func forget(
    _ version: String?, in state: String?
  ) throws(QueueTrouble) -> Int {
    try ask(Statements.forget, [version, state]).count
  }
}
