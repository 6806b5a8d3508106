package import CutQueue
import DecoderChildren
package import Posix
package import PostgresQueue
package import Sources

/// The queue that this process shares with others: what it has taken, that it is still at it, and what
/// there is to say where the database does not answer.
package final class SharedQueue: Sendable {
  /// What taking an image came to.
  enum Taking {
    case mine(CutClaim)
    case elsewhere
    case failed(String)
    /// Nobody answers.
    case unknown
  }

  /// How often what happened here.
  package struct Counts: Equatable, Sendable {
    package var mine = 0
    package var elsewhere = 0
    package var lost = 0
    package var rescued = 0
  }

  private struct State {
    var ledger = ClaimLedger()
    var reconnecting = Reconnecting()
    var counts = Counts()
    /// To be put in line.
    var wishes: [QueuedCut] = []
    /// Those have their pyramids, and the database is yet to be told: of many at once.
    var done: [QueueClaim] = []
    var line: QueueCounts?
    var isStopping = false
    /// Who wants to hear what others tell.
    var listeners: [@Sendable (QueueNotice) -> Void] = []
  }

  private let queue: JobQueue
  private let news: QueueNews
  let rules: QueueRules
  private let cutting: CuttingRules
  private let priority: CutPriority
  private let report: @Sendable (String) -> Void
  private let state = Monitor(State())
  private let threads = ThreadGroup()
  /// Further ones are not put in line ahead: whoever cuts them does it.
  private static let mostWishes = 1024
  private static let countingPause = Duration.seconds(5)

  /// - Parameters:
  ///   - queue: the database's.
  ///   - lease: how long whoever has an image is believed to be at it, in seconds.
  ///   - cutting: how images are cut here; who cuts otherwise takes others.
  ///   - isAsked: whether somebody waits for what is taken.
  ///   - report: told in a sentence that the database is gone, and that it is back.
  package init(
    _ queue: JobQueue, lease: Int, cutting: CuttingRules, isAsked: Bool,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.queue = queue
    news = QueueNews(queue.address)
    self.report = report
    rules = QueueRules(lease: lease)
    priority = isAsked ? .asked : .ahead
    self.cutting = cutting
  }

  package func start() throws(Errno) {
    try threads.start("shared-queue", count: 1) { _ in self.tend() }
    try news.start { notice in
      for listener in self.state.read({ $0.listeners }) { listener(notice) }
    }
  }

  /// Has somebody called whenever another host tells of something; not once for all that is so.
  func listen(_ listener: @escaping @Sendable (QueueNotice) -> Void) {
    state.change { $0.listeners.append(listener) }
  }

  /// Gives back what is still held, once nobody cuts any more.
  package func stop() {
    state.change { state in
      state.isStopping = true
      state.listeners = []
    }
    news.stop()
    threads.join()
    tellWhatIsDone()
    for claim in state.read({ $0.ledger.all }) { end(claim, .notTried, 1, nil) }
  }

  package var counts: Counts { state.read { $0.counts } }
  /// What waits, as it was a while ago; nil before anybody has looked.
  package var line: QueueCounts? { state.read { $0.line } }
  package var isThere: Bool { state.read { !$0.reconnecting.isGone } }

  // MARK: Taking

  /// Has others cut it where this host does not come to it soon.
  func wish(_ order: CutOrder) {
    guard let cut = QueuedCut(order, by: cutting) else { return }
    state.change { if $0.wishes.count < Self.mostWishes { $0.wishes.append(cut) } }
  }

  /// It is put in line or taken now: whoever did so later would have it cut once more.
  func forgetWish(_ order: CutOrder) {
    state.change { $0.wishes.removeAll { $0.version == order.version.text } }
  }

  /// Puts images in line.
  ///
  /// - Parameters:
  ///   - orders: which.
  ///   - run: that has found them, if any.
  /// - Returns: how many were not there yet; nil where nobody answers.
  func put(_ orders: [CutOrder], run: Int64? = nil) -> Int? {
    attempt { (queue) throws(QueueTrouble) in
      try queue.put(orders.compactMap { QueuedCut($0, by: cutting) }, priority, run: run)
    }
  }

  /// How an image stands in line.
  ///
  /// - Returns: nil where nobody answers.
  func standing(of order: CutOrder) -> JobQueue.Standing? {
    attempt { (queue) throws(QueueTrouble) in try queue.standing(of: order.version.text) }
  }

  func take(_ order: CutOrder) -> Taking {
    guard let cut = QueuedCut(order, by: cutting) else { return .unknown }
    forgetWish(order)
    let asked = Clock.monotonicNanoseconds
    let taking = attempt { (queue) throws(QueueTrouble) in
      try queue.take(cut, priority, rules)
    }
    switch taking {
    case .mine(let claim, let tries):
      return .mine(keep(claim, tries, isAsked: priority == .asked, askedAt: asked))
    case .held:
      state.change { $0.counts.elsewhere += 1 }
      return .elsewhere
    case .failed(let words): return .failed(words)
    case nil: return .unknown
    }
  }

  /// Takes the next images that can be cut here.
  ///
  /// - Parameters:
  ///   - places: where sources lie that are had here.
  ///   - lanes: how many are cut at a time.
  /// - Returns: none where nothing waits; nil where nobody answers.
  func takeNext(below places: [[UInt8]], lanes: Int) -> [(CutOrder, CutClaim)]? {
    tellWhatIsDone()
    let asked = Clock.monotonicNanoseconds
    let taken = attempt { (queue) throws(QueueTrouble) -> [TakenCut] in
      var waiting = try queue.waiting()
      if waiting == 0, try rescue(queue) > 0 { waiting = try queue.waiting() }
      guard waiting > 0 else { return [] }
      return try queue.claim(
        atMost: QueueRules.share(of: waiting, lanes: lanes), recipes: cutting.canonicalTexts,
        below: places, rules)
    }
    return taken?.compactMap { one in
      CutOrder(one.cut).map {
        ($0, keep(one.claim, one.tries, isAsked: one.isAsked, askedAt: asked))
      }
    }
  }

  private func keep(
    _ claim: QueueClaim, _ tries: Int, isAsked: Bool, askedAt moment: Int64
  ) -> CutClaim {
    state.change { state in
      state.ledger.take(claim, askedAt: moment)
      state.counts.mine += 1
    }
    return CutClaim(claim, tries: tries, isAsked: isAsked, of: self)
  }

  func holds(_ claim: QueueClaim) -> Bool { state.read { $0.ledger.holds(claim) } }

  /// Whether a claim still holds, by the database where that answers and there is any doubt.
  func isConfirmed(_ claim: QueueClaim) -> Bool {
    let now = Clock.monotonicNanoseconds
    if state.read({ $0.ledger.isSure(of: claim, at: now, rules) }) { return true }
    renew([claim])
    return holds(claim)
  }

  /// Its pyramid is there.
  ///
  /// - Parameters:
  ///   - claim: whose.
  ///   - isAsked: whether somebody waits to be told; nobody else is for a moment.
  func finish(_ claim: QueueClaim, isAsked: Bool) {
    state.change { if $0.ledger.letGo(claim) { $0.done.append(claim) } }
    if isAsked { tellWhatIsDone() }
  }

  /// Where nobody answers it is told later; what nobody was told of for too long, others find there.
  private func tellWhatIsDone() {
    let done = state.read { $0.done }
    guard !done.isEmpty else { return }
    let isTold: Void? = attempt { (queue) throws(QueueTrouble) in try queue.finish(done) }
    if isTold != nil { state.change { $0.done.removeAll(where: done.contains) } }
  }

  func end(_ claim: QueueClaim, _ setback: Setback, _ tries: Int, _ reason: String?) {
    guard state.change({ $0.ledger.letGo(claim) }) else { return }
    let verdict = QueueRules.verdict(on: setback, tries: tries)
    _ = attempt { (queue) throws(QueueTrouble) in try queue.end(claim, verdict, reason) }
  }

  // MARK: Tending

  private func tend() {
    var (renewal, counting) = (Instant.now, Instant.now)
    while true {
      let end = Instant.now + .seconds(QueueRules.pollSeconds)
      let isOver: Void? = state.wait(until: end) { $0.isStopping ? () : nil }
      if isOver != nil { return }
      putWishes()
      tellWhatIsDone()
      if Instant.now >= renewal {
        renewal = .now + .seconds(rules.renewal)
        renew(state.read { $0.ledger.all })
        _ = attempt { (queue) throws(QueueTrouble) in try rescue(queue) }
      }
      if Instant.now >= counting {
        counting = .now + Self.countingPause
        if let line = attempt({ (queue) throws(QueueTrouble) in try queue.counts() }) {
          state.change { $0.line = line }
        }
      }
    }
  }

  /// Gives what dead workers had to others.
  ///
  /// - Returns: how many images there were.
  private func rescue(_ queue: JobQueue) throws(QueueTrouble) -> Int {
    let count = try queue.rescue()
    state.change { $0.counts.rescued += count }
    return count
  }

  private func putWishes() {
    let wishes = state.read { $0.wishes }
    guard !wishes.isEmpty else { return }
    let isPut: Int? = attempt { (queue) throws(QueueTrouble) in
      try queue.put(wishes, priority)
    }
    if isPut != nil { state.change { $0.wishes.removeAll(where: wishes.contains) } }
  }

  private func renew(_ claims: [QueueClaim]) {
    guard !claims.isEmpty else { return }
    let asked = Clock.monotonicNanoseconds
    let renewed = attempt { (queue) throws(QueueTrouble) in try queue.renew(claims, rules) }
    guard let renewed else { return }
    state.change { state in
      state.counts.lost += state.ledger.note(asked: claims, at: asked, renewed: renewed).count
    }
  }

  // MARK: A database that may be gone

  /// - Parameters:
  ///   - insists: whether it is tried where nobody answered a moment ago: there is something to lose.
  ///   - body: asks.
  /// - Returns: nil where nobody answers, which is said once.
  func attempt<Answer>(
    insisting insists: Bool = false, _ body: (JobQueue) throws(QueueTrouble) -> Answer
  ) -> Answer? {
    let now = Clock.monotonicNanoseconds
    guard insists || state.read({ $0.reconnecting.admits(at: now) }) else { return nil }
    do throws(QueueTrouble) {
      let answer = try body(queue)
      let isBack = state.change { $0.reconnecting.noteSuccess() == .back }
      if isBack { report("the queue at \(queue.address) is there again") }
      return answer
    } catch {
      let news = state.change {
        $0.reconnecting.noteFailure(at: Clock.monotonicNanoseconds)
      }
      if news == .gone {
        report("the queue at \(queue.address) can't be used: \(error); cutting goes on without it")
      }
      return nil
    }
  }
}
