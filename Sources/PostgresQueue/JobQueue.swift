package import CutQueue
import Posix

/// Images that wait to be cut, in a database that hosts share.
///
/// Any thread may ask, one at a time; nothing takes longer than a few seconds. A connection that is
/// lost is made anew by who asks next.
package final class JobQueue: Sendable {
  /// What taking one certain image came to.
  package enum Taking: Sendable {
    case mine(QueueClaim, tries: Int)
    case held
    /// It was tried, and is not tried again for now.
    case failed(String)
  }

  package let address: QueueAddress
  /// Who takes images, for people who look.
  let worker: String
  private let connection = Monitor<PostgresSession?>(nil)

  package init(_ address: QueueAddress, worker: String) {
    self.address = address
    self.worker = worker
  }

  /// Makes the tables where there are none.
  ///
  /// - Throws: why the queue can't be used.
  package func check() throws(QueueTrouble) { _ = try ask("select 1") }

  /// Puts images in line.
  ///
  /// - Parameters:
  ///   - cuts: which.
  ///   - priority: who goes first.
  ///   - run: that has found them, if any.
  /// - Returns: how many were not there yet.
  /// - Throws: why the queue can't be asked.
  package func put(
    _ cuts: [QueuedCut], _ priority: CutPriority, run: Int64? = nil
  ) throws(QueueTrouble) -> Int {
    guard !cuts.isEmpty else { return 0 }
    let rows = try ask(
      Statements.put,
      [
        Self.array(cuts.map(\.version)), Self.array(cuts.map { Self.hex($0.source) }),
        Self.array(cuts.map { "\($0.sourceBytes)" }),
        Self.array(cuts.map { $0.page.map { "\($0)" } ?? "NULL" }),
        Self.array(cuts.map { "\($0.replaces)" }), Self.array(cuts.map(\.recipe)),
        "\(priority.rawValue)",
        run.map { "\($0)" },
      ])
    return rows.count { $0.first == "t" }
  }

  /// Takes one image in hand, whether it stands in line or not.
  package func take(
    _ cut: QueuedCut, _ priority: CutPriority, _ rules: QueueRules
  ) throws(QueueTrouble) -> Taking {
    let rows = try ask(
      Statements.take,
      [
        cut.version, Self.hex(cut.source), "\(cut.sourceBytes)", cut.page.map { "\($0)" },
        "\(cut.replaces)", cut.recipe, "\(priority.rawValue)", worker, "\(rules.lease)",
      ])
    if let row = rows.first, row.count == 3, let claim = Self.claim(row),
      let tries = Self.int(row[2])
    {
      return .mine(claim, tries: tries)
    }
    if case .failed(let words) = try standing(of: cut.version) { return .failed(words) }
    return .held
  }

  /// How an image stands in line.
  package enum Standing: Sendable {
    /// It is done, was given up some time ago, or never stood there.
    case absent
    /// It waits, or somebody is at it.
    case held
    /// It was tried, and is not tried again for now.
    case failed(String)
  }

  package func standing(of version: String) throws(QueueTrouble) -> Standing {
    guard let row = try ask(Statements.standing, [version]).first, row.count == 2 else {
      return .absent
    }
    guard row[0] == "failed" else { return .held }
    return .failed(row[1] ?? "it was tried \(QueueRules.mostTries) times")
  }

  /// How many images wait, ``QueueRules/mostCounted`` at most.
  package func waiting() throws(QueueTrouble) -> Int {
    try ask(Statements.waiting).first?.first.flatMap(Self.int) ?? 0
  }

  /// Takes the next images that can be cut here.
  ///
  /// - Parameters:
  ///   - limit: how many at most; of large ones fewer.
  ///   - recipes: how they are cut here.
  ///   - places: where sources lie that are had here, each as sources are named.
  ///   - rules: for how long.
  /// - Returns: in the order in which they are to be cut; what is no row of ours stays away.
  /// - Throws: why the queue can't be asked.
  package func claim(
    atMost limit: Int, recipes: [String], below places: [[UInt8]], _ rules: QueueRules
  ) throws(QueueTrouble) -> [TakenCut] {
    let rows = try ask(
      Statements.claim,
      [
        "\(limit)", "\(QueueRules.batch.bytes)", Self.array(recipes),
        Self.array(places.map(Self.hex)), worker, "\(rules.lease)",
      ])
    var taken: [(TakenCut, priority: Int)] = []
    for row in rows where row.count == 10 {
      guard let claim = Self.claim(row), let tries = Self.int(row[2]) else { continue }
      guard let source = row[4].flatMap(Self.bytes), let bytes = row[5].flatMap({ Int64($0) }),
        let cut = QueuedCut(
          version: row[3] ?? "", source: source, sourceBytes: bytes, page: Self.int(row[6]),
          recipe: row[9] ?? "", replaces: row[7] == "t"), cut.lies(below: places)
      else {
        try end(claim, .failed(retryAfter: 3600), "it is no image of a folder that is cut here")
        continue
      }
      let priority = Self.int(row[8]) ?? 0
      let isAsked = priority >= CutPriority.asked.rawValue
      taken.append((TakenCut(claim: claim, cut: cut, tries: tries, isAsked: isAsked), priority))
    }
    return taken.sorted { ($1.priority, $0.0.claim.job) < ($0.priority, $1.0.claim.job) }.map(\.0)
  }

  /// Says that somebody is still at it.
  ///
  /// - Returns: the jobs that are still theirs.
  package func renew(
    _ claims: [QueueClaim], _ rules: QueueRules
  ) throws(QueueTrouble) -> Set<Int64> {
    guard !claims.isEmpty else { return [] }
    let rows = try ask(
      Statements.renew,
      Self.names(of: claims) + ["\(rules.lease)"])
    return Set(rows.compactMap { $0.first.flatMap(\.self).flatMap { Int64($0) } })
  }

  /// Takes images from the line that have their pyramids now, unless another one had taken them.
  package func finish(_ claims: [QueueClaim]) throws(QueueTrouble) {
    guard !claims.isEmpty else { return }
    _ = try ask(Statements.finish, Self.names(of: claims))
  }

  /// Lets an image go that was not cut.
  ///
  /// - Parameters:
  ///   - claim: whose it was.
  ///   - verdict: what becomes of it.
  ///   - reason: for people.
  /// - Throws: why the queue can't be asked.
  package func end(
    _ claim: QueueClaim, _ verdict: Verdict, _ reason: String?
  ) throws(QueueTrouble) {
    let name = ["\(claim.job)", "\(claim.number)"]
    switch verdict {
    case .dropped: _ = try ask(Statements.drop, name)
    case .again(let pause):
      _ = try ask(Statements.putBack, name + ["todo", "\(pause)", reason, "0"])
    case .failed(let pause):
      _ = try ask(Statements.putBack, name + ["failed", "\(pause)", reason, "0"])
    case .givenBack: _ = try ask(Statements.putBack, name + ["todo", "0", nil, "1"])
    }
  }

  /// Gives what dead workers had to others.
  ///
  /// - Returns: how many there were.
  package func rescue() throws(QueueTrouble) -> Int {
    var count = 0
    for row in try ask(Statements.overdue) where row.count == 3 {
      guard let claim = Self.claim(row), let tries = Self.int(row[2]) else { continue }
      try end(claim, QueueRules.verdict(on: .deadWorker, tries: tries), "its worker died")
      count += 1
    }
    return count
  }

  // MARK: Asking

  func ask(
    _ statement: String, _ parameters: [String?] = []
  ) throws(QueueTrouble) -> [[String?]] {
    let answer = connection.change { kept -> Result<[[String?]], QueueTrouble> in
      do throws(QueueTrouble) {
        let connection: PostgresSession
        if let kept { connection = kept } else { connection = try connected() }
        kept = connection
        return .success(try connection.rows(statement, parameters))
      } catch {
        if error.kind == .silent { kept = nil }
        return .failure(error)
      }
    }
    return try answer.get()
  }

  private func connected() throws(QueueTrouble) -> PostgresSession {
    let connection = try PostgresSession(to: address)
    if try connection.rows(Schema.look).first?.first == .some(nil) {
      _ = try connection.rows(Schema.make, within: Schema.patience)
    }
    let kept = try connection.rows(Schema.read).first ?? []
    let (number, addition) = (kept.first.flatMap(Self.int) ?? 0, kept.last.flatMap(Self.int) ?? 0)
    guard number == Schema.number else {
      throw QueueTrouble(
        .unavailable,
        "its tables are of number \(number), and this program knows number \(Schema.number)")
    }
    if addition < Schema.addition {
      _ = try connection.rows(Schema.add, within: Schema.patience)
    }
    return connection
  }

  static func claim(_ row: [String?]) -> QueueClaim? {
    guard let job = row[0].flatMap({ Int64($0) }), let number = row[1].flatMap({ Int64($0) })
    else { return nil }
    return QueueClaim(job: job, number: number)
  }

  private static func names(of claims: [QueueClaim]) -> [String] {
    [array(claims.map { "\($0.job)" }), array(claims.map { "\($0.number)" })]
  }

  static func int(_ text: String?) -> Int? { text.flatMap { Int($0) } }

  /// Of values that need no quotes: numbers, letters, truths.
  static func array(_ values: [String]) -> String { "{\(values.joined(separator: ","))}" }

  static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func bytes(_ hex: String) -> [UInt8]? {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
