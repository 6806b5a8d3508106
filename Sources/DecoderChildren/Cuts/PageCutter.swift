import Glibc
import Posix
import PyramidFile
import Sources

/// A child that cuts pages of one document, one after another: the next one finds it open, and its
/// fonts read.
///
/// It writes to a file in memory and no other. What is in that is copied once it says that it is done,
/// so that nothing it does later reaches a pyramid that was looked at.
final class PageCutter: @unchecked Sendable {
  // `@unchecked`: one thread has it at a time.

  /// What is the same of all its pages.
  struct Document: Equatable {
    private let file: FileStatus
    /// How it is read, whichever page is wanted.
    let request: SourceRequest

    init(_ file: LocalFile, _ request: SourceRequest) {
      self.file = file.status
      var request = request
      request.page = nil
      request.rules = request.rules.settled(for: .pdf)
      self.request = request
    }
  }

  /// Pages that one cuts at most: what the engine keeps of them grows.
  private static let mostPages = 100
  /// Of documents, in bytes.
  private static let largestDocument: Int64 = 1 << 30
  /// What a page's pyramid may take, in bytes: what is longer is written to its own file.
  private static let mostBytes = 128 << 20
  /// Threads that one has for a page at most.
  static let mostThreads = 64
  /// What is copied at once, in bytes.
  private static let piece = 1 << 18

  let document: Document
  private var conversation: SourceConversation
  private let output: FileDescriptor
  private var pages = 0
  private var hasOpened = false

  /// - Parameters:
  ///   - document: which one.
  ///   - conversation: the child's, which was asked how many pages there are.
  ///   - output: the file that it writes to.
  init(
    _ document: Document, _ conversation: consuming SourceConversation,
    writingTo output: consuming FileDescriptor
  ) {
    self.document = document
    self.conversation = conversation
    self.output = output
  }

  /// Whether pages of a file may be cut so: those of documents that are drawn.
  static func takes(_ source: LocalFile, _ rules: CuttingRules) -> Bool {
    source.far == nil && source.byteCount <= largestDocument
      && (try? SourceFormat(of: source.descriptor)) == .pdf
      && rules.pageEngine(of: .pdf) == .pdfium
  }

  /// How long the files may become that one writes: of a page, and of the picture that is all of it.
  static func mostBytes(of source: LocalFile) -> Int {
    max(mostBytes, Int(clamping: source.byteCount))
  }

  /// Whether it has cut as many as it may.
  var isUsedUp: Bool { pages >= Self.mostPages }

  /// Whether it has cut none yet.
  var isNew: Bool { pages == 0 }

  /// Whether it was asked for nothing before: what becomes of the first page no other has a part in.
  var isBlank: Bool { isNew && !hasOpened }

  /// Waits until the document is open; it is read on until a page is asked for.
  ///
  /// - Parameter shouldStop: asked often; yes ends the child.
  /// - Returns: the answer that ends it: how many pages there are.
  /// - Throws: why there is none; the child is of no use any more then.
  func open(shouldStop: () -> Bool) throws(CutFailure) -> CutAnswer {
    hasOpened = true
    return try conversation.answer(report: { _ in }, shouldStop: shouldStop)
  }

  /// Has a page cut.
  ///
  /// - Parameters:
  ///   - page: which one, and how.
  ///   - target: the number of the file that it goes to.
  ///   - report: told of all that comes before the end.
  ///   - shouldStop: asked often; yes ends the child.
  /// - Returns: the answer that ends it.
  /// - Throws: why there is none; the child is of no use any more then.
  func cut(
    _ page: CutRequest, to target: Int32, report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutAnswer {
    if isBlank {
      let opened = try open(shouldStop: shouldStop)
      guard case .counted = opened else { return opened }
    }
    conversation.ask(for: page)
    let answer = try conversation.answer(report: report, shouldStop: shouldStop)
    if answer == .done {
      do throws(Errno) {
        try copy(to: target)
      } catch {
        throw CutFailure(storing: error)
      }
    }
    pages += 1
    return answer
  }

  private func copy(to target: Int32) throws(Errno) {
    let target = FileDescriptor(owning: dup(target))
    try target.empty()
    var piece = [UInt8](repeating: 0, count: Self.piece)
    var place: Int64 = 0
    while true {
      var span = piece.mutableSpan
      var room = unsafe span.mutableBytes
      let count = try output.read(at: place, into: &room)
      guard count > 0 else { return }
      try unsafe target.write(piece.span.bytes.extracting(first: count), at: place)
      place += Int64(count)
    }
  }
}
