import Glibc
import Posix
import Synchronization

/// Children that have cut a page, and wait for the next one of the same document.
package final class PageCutters: Sendable {
  /// Those that wait at most; the one that has waited longest ends.
  private static let most = 4

  private struct State {
    var waiting: [PageCutter] = []
    /// Whether one has missed the library that others do without.
    var areEquipped = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Whether new ones are to have all libraries.
  var areEquipped: Bool { state.withLock { $0.areEquipped } }

  func equip() { state.withLock { $0.areEquipped = true } }

  func take(for document: PageCutter.Document) -> PageCutter? {
    state.withLock { state in
      state.waiting.lastIndex { $0.document == document }.map { state.waiting.remove(at: $0) }
    }
  }

  func keep(_ cutter: PageCutter) {
    guard !cutter.isUsedUp else { return }
    // It ends where it is let go, which is not to be waited for here.
    let oldest: PageCutter? = state.withLock { state in
      state.waiting.append(cutter)
      return state.waiting.count > Self.most ? state.waiting.removeFirst() : nil
    }
    _ = oldest
  }
}

extension SourceProcess {
  /// Has a page cut by a child that stays for the next one, where there is one to be kept.
  ///
  /// - Returns: what the page is; nil where a child of its own is to cut it: where that is no page of a
  ///   document, and where a child has failed at it that had cut other pages before, or the system.
  /// - Throws: what is wrong with the page, or that it was to stop.
  func cutPage(
    _ request: CutRequest, _ files: CutFiles, report: (CutAnswer) -> Void,
    shouldStop: () -> Bool
  ) throws(CutFailure) -> SourceFacts? {
    guard let pageCutters, let page = request.source.page, files.preview == nil,
      !request.wantsSketches, PageCutter.takes(files.source, request.source.rules)
    else { return nil }
    let next = NextPage(page: page, version: request.version)
    let document = PageCutter.Document(files.source, request)
    // One that misses a library is followed by one that has it.
    for _ in 0..<2 {
      guard
        let cutter = pageCutters.take(for: document) ?? newCutter(document, request, files)
      else { return nil }
      let isNew = cutter.isNew
      var begun: SourceFacts?
      do throws(CutFailure) {
        let answer = try cutter.cut(
          next, to: files.output,
          report: { answer in
            if case .begun(let facts) = answer { begun = facts }
            report(answer)
          }, shouldStop: shouldStop)
        if answer == .done, let begun {
          pageCutters.keep(cutter)
          return begun
        }
        guard answer == .unequipped else { throw .senseless }
        pageCutters.equip()
      } catch {
        guard !shouldStop(), !isNew || error.isOfMachine else { throw error }
        return nil
      }
    }
    return nil
  }

  /// - Returns: nil where there is none to be had: who goes on without finds out why.
  private func newCutter(
    _ document: PageCutter.Document, _ request: CutRequest, _ files: CutFiles
  ) -> PageCutter? {
    guard let output = try? FileDescriptor.inMemory(name: "page"),
      let conversation = try? begin(
        .cutPages(request), files.source, [output.number],
        equipped: pageCutters?.areEquipped ?? false)
    else { return nil }
    return PageCutter(document, conversation, writingTo: output)
  }
}

extension CutFailure {
  /// Whether it says nothing of the page: another child tries it.
  fileprivate var isOfMachine: Bool {
    switch cause {
    case .environment, .died(signal: SIGKILL): true
    case .source, .limit, .deadline, .died, .changed, .interrupted: false
    }
  }
}
