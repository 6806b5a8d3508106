package import CutQueue

/// Listings that hosts do once for all of them.
extension JobQueue {
  /// What wanting a listing came to.
  package enum Joining: Sendable {
    case mine(ListingRun.Taken)
    case held(run: Int64, by: String)
  }

  /// Takes a listing that nobody is at, where it was left.
  ///
  /// - Parameters:
  ///   - key: the same for all who would list the same.
  ///   - title: what is listed, for people.
  ///   - rules: for how long it is theirs.
  /// - Returns: nil where another one began it this moment.
  /// - Throws: why the queue can't be asked.
  package func joinRun(
    _ key: String, title: String, _ rules: QueueRules
  ) throws(QueueTrouble) -> Joining? {
    let rows = try ask(RunStatements.join, [key, title, worker, "\(rules.lease)"])
    guard let row = rows.first, row.count == 7, let id = row[1].flatMap({ Int64($0) }),
      let claim = row[2].flatMap({ Int64($0) })
    else { return nil }
    guard row[0] == "t" else { return .held(run: id, by: row[6] ?? "") }
    return .mine(.init(id: id, claim: claim, progress: Self.progress(row[3...5])))
  }

  /// Says how far it is, and that somebody is still at it.
  ///
  /// - Returns: false where another one has it by now.
  package func advance(
    _ run: ListingRun.Taken, to progress: ListingRun.Progress, _ rules: QueueRules
  ) throws(QueueTrouble) -> Bool {
    try !ask(
      RunStatements.advance,
      [
        "\(run.id)", "\(run.claim)", progress.lastName.map(Self.hex), "\(progress.found)",
        "\(progress.failed)", "\(rules.lease)",
      ]
    ).isEmpty
  }

  /// Says that all is listed.
  ///
  /// - Returns: false where another one has it by now.
  package func end(
    _ run: ListingRun.Taken, at progress: ListingRun.Progress
  ) throws(QueueTrouble) -> Bool {
    try !ask(
      RunStatements.end,
      ["\(run.id)", "\(run.claim)", "\(progress.found)", "\(progress.failed)"]
    ).isEmpty
  }

  /// Leaves it to others, who go on where it is.
  package func leave(_ run: ListingRun.Taken) throws(QueueTrouble) {
    _ = try ask(RunStatements.leave, ["\(run.id)", "\(run.claim)"])
  }

  /// Runs, those first that are not listed yet.
  ///
  /// - Parameters:
  ///   - id: one; nil for all.
  ///   - limit: how many at most.
  /// - Returns: rows for people.
  /// - Throws: why the queue can't be asked.
  package func runs(_ id: Int64?, atMost limit: Int) throws(QueueTrouble) -> [ListingRun] {
    try ask(RunStatements.list, [id.map { "\($0)" }, "\(limit)"]).compactMap { row in
      guard row.count == 10, let id = row[0].flatMap({ Int64($0) }),
        let state = row[1].flatMap(ListingRun.State.init)
      else { return nil }
      return ListingRun(
        id: id, state: state, title: row[2] ?? "", holder: row[3] ?? "",
        progress: Self.progress(row[4...6]), queued: Self.int(row[7]) ?? 0,
        waiting: Self.int(row[8]) ?? 0, age: Self.int(row[9]) ?? 0)
    }
  }

  /// Last name, found, failed.
  private static func progress(_ row: ArraySlice<String?>) -> ListingRun.Progress {
    let words = Array(row)
    return ListingRun.Progress(
      lastName: words[0].flatMap(bytes), found: count(words[1]), failed: count(words[2]))
  }

  /// A row is read like a request: nothing overflows that is added to it.
  private static func count(_ text: String?) -> Int {
    min(max(0, int(text) ?? 0), 1 << 40)
  }
}
