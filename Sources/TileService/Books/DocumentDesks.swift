import BookText
import Books
import Caching
import CutJobs
import DecoderChildren
import Sources

/// All that decoders are asked about documents.
struct DocumentDesks: Sendable {
  /// How many pages there are.
  let counts: DocumentDesk<PageCount>
  /// What they say of themselves and their pages.
  let facts: DocumentDesk<Result<DocumentFacts, CutFailure>>

  /// Their words.
  let texts: DocumentDesk<Result<DocumentText, CutFailure>>

  /// Documents that are counted, described and read at a time.
  private static let threads = (counts: 2, facts: 1, texts: 1)

  /// Processes that decode for all desks at a time at most.
  static let processes = threads.counts + threads.facts + threads.texts

  /// - Parameters:
  ///   - request: how documents are read.
  ///   - kept: what they said before; nil where nothing is kept.
  ///   - makeChild: who reads them.
  ///   - report: told why a document's names are not all told.
  init(
    _ request: SourceRequest, kept: KeptDocuments?,
    makeChild: @escaping @Sendable () -> any SourceChild,
    report: @escaping @Sendable (SourceRoot.Source, String) -> Void
  ) {
    counts = DocumentDesk(
      "counting", threads: Self.threads.counts, budget: ByteBudget(bytes: 1 << 20)
    ) { source, _ in
      let count =
        kept?.facts(of: source).map { .pages($0.pageCount) }
        ?? makeChild().pageCount(of: source.file, request)
      return .init(finding: count, validity: count == .unknown ? .forAWhile : .always, cost: 0)
    }
    facts = DocumentDesk(
      "describing", threads: Self.threads.facts, budget: ByteBudget(bytes: 64 << 20)
    ) { source, before in
      do throws(CutFailure) {
        let facts: DocumentFacts
        if before == nil, let known = kept?.facts(of: source) {
          facts = known
        } else {
          facts = try makeChild().describe(source.file, request, after: before?.success)
          kept?.keep(facts, of: source)
          if let missing = facts.missing, missing != before?.success?.missing {
            report(source, missing)
          }
        }
        return .init(
          finding: .success(facts),
          validity: facts.isComplete ? .always : facts.names == .later ? .atFirstSight : .soFar,
          cost: facts.cost)
      } catch {
        return .init(
          finding: .failure(error), validity: error.isOfTheImage ? .always : .forAWhile, cost: 0)
      }
    }
    texts = DocumentDesk(
      "reading", threads: Self.threads.texts, budget: ByteBudget(bytes: 128 << 20)
    ) { source, before in
      if before == nil, let text = kept?.text(of: source) {
        return .init(finding: .success(text), validity: .always, cost: text.cost)
      }
      let file = source.file
      do throws(CutFailure) {
        let child = makeChild()
        let known: DocumentText
        if let text = before?.success {
          known = text
        } else {
          known = DocumentText(pageCount: try child.countPages(of: file, request))
        }
        let text = try child.readText(of: file, request, after: known)
        kept?.keep(text, of: source)
        return .init(
          finding: .success(text), validity: text.isComplete ? .always : .soFar, cost: text.cost)
      } catch {
        return .init(
          finding: .failure(error), validity: error.isOfTheImage ? .always : .forAWhile, cost: 0)
      }
    }
  }

  func stop() {
    counts.stop()
    facts.stop()
    texts.stop()
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
}

extension DocumentFacts {
  /// What it takes in memory, in bytes.
  fileprivate var cost: Int {
    let entry = 64
    let titles = outline.reduce(0) { $0 + $1.cost }
    // Their records leave out what an array of them has besides.
    return entry * (sizes.runs.count + (labels?.runs.count ?? 0)) + titles + 4 * linkBytes
  }
}

extension OutlineEntry {
  fileprivate var cost: Int { 64 + title.utf8.count + parts.reduce(0) { $0 + $1.cost } }
}
