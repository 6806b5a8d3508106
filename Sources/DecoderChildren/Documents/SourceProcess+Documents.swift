package import BookText
package import Books
import Glibc
import Posix
package import PyramidFile
import Sources

/// Documents as they describe themselves, some pages at a time; a page of which a child dies is one
/// that can't be read, and no other suffers from it.
extension SourceProcess {
  /// How long pages are looked at for one answer, in wall seconds: for the first one somebody waits
  /// to see a page; and how long it may take where one page takes its time.
  private static let seconds = (first: 0.2, soft: 4.0, hard: 20.0)
  /// Of a document that is so long, in bytes, nobody waits for the outline who waits to see a page.
  private static let longDocument: Int64 = 1 << 20
  /// How far who reads on steps back behind those who cut what is looked at.
  private static let niceness: Int32 = 19

  /// Has a document describe itself and some of its pages.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  ///   - known: what was said before; nil where nobody has asked yet.
  /// - Returns: the same with some pages more.
  /// - Throws: whatever keeps it from being read.
  package func describe(
    _ source: LocalFile, _ request: SourceRequest, after known: DocumentFacts?
  ) throws(CutFailure) -> DocumentFacts {
    var request = Self.request(request, behind: known?.sizes.count ?? 0)
    if known == nil {
      request.leavesOutline = Self.isLong(source, request.source)
      request.seconds = request.leavesOutline ? 0 : Self.seconds.first
    }
    request.source.readsNames = known.map { $0.names == .later } ?? true
    var (bytes, failure) = try written(by: .describe(request), about: source)
    var names = request.leavesOutline ? DocumentFacts.Names.later : .told
    var leaving: CutFailure?
    if bytes.isEmpty, request.source.readsNames, failure?.isByNames == true {
      leaving = failure
      request.source.readsNames = false
      names = .leftOut
      (bytes, failure) = try written(by: .describe(request), about: source)
    }
    guard let report = DocumentReport(parsing: bytes, for: request),
      known == nil || known?.pageCount == report.head.pages
    else { throw failure ?? .senseless }
    var facts = known ?? report.head.facts
    if known == nil || known?.names == .later { facts.take(names, of: report.head.facts) }
    if names == .leftOut { facts.missing = facts.missing ?? leaving?.told.words }
    for page in report.pages { facts.append(page.size, links: page.links) }
    // All pages may have been told of before the names.
    guard facts.sizes.count < facts.pageCount else { return facts }
    if try Self.isUnreadable(behind: report.pages.count, failure) { facts.append(.unknown) }
    return facts
  }

  /// Has the text of some of a document's pages read.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  ///   - known: what was read before.
  /// - Returns: the same with some pages more.
  /// - Throws: whatever keeps it from being read.
  package func readText(
    of source: LocalFile, _ request: SourceRequest, after known: DocumentText
  ) throws(CutFailure) -> DocumentText {
    let request = Self.request(request, behind: known.pages.count)
    let (bytes, failure) = try written(by: .readText(request), about: source)
    let rest = known.pageCount - known.pages.count
    guard let report = TextReport(parsing: bytes, mostPages: rest) else {
      throw failure ?? .senseless
    }
    var text = known
    for page in report.pages { text.append(page) }
    if try Self.isUnreadable(behind: report.pages.count, failure) { text.append(nil) }
    return text
  }

  private static func isLong(_ source: LocalFile, _ request: SourceRequest) -> Bool {
    let format = (try? SourceFormat(of: source.descriptor)) ?? nil
    return source.byteCount >= longDocument && request.rules.pageEngine(of: format) == .pdfium
  }

  private static func request(_ source: SourceRequest, behind count: Int) -> DocumentRequest {
    var request = DocumentRequest(source, from: count + 1, seconds: seconds.soft)
    request.source.limits.seconds = min(source.limits.seconds, seconds.hard)
    request.source.limits.niceness = count > 0 ? niceness : 0
    return request
  }

  /// Whether the page behind those that were told is one that nobody can read.
  ///
  /// - Parameters:
  ///   - count: how many were told.
  ///   - failure: what the child ended with, if that was no answer.
  /// - Returns: true where the child ended over it.
  /// - Throws: what says nothing of a page, and keeps all from being told.
  private static func isUnreadable(
    behind count: Int, _ failure: CutFailure?
  ) throws(CutFailure) -> Bool {
    guard let failure else {
      guard count > 0 else { throw .senseless }
      return false
    }
    switch failure.cause {
    case .died(let signal) where signal != SIGKILL: return true
    case .deadline, .limit: return true
    case .died, .source, .environment, .changed, .interrupted:
      guard count > 0 else { throw failure }
      return false
    }
  }

  /// What a child writes, and what it ends with where that is no answer.
  private func written(
    by task: ChildTask, about source: LocalFile
  ) throws(CutFailure) -> (bytes: [UInt8], failure: CutFailure?) {
    do throws(Errno) {
      let file = try FileDescriptor.inMemory(name: "document")
      var failure: CutFailure?
      do throws(CutFailure) {
        _ = try perform(
          task, source: source, others: [file.number], report: { _ in }, shouldStop: { false })
      } catch {
        failure = error
      }
      let length = Int(clamping: try file.status().size)
      let longest = max(DocumentReport.longest, TextReport.longest)
      return (try file.beginning(limit: min(length, longest)), failure)
    } catch {
      throw CutFailure(
        .environment(error, at: .decoder), "there is no memory for what it says: \(error)")
    }
  }
}

extension CutFailure {
  /// Whether labels and outlines may be what a child ended over: it would be told of all else.
  var isByNames: Bool {
    switch cause {
    case .died(let signal): signal != SIGKILL
    case .deadline, .limit: true
    case .source, .environment, .changed, .interrupted: false
    }
  }
}
