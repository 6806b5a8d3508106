package import Posix
package import PyramidFile

/// Processes that draw pages, each of one document that it holds open: started as they are needed,
/// kept while they are of use, and replaced on any oddity.
package final class PageDrawers: Sendable {
  /// Starts a process that answers a ring about a document.
  package typealias Start =
    @Sendable (SharedMemory, LocalFile) throws(Errno) -> any RunningDecoder

  /// What became of the processes so far.
  package struct Counts: Equatable, Sendable {
    package var running = 0
    package var started = 0
    /// Parts that were drawn.
    package var drawn = 0
    /// Parts that were not.
    package var failed = 0

    package static let none = Counts()
  }

  private struct Entry {
    let drawer: PageDrawer
    let document: FileStatus
    /// What it has read lately, the last one last.
    var pages: [Int] = []
    var isBusy = true
    var lastUse = Instant.now
  }

  private struct State {
    var entries: [Entry] = []
    var turns: DrawingTurns
    /// Those that are being started count too.
    var counts = Counts()
    var isEnding = false
    var isWatched = false
  }

  private enum Taken {
    case drawer(PageDrawer)
    case toStart(instead: PageDrawer?)
    case ending
  }

  /// How long one that has read the page is waited for before another one reads it too.
  private static let patience = Duration.milliseconds(50)
  /// Pages that one is believed to have read, as it keeps them.
  private static let keptPages = 12
  /// Parts that one draws before it is replaced, and memory that it may have had by then.
  private static let most = (orders: 10_000, megabytes: 400)
  /// For so long one that nobody asks is kept.
  private static let idleTime = Duration.seconds(300)
  /// A document of which a part took so long is slow.
  private static let slowness = Duration.seconds(1)
  /// How many a part may cost.
  private static let tries = 2

  private let limit: Int
  private let deadline: Duration
  private let startProcess: Start
  private let state: Monitor<State>
  private let watch = ThreadGroup()

  /// - Parameters:
  ///   - limit: how many run at most.
  ///   - deadline: how long a part may take, and how long it may wait for who draws it.
  ///   - start: how one is started.
  package init(
    limit: Int, deadline: Duration = .seconds(10), start: @escaping Start
  ) {
    self.limit = max(1, limit)
    self.deadline = deadline
    startProcess = start
    state = Monitor(State(turns: DrawingTurns(limit: self.limit)))
  }

  package var counts: Counts { state.read(\.counts) }

  /// Whether one has read a page, and keeps it.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - document: whose page it is.
  /// - Returns: true where a part of it is drawn at once.
  package func hasRead(_ page: Int, of document: FileStatus) -> Bool {
    state.read { state in
      state.entries.contains { $0.document == document && $0.pages.contains(page) }
    }
  }

  /// Ends all of them, and whatever they are at.
  package func end() {
    let all = state.change { state in
      state.isEnding = true
      defer { state.entries = [] }
      return state.entries.map(\.drawer)
    }
    for drawer in all { drawer.end() }
    watch.join()
  }

  /// Has a part of a page drawn.
  ///
  /// - Parameters:
  ///   - order: what.
  ///   - document: whose page it is, as the system knows the file.
  ///   - open: opens the file for one that is started.
  /// - Returns: red, green, blue and a byte of no meaning each, row by row; nothing where the page was
  ///   only to be read.
  /// - Throws: why it is not drawn.
  package func draw(
    _ order: PageOrder, of document: FileStatus,
    open: () throws(PageDrawingError) -> LocalFile
  ) throws(PageDrawingError) -> [UInt8] {
    do throws(PageDrawingError) {
      let bytes = try attempt(order, of: document, open)
      if !order.isForReading { state.change { $0.counts.drawn += 1 } }
      return bytes
    } catch {
      state.change { $0.counts.failed += 1 }
      throw error
    }
  }

  private func attempt(
    _ order: PageOrder, of document: FileStatus,
    _ open: () throws(PageDrawingError) -> LocalFile
  ) throws(PageDrawingError) -> [UInt8] {
    var triesLeft = Self.tries
    while true {
      let drawer = try take(order.page, of: document, open)
      triesLeft -= 1
      let begun = Instant.now
      let answer: PageRing.Answer
      do throws(OrderTurns.Failure) {
        answer = try drawer.draw(order, until: .now + deadline)
      } catch {
        drop(drawer, document, isSlow: error == .late ? true : nil)
        switch error {
        // It may have been ended by somebody: the part is drawn by another one.
        case .ended(.gone) where triesLeft > 0: continue
        case .ended(.gone): throw .unavailable("who draws was ended")
        case .ended(.crashed(let signal)): throw .crashed(signal: signal)
        case .late: throw .late
        case .lied: throw .damaged("who draws answered what none answers")
        }
      }
      giveBack(
        drawer, answer.burden, order.page, of: document,
        isSlow: Instant.now - begun >= Self.slowness)
      switch answer.reply {
      case .drawn: return answer.bytes
      case .failed(let words): throw .damaged(words)
      }
    }
  }

  // MARK: Who draws

  /// One that has read the page where there is one, or that has the document open, or a new one.
  private func take(
    _ page: Int, of document: FileStatus, _ open: () throws(PageDrawingError) -> LocalFile
  ) throws(PageDrawingError) -> PageDrawer {
    let now = Instant.now
    let asker = state.change { $0.turns.enter(document) }
    let reader = state.wait(until: now + Self.patience) {
      choose(for: page, of: document, asker, &$0, mayWait: true)
    }
    guard let taken = reader ?? anyone(for: page, of: document, asker, until: now + deadline) else {
      throw .unavailable("others are drawn first")
    }
    switch taken {
    case .ending: throw .unavailable("the server is ending")
    case .drawer(let drawer): return drawer
    case .toStart(let other):
      other?.end()
      do throws(PageDrawingError) {
        return try start(page, of: document, try open())
      } catch {
        state.change { state in
          state.counts.running -= 1
          state.turns.end(document, isSlow: nil)
        }
        throw error
      }
    }
  }

  /// Whoever is free once it is an asker's turn.
  ///
  /// - Returns: nil where that has not come by then.
  private func anyone(
    for page: Int, of document: FileStatus, _ asker: DrawingTurns.Asker, until moment: Instant
  ) -> Taken? {
    state.change { $0.turns.wait(asker) }
    // Whoever is next after them is woken.
    defer { state.change { $0.turns.leave(asker) } }
    return state.wait(until: moment) {
      choose(for: page, of: document, asker, &$0, mayWait: false)
    }
  }

  /// Who is to draw; nil where somebody is to be waited for: one that is busy and has read the page is
  /// worth that for a while.
  private func choose(
    for page: Int, of document: FileStatus, _ asker: DrawingTurns.Asker, _ state: inout State,
    mayWait: Bool
  ) -> Taken? {
    if state.isEnding { return .ending }
    guard state.turns.isNext(asker), let taken = free(for: page, of: document, &state, mayWait)
    else { return nil }
    state.turns.begin(document)
    return taken
  }

  private func free(
    for page: Int, of document: FileStatus, _ state: inout State, _ mayWait: Bool
  ) -> Taken? {
    let own = state.entries.indices.filter { state.entries[$0].document == document }
    let readers = own.filter { state.entries[$0].pages.contains(page) }
    if let free = (readers + own).first(where: { !state.entries[$0].isBusy }) {
      // Where the page takes long to read, another one that has it is worth waiting for.
      guard !mayWait || readers.isEmpty || readers.contains(free) else { return nil }
      state.entries[free].isBusy = true
      return .drawer(state.entries[free].drawer)
    }
    if mayWait, !readers.isEmpty { return nil }
    if state.counts.running < limit {
      state.counts.running += 1
      return .toStart(instead: nil)
    }
    let idle = state.entries.indices.filter { !state.entries[$0].isBusy }
    guard let oldest = idle.min(by: { state.entries[$0].lastUse < state.entries[$1].lastUse })
    else { return nil }
    return .toStart(instead: state.entries.remove(at: oldest).drawer)
  }

  private func start(
    _ page: Int, of document: FileStatus, _ file: LocalFile
  ) throws(PageDrawingError) -> PageDrawer {
    do throws(Errno) {
      let ring = try PageRing()
      let drawer = PageDrawer(ring, try startProcess(ring.memory, file))
      let isEnding = state.change { state in
        state.counts.started += 1
        state.entries.append(Entry(drawer: drawer, document: document))
        return state.isEnding
      }
      // Whoever ended all of them did not know of this one.
      if isEnding { drawer.end() }
      watchIdle()
      return drawer
    } catch {
      throw .unavailable("nobody can be started who draws: \(error)")
    }
  }

  private func giveBack(
    _ drawer: PageDrawer, _ burden: PageRing.Burden, _ page: Int, of document: FileStatus,
    isSlow: Bool
  ) {
    let isSpent =
      drawer.orders >= Self.most.orders
      // One page may be so large that whoever draws it is: another one would be no smaller.
      || burden.megabytes >= Self.most.megabytes && burden.pages > 1
    guard !isSpent else { return drop(drawer, document, isSlow: isSlow) }
    state.change { state in
      state.turns.end(document, isSlow: isSlow)
      guard let place = state.entries.firstIndex(where: { $0.drawer === drawer }) else { return }
      state.entries[place].isBusy = false
      state.entries[place].lastUse = .now
      state.entries[place].pages.removeAll { $0 == page }
      state.entries[place].pages.append(page)
      if state.entries[place].pages.count > Self.keptPages {
        state.entries[place].pages.removeFirst()
      }
    }
  }

  private func drop(_ drawer: PageDrawer, _ document: FileStatus, isSlow: Bool?) {
    drawer.end()
    state.change { state in
      state.turns.end(document, isSlow: isSlow)
      state.entries.removeAll { $0.drawer === drawer }
      state.counts.running -= 1
    }
  }

  // MARK: Idleness

  /// Sees to it that those that nobody asks any more are ended.
  private func watchIdle() {
    let isFirst = state.change { state in
      defer { state.isWatched = true }
      return !state.isWatched && !state.isEnding
    }
    guard isFirst else { return }
    // Where no thread can be had they stay for longer.
    try? watch.start("idle-pages", count: 1) { _ in
      while let idle = self.nextIdle() { idle.end() }
    }
  }

  /// Waits for one that nobody has asked for long.
  ///
  /// - Returns: nil at the end of all of them.
  private func nextIdle() -> PageDrawer? {
    while true {
      let found = state.wait(
        until: { state in
          state.entries.filter { !$0.isBusy }.map(\.lastUse).min().map { $0 + Self.idleTime }
        },
        { state -> PageDrawer?? in
          if state.isEnding { return .some(nil) }
          let now = Instant.now
          guard
            let place = state.entries.firstIndex(where: {
              !$0.isBusy && $0.lastUse + Self.idleTime <= now
            })
          else { return nil }
          state.counts.running -= 1
          return state.entries.remove(at: place).drawer
        })
      if let found { return found }
    }
  }
}
