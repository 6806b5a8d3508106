import Cutter
import Decoding
import DecoderChildren
import Glibc
import Posix
import Sandbox
import VipsLibrary

/// The child of the nursery that reads one image: takes one task, answers, and ends; or reads one document,
/// and takes one page after another.
final class SourceWorker: Sendable {
  private let line: MessageLine
  private let given: [CInt]
  /// Where a pyramid or a description is to be written, or a pyramid is there to be compared, the
  /// file is open there.
  private let written: CInt?
  /// Where a preview is to be written, or nil.
  private let preview: CInt?
  /// All that stays open in the box: where nothing is written and read, and what was given.
  private let kept: [CInt]
  private let nursery = getppid()

  /// - Parameter descriptors: what the child was given: its line to who asks, the source three times,
  ///   the pyramid's file, and a preview's.
  init?(_ descriptors: [CInt]) {
    guard descriptors.count >= 4 else { return nil }
    line = MessageLine(FileDescriptor(owning: descriptors[0]), longest: 1 << 16)
    given = Array(descriptors[1...3])
    written = descriptors.count > 4 ? descriptors[4] : nil
    preview = descriptors.count > 5 ? descriptors[5] : nil
    kept = [0, 1, 2] + descriptors
  }

  /// Takes the task, and gives up what it doesn't need.
  ///
  /// - Returns: the work; nil where it must not be done.
  func boxed() -> (@Sendable () -> Void)? {
    guard case .message(let message) = line.next(until: .now + .seconds(60)) else { return nil }
    guard let order = CutWire.decode(ChildOrder.self, message) else {
      answer(.failed(CutFailure(.source, "an order that can't be read")))
      return nil
    }
    Posix.Thread.stepBack(order.task.source.limits.niceness)
    Vips.forgo()
    // Where there is none, pages are drawn that could be taken over, and archives tell of it.
    let scratch = order.role == .cutter ? nil : try? ScratchFile()
    let program: BoxedProgram?
    do throws(Errno) {
      program = try order.program.map { (box) throws(Errno) in try BoxedProgram(in: box) }
    } catch {
      let words = "its program can't be begun: \(error)"
      answer(.failed(CutFailure(.environment(error, at: .decoder), words)))
      return nil
    }
    let source = SourceCopies(
      given[0], given[1], given[2], scratch: scratch, program: program)
    do throws(BoxFailure) {
      try order.box.enter(
        keeping: kept + (scratch?.numbers ?? []) + (program?.numbers ?? []), childOf: nursery)
    } catch {
      let words = "the decoder's box can't be closed: \(error)"
      answer(.failed(CutFailure(.environment(error.error, at: .decoder), words)))
      return nil
    }
    return {
      HeapMemory.lieInHugePages()
      self.carryOut(order.task, source)
    }
  }

  private func carryOut(_ task: ChildTask, _ source: SourceCopies) {
    let document = OpenDocument()
    let first = settle { try ending(of: task, source, document) }
    guard case .openPages(let request) = task, case .counted = first else { return }
    while let page = nextPage(of: document, source, request) {
      guard settle({ try cut(page, of: document, source) }) == .done else { return }
    }
  }

  /// Answers with what a task ends with.
  private func settle(_ task: () throws -> CutAnswer) -> CutAnswer {
    var last: CutAnswer
    do {
      last = try task()
    } catch {
      last = .failed(CutFailure(error))
    }
    // What was found without a library that something asked for is not what would be found with it.
    if Vips.isMissed { last = .unequipped }
    answer(last)
    return last
  }

  /// The page that is asked for next; until then the document is read on.
  private func nextPage(
    of document: OpenDocument, _ source: SourceCopies, _ request: SourceRequest
  ) -> CutRequest? {
    var message = line.arrived()
    while message == nil, document.readOn(source, request) { message = line.arrived() }
    return (message ?? line.arrived(until: .never)).flatMap {
      CutWire.decode(CutRequest.self, $0)
    }
  }

  private func cut(
    _ request: CutRequest, of document: OpenDocument, _ source: SourceCopies
  ) throws -> CutAnswer {
    guard let written else { throw CutFailure(.source, "there is no file to write to") }
    let throttle = Throttle()
    let cut = ImageCut(
      source, to: FileDescriptor(owning: dup(written)), request, of: document,
      report: { if throttle.passes($0) { self.answer($0) } })
    try cut.run()
    return .done
  }

  private func ending(
    of task: ChildTask, _ source: SourceCopies, _ document: OpenDocument
  ) throws -> CutAnswer {
    switch task {
    case .examine(let request): return .examined(try SourceFacts(of: source, request))
    case .countPages(let request): return .counted(pages: try source.pageCount(request))
    case .describe(let request):
      guard let written else { throw CutFailure(.source, "there is no file to write to") }
      try source.describe(request, into: FileDescriptor(owning: written))
      return .written
    case .readText(let request):
      guard let written else { throw CutFailure(.source, "there is no file to write to") }
      try source.readText(request, into: FileDescriptor(owning: written))
      return .written
    case .openPages(let request):
      return .counted(pages: try source.pageCount(request, keeping: document))
    case .cut(let request):
      guard let written else { throw CutFailure(.source, "there is no file to write to") }
      let throttle = Throttle()
      let cut = ImageCut(
        source, to: FileDescriptor(owning: written),
        preview: preview.map { FileDescriptor(owning: $0) }, request,
        nextWish: { self.line.arrived().flatMap { CutWire.decode(TileWish.self, $0) } },
        report: { if throttle.passes($0) { self.answer($0) } })
      try cut.run()
      return .done
    case .compare(let request):
      guard let written else { throw CutFailure(.source, "there is no pyramid to compare") }
      let comparison = SourceComparison(source, FileDescriptor(owning: written), request)
      return .compared(try comparison.run { self.answer(.begun($0)) })
    }
  }

  /// A parent that has gone needs no answer, and ends this process.
  private func answer(_ message: CutAnswer) { try? line.send(CutWire.encode(message)) }

  /// Lets progress through at most ten times a second: of a small image none is told, for it is done
  /// before anybody looks.
  private final class Throttle {
    private var last = Instant.now

    func passes(_ message: CutAnswer) -> Bool {
      guard case .progress = message else { return true }
      let now = Instant.now
      guard now - last >= .milliseconds(100) else { return false }
      last = now
      return true
    }
  }
}
