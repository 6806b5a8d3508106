import Glibc
import Posix
package import PyramidFile
package import Sandbox
import Sources

/// Who has images cut: each by a process of its own, which reads that image and no other.
package struct CutterProcess: Sendable {
  private let nursery: Nursery
  private let noteDeath: @Sendable (_ signal: Int32) -> Void

  /// - Parameters:
  ///   - nursery: who makes the processes.
  ///   - noteDeath: told of a child that was killed where another one tries again; what ends a task
  ///     is told as its failure.
  package init(
    _ nursery: Nursery = Nursery(), noteDeath: @escaping @Sendable (Int32) -> Void = { _ in }
  ) {
    self.nursery = nursery
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
  ///   - report: what the child tells on its way.
  ///   - shouldStop: asked ten times a second; yes ends the child and the cut.
  /// - Returns: what the source is, as the child told when it began.
  /// - Throws: whatever goes wrong with this image, the child's death too.
  package func cut(
    _ request: CutRequest, _ files: CutFiles, report: (CutAnswer) -> Void,
    shouldStop: () -> Bool
  ) throws(CutFailure) -> SourceFacts {
    var begun: SourceFacts?
    _ = try perform(
      .cut(request), source: files.source,
      others: [files.output] + [files.preview].compactMap(\.self),
      report: { answer in
        if case .begun(let facts) = answer { begun = facts }
        report(answer)
      }, shouldStop: shouldStop)
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
    _ task: ChildTask, source: LocalFile, others: [Int32], report: (CutAnswer) -> Void,
    shouldStop: () -> Bool
  ) throws(CutFailure) -> CutAnswer {
    let first: CutAnswer
    do throws(CutFailure) {
      first = try begin(task, source, others).answer(report: report, shouldStop: shouldStop)
    } catch {
      guard error.cause == .died(signal: SIGKILL), !shouldStop() else { throw error }
      // Who died with the nursery, or was not made any more, is not told of one by one.
      if error != Conversation.lost { noteDeath(SIGKILL) }
      return try again(task, source, others).answer(report: report, shouldStop: shouldStop)
    }
    guard first == .unequipped else { return first }
    return try again(task, source, others).answer(report: report, shouldStop: shouldStop)
  }

  /// Has another child made for a task, one with all libraries.
  private func again(
    _ task: ChildTask, _ source: LocalFile, _ others: [Int32]
  ) throws(CutFailure) -> Conversation {
    if case .cut = task, let output = others.first, ftruncate(output, 0) != 0 {
      throw CutFailure(storing: .current)
    }
    return try begin(task, source, others, as: .libraryCutter)
  }

  /// Has a child made for one task, of a role or who can carry it out as far as is known; it ends with
  /// what is returned.
  private func begin(
    _ task: ChildTask, _ source: LocalFile, _ others: [Int32], as role: NurseryRole? = nil
  ) throws(CutFailure) -> Conversation {
    do {
      // Children read descriptors, and have no network.
      try source.complete()
      var order = try ChildOrder(task, for: source)
      if let role { order.role = role }
      // Who reads on from where it stands needs a place of its own to do so.
      let (second, third) = try (source.reopened(), source.reopened())
      let pair = try SocketPair()
      let files = [source, second, third].map { $0.descriptor.number } + others
      let child = try nursery.fork(order.role, giving: [pair.farNumber] + files)
      return Conversation(about: order, with: child, on: pair.takeNear())
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

/// What is said between this process and a child about one task; the child ends with it.
///
/// The child has read a stranger's file, and may say anything: nothing is believed that one which
/// means well would not say.
private struct Conversation: ~Copyable {
  private let order: ChildOrder
  private let child: NurseryChild
  private let line: MessageLine
  private let began = Instant.now

  /// Bytes of a message that a child sends at most; the longest there is is a sketch.
  private static let longestAnswer = 1 << 17
  /// How often a waiting parent looks whether it should stop: most often since a cut has been silent
  /// for too long, which nothing but the clock tells.
  private static let patience = Duration.milliseconds(100)
  /// Messages that a child may send, at once and a second: it tells of its progress ten times.
  private static let messages = (atOnce: 64, aSecond: 20.0)

  /// Nobody can tell how the child ended.
  static let lost = CutFailure(
    .died(signal: SIGKILL), "the decoder was killed, and who made it too")

  init(
    about order: ChildOrder, with child: NurseryChild, on socket: consuming FileDescriptor
  ) {
    self.order = order
    self.child = child
    line = MessageLine(socket, longest: Self.longestAnswer)
    // Who has ended already hears nothing; how it ended is told below.
    try? line.send(CutWire.encode(order))
  }

  /// Waits for the task's end.
  ///
  /// - Returns: the answer that ends it, within the limits.
  /// - Throws: why there is none.
  func answer(
    report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutAnswer {
    let limits = order.task.source.limits
    var deadline = began + .seconds(limits.seconds)
    var hasBegun = false
    var hasPreview = false
    var lastShare = 0.0
    var heard = 0
    while true {
      if shouldStop() { throw CutFailure(.interrupted, "interrupted") }
      guard Instant.now < deadline else {
        throw CutFailure(.deadline, "took longer than its deadline and was stopped")
      }
      switch line.next(until: min(deadline, .now + Self.patience)) {
      case .timedOut: continue
      case .tooLong: throw .senseless
      case .closed: throw death()
      case .message(let message):
        heard += 1
        guard heard <= allowedMessages, let answer = CutWire.decode(CutAnswer.self, message) else {
          throw .senseless
        }
        switch (answer, order.task) {
        case (.begun(let facts), .cut), (.begun(let facts), .compare):
          guard !hasBegun, facts.isPlausible(within: limits) else { throw .senseless }
          hasBegun = true
          deadline = .now + .seconds(limits.deadline(pixels: facts.pixels))
          report(answer)
        case (.progress(let share), .cut) where hasBegun && (0...1).contains(share):
          // What stays where it is, is no sign of life.
          if share != lastShare { report(answer) }
          lastShare = share
        case (.sketch(let sketch), .cut(let request))
        where hasBegun && request.wantsSketches && sketch.isPlausible:
          report(answer)
        case (.previewed, .cut) where hasBegun && !hasPreview:
          hasPreview = true
          report(answer)
        case (.otherRoad(let reason), .cut) where hasBegun && reason.isOneLine: report(answer)
        case (.compared(let comparison), .compare) where hasBegun && comparison.isPlausible:
          return answer
        case (.examined(let facts), .examine) where facts.isPlausible(within: limits):
          return answer
        case (.counted(let pages), .countPages)
        where (1...CutLimits.documentPages).contains(pages):
          return answer
        case (.done, .cut) where hasBegun, (.written, .describe), (.written, .readText),
          (.unequipped, _) where order.role == .cutter:
          // Nobody may write to a pyramid that is about to be looked at, or written anew.
          guard child.end() != .lost else { throw death() }
          return answer
        case (.failed(let failure), _): throw failure.told
        case (.begun, _), (.previewed, _), (.otherRoad, _), (.progress, _), (.sketch, _),
          (.examined, _), (.counted, _), (.written, _), (.done, _), (.compared, _),
          (.unequipped, _):
          throw .senseless
        }
      }
    }
  }

  private var allowedMessages: Int {
    Self.messages.atOnce + Int((Instant.now - began).seconds * Self.messages.aSecond)
  }

  /// How long a child takes to end, once it has closed its line in doing so.
  private static let timeToEnd = Duration.seconds(5)

  /// What the child's end means for the image it was at.
  private func death() -> CutFailure {
    guard let ending = child.endsByItself(within: Self.timeToEnd) else { return .senseless }
    switch ending {
    // Whatever it met in the image it would have told: it could not begin.
    case .exited(let code):
      return CutFailure(
        .environment(.wouldBlock, at: .decoder),
        "the decoder ended with code \(code) before it began")
    case .notStarted(let error):
      return CutFailure(.environment(error, at: .decoder), "the decoder does not start: \(error)")
    case .lost: return Self.lost
    case .killed(let signal):
      let cause = CutFailure.Cause.died(signal: signal)
      switch signal {
      case SIGXCPU: return CutFailure(.deadline, "used more processor time than its limit")
      case SIGKILL: return CutFailure(cause, "the decoder was killed, by somebody or for memory")
      // So ends what draws pages where it gets no memory; to the rest it is a fault of its own.
      case SIGABRT where order.role == .pageCutter:
        return CutFailure(.limit, "it takes more memory than --max-memory allows, or is damaged")
      case SIGSYS:
        return CutFailure(cause, "the decoder asked the system for what no decoder needs")
      default: return CutFailure(cause, "the decoder crashed (signal \(signal))")
      }
    }
  }
}
