import Glibc
import Posix
package import PyramidFile
package import Sandbox
import Sources

/// Who has strangers' files read, cut, counted and described: each by a process of its own, which
/// reads that file and no other.
package struct SourceProcess: Sendable {
  private let nursery: Nursery
  /// Those that stay for the next page of a document; nil where each ends with its own.
  let pageCutters: PageCutters?
  private let noteDeath: @Sendable (_ signal: Int32) -> Void

  /// - Parameters:
  ///   - nursery: who makes the processes.
  ///   - pageCutters: keeps those that cut pages; left out where nobody wants many of one document.
  ///   - noteDeath: told of a child that was killed where another one tries again; what ends a task
  ///     is told as its failure.
  package init(
    _ nursery: Nursery = Nursery(), keeping pageCutters: PageCutters? = nil,
    noteDeath: @escaping @Sendable (Int32) -> Void = { _ in }
  ) {
    self.nursery = nursery
    self.pageCutters = pageCutters
    self.noteDeath = noteDeath
  }

  /// Has a source's header read.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  /// - Returns: what it says.
  /// - Throws: whatever keeps the source from being cut, the child's death too.
  package func examine(
    _ source: LocalFile, _ request: SourceRequest
  ) throws(CutFailure) -> SourceFacts {
    var request = request
    request.readsNames = request.rules.pageEngine == .pdfium
    let answer: CutAnswer
    do throws(CutFailure) {
      answer = try examined(source, request)
    } catch {
      guard request.readsNames, error.isByNames else { throw error }
      request.readsNames = false
      answer = try examined(source, request)
    }
    guard case .examined(let facts) = answer else { throw .senseless }
    return facts
  }

  private func examined(
    _ source: LocalFile, _ request: SourceRequest
  ) throws(CutFailure) -> CutAnswer {
    try perform(
      .examine(request), source: source, others: [], report: { _ in }, shouldStop: { false })
  }

  /// Has a document's pages counted.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be read.
  /// - Returns: how many there are.
  /// - Throws: whatever keeps it from being read, the child's death too.
  package func countPages(
    of source: LocalFile, _ request: SourceRequest
  ) throws(CutFailure) -> Int {
    var request = request
    request.limits.seconds = min(request.limits.seconds, CutLimits.countingSeconds)
    // Nothing of a document is seen before.
    request.limits.niceness = 0
    let answer = try perform(
      .countPages(request), source: source, others: [], report: { _ in }, shouldStop: { false })
    guard case .counted(let pages) = answer else { throw .senseless }
    return pages
  }

  /// Has an image cut; nobody writes to the pyramid's file any more when this returns.
  ///
  /// - Parameters:
  ///   - request: how it is to be cut.
  ///   - files: what is read and written.
  ///   - wished: asked at least ten times a second: the tiles that people wait for.
  ///   - report: what the child tells on its way.
  ///   - shouldStop: asked at least ten times a second; yes ends the child and the cut.
  /// - Returns: what the source is, as the child told when it began.
  /// - Throws: whatever goes wrong with this image, the child's death too.
  package func cut(
    _ request: CutRequest, _ files: CutFiles, wished: () -> [TileWish] = { [] },
    report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> SourceFacts {
    if let facts = try cutPage(request, files, report: report, shouldStop: shouldStop) {
      return facts
    }
    var begun: SourceFacts?
    _ = try perform(
      .cut(request), source: files.source,
      others: [files.output] + [files.preview].compactMap(\.self), wished: wished,
      report: { answer in
        if case .begun(let facts) = answer { begun = facts }
        report(answer)
      }, meanwhile: { FileDescriptor.beginWriteBack(files.output) }, shouldStop: shouldStop)
    guard let begun else { throw .senseless }
    return begun
  }

  /// Has a pyramid held against its source.
  ///
  /// - Parameters:
  ///   - pyramid: the open file.
  ///   - source: the open file that it was cut from.
  ///   - request: how that is to be read.
  /// - Returns: what was found.
  /// - Throws: whatever keeps one of them from being decoded, the child's death too.
  package func compare(
    _ pyramid: LocalFile, with source: LocalFile, _ request: SourceRequest
  ) throws(CutFailure) -> Comparison {
    do throws(FileError) {
      try pyramid.complete()
    } catch {
      throw CutFailure(reading: error.errno, "the pyramid can't be read: \(error.words)")
    }
    let answer = try perform(
      .compare(request), source: source, others: [pyramid.descriptor.number], report: { _ in },
      shouldStop: { false })
    guard case .compared(let comparison) = answer else { throw .senseless }
    return comparison
  }

  /// Has a task done.
  ///
  /// A child that somebody killed says nothing of the image: another one tries once more. So does one
  /// with all libraries where the first has missed them.
  ///
  /// - Returns: the answer that ends the task.
  func perform(
    _ task: ChildTask, source: LocalFile, others: [Int32],
    wished: () -> [TileWish] = { [] }, report: (CutAnswer) -> Void,
    meanwhile: (() -> Void)? = nil, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutAnswer {
    let first: CutAnswer
    do throws(CutFailure) {
      first = try begin(task, source, others).answer(
        wished: wished, report: report, meanwhile: meanwhile, shouldStop: shouldStop)
    } catch {
      guard error.cause == .died(signal: SIGKILL), !shouldStop() else { throw error }
      // Who died with the nursery, or was not made any more, is not told of one by one.
      if error != SourceConversation.lost { noteDeath(SIGKILL) }
      return try again(task, source, others).answer(
        wished: wished, report: report, meanwhile: meanwhile, shouldStop: shouldStop)
    }
    guard first == .unequipped else { return first }
    return try again(task, source, others).answer(
      wished: wished, report: report, meanwhile: meanwhile, shouldStop: shouldStop)
  }

  /// Has another child made for a task, one with all libraries.
  private func again(
    _ task: ChildTask, _ source: LocalFile, _ others: [Int32]
  ) throws(CutFailure) -> SourceConversation {
    if case .cut = task, let output = others.first, ftruncate(output, 0) != 0 {
      throw CutFailure(storing: .current)
    }
    return try begin(task, source, others, equipped: true)
  }

  /// Has a child made for one task, who can carry it out as far as is known, or with all libraries; it
  /// ends with what is returned.
  func begin(
    _ task: ChildTask, _ source: LocalFile, _ others: [Int32], equipped: Bool = false
  ) throws(CutFailure) -> SourceConversation {
    do {
      // Children read descriptors, and have no network.
      try source.complete()
      var order = try ChildOrder(task, for: source)
      if equipped, let role = order.role.equipped { order.role = role }
      // Who reads on from where it stands needs a place of its own to do so.
      let (second, third) = try (source.reopened(), source.reopened())
      let pair = try SocketPair()
      let files = [source, second, third].map { $0.descriptor.number } + others
      let child = try nursery.fork(order.role, giving: [pair.farNumber] + files)
      return SourceConversation(about: order, with: child, on: pair.takeNear())
    } catch let failure as CutFailure {
      throw failure
    } catch let error as FileError {
      throw CutFailure(reading: error.errno, "the file can't be opened: \(error.words)")
    } catch let error as Errno {
      throw CutFailure(.environment(error, at: .decoder), "the decoder does not start: \(error)")
    } catch {
      throw CutFailure(.environment(.inputOutput, at: .decoder), "the decoder does not start")
    }
  }
}
