import Glibc
import Posix
import PyramidFile

/// Children that have a document open, and wait for the next page of it.
package final class PageCutters: Sendable {
  private struct Waiting {
    let cutter: PageCutter
    let since: Instant
  }

  private struct State {
    /// The one that has waited longest is the first.
    var waiting: [Waiting] = []
    /// Documents that one opens, or cuts a first page of.
    var beginning: [PageCutter.Document] = []
    /// Whether one has missed the library that others do without.
    var areEquipped = false
    var isWatched = false
    var isEnding = false
  }

  private let most: Int
  private let patience: Duration
  private let idleTime: Duration?
  private let state = Monitor(State())
  private let watch = ThreadGroup()

  /// - Parameters:
  ///   - most: how many wait at most; the one that has waited longest ends.
  ///   - patience: how long one that has begun with a document is waited for: another one would have
  ///     to begin, too.
  ///   - idleTime: how long one waits for a page; nil where that is until all of them end.
  package init(most: Int = 4, patience: Duration = .zero, idleTime: Duration? = nil) {
    self.most = most
    self.patience = patience
    self.idleTime = idleTime
  }

  /// Ends those that wait, and keeps none any more.
  package func end() {
    let all = state.change { state in
      state.isEnding = true
      defer { state.waiting = [] }
      return state.waiting
    }
    // They end where they are let go.
    _ = all
    watch.join()
  }

  /// Whether new ones are to have all libraries.
  var areEquipped: Bool { state.read(\.areEquipped) }

  func equip() { state.change { $0.areEquipped = true } }

  /// Takes one that has a document open.
  ///
  /// - Parameter document: which one.
  /// - Returns: nil where another one is to be made, which begins by that.
  func take(for document: PageCutter.Document) -> PageCutter? {
    let found = state.wait(until: .now + patience) { state -> PageCutter?? in
      if let place = state.waiting.lastIndex(where: { $0.cutter.document == document }) {
        let cutter = state.waiting.remove(at: place).cutter
        if cutter.isNew { state.beginning.append(document) }
        return .some(cutter)
      }
      if state.beginning.contains(document), !state.isEnding { return nil }
      state.beginning.append(document)
      return .some(nil)
    }
    if found == nil { begin(document) }
    return found ?? nil
  }

  /// Notes that one begins with a document.
  func begin(_ document: PageCutter.Document) {
    state.change { $0.beginning.append(document) }
  }

  /// Notes that one has begun, or failed to.
  func endBeginning(_ document: PageCutter.Document) {
    state.change { state in
      guard let place = state.beginning.firstIndex(of: document) else { return }
      state.beginning.remove(at: place)
    }
  }

  func keep(_ cutter: PageCutter) {
    guard !cutter.isUsedUp else { return }
    // It ends where it is let go, which is not to be waited for here.
    let spare: PageCutter? = state.change { state in
      guard !state.isEnding else { return cutter }
      state.waiting.append(Waiting(cutter: cutter, since: .now))
      return state.waiting.count > most ? state.waiting.removeFirst().cutter : nil
    }
    _ = spare
    if idleTime != nil { watchIdle() }
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
    try? watch.start("idle-cutters", count: 1) { _ in
      while self.letGoOfIdle() {}
    }
  }

  /// Waits for one that nobody has asked for long, and lets it go.
  ///
  /// - Returns: false at the end of all of them.
  private func letGoOfIdle() -> Bool {
    guard let idleTime else { return false }
    while true {
      let found = state.wait(
        until: { $0.waiting.first.map { $0.since + idleTime } },
        { state -> PageCutter?? in
          if state.isEnding { return .some(nil) }
          guard let first = state.waiting.first, first.since + idleTime <= .now else { return nil }
          return state.waiting.removeFirst().cutter
        })
      if let found { return found != nil }
    }
  }
}
