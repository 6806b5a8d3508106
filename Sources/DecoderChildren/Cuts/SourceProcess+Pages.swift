import Glibc
import Posix
package import PyramidFile
import Sources

/// Pages of documents that are held open for the next one.
extension SourceProcess {
  /// Has the pages of a document counted by a child that stays for them, where such are kept.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  /// - Returns: nil where another child is to count them.
  /// - Throws: what keeps the document from being read.
  package func openPages(
    of source: LocalFile, _ request: SourceRequest
  ) throws(CutFailure) -> Int? {
    guard let pageCutters, PageCutter.takes(source, request.rules) else { return nil }
    let document = PageCutter.Document(source, request)
    pageCutters.begin(document)
    defer { pageCutters.endBeginning(document) }
    guard let cutter = newCutter(document, source) else { return nil }
    do throws(CutFailure) {
      guard case .counted(let pages) = try cutter.open(shouldStop: { false }) else { return nil }
      pageCutters.keep(cutter)
      return pages
    } catch {
      guard error.isOfMachine else { throw error }
      return nil
    }
  }

  /// Has a page cut by a child that stays for the next one, where there is one to be kept.
  ///
  /// - Returns: what the page is; nil where a child of its own is to cut it: where that is no page of a
  ///   document, or so large that somebody is to see it before it is cut, and where a child has failed
  ///   at it that had other work before, or the system.
  /// - Throws: what is wrong with the page, or that it was to stop.
  func cutPage(
    _ request: CutRequest, _ files: CutFiles, report: (CutAnswer) -> Void,
    shouldStop: () -> Bool
  ) throws(CutFailure) -> SourceFacts? {
    guard let pageCutters, request.source.page != nil,
      PageCutter.takes(files.source, request.source.rules)
    else { return nil }
    let document = PageCutter.Document(files.source, request.source)
    // One that misses a library is followed by one that has it.
    for _ in 0..<2 {
      let known = pageCutters.take(for: document)
      let isFirst = known?.isNew ?? true
      defer { if isFirst { pageCutters.endBeginning(document) } }
      guard let cutter = known ?? newCutter(document, files.source) else { return nil }
      let isBlank = cutter.isBlank
      var begun: SourceFacts?
      var isLarge = false
      do throws(CutFailure) {
        let answer = try cutter.cut(
          request, to: files.output,
          report: { answer in
            if case .begun(let facts) = answer {
              begun = facts
              isLarge = files.preview != nil && facts.pixels >= CutPreview.fewestPixels
            }
            if !isLarge { report(answer) }
          }, shouldStop: { isLarge || shouldStop() })
        if answer == .done, let begun {
          pageCutters.keep(cutter)
          return begun
        }
        guard answer == .unequipped else { throw .senseless }
        pageCutters.equip()
      } catch {
        guard !shouldStop(), isLarge || !isBlank || error.isOfMachine else { throw error }
        return nil
      }
    }
    return nil
  }

  /// - Returns: nil where there is none to be had: who goes on without finds out why.
  private func newCutter(_ document: PageCutter.Document, _ source: LocalFile) -> PageCutter? {
    var request = document.request
    // To open it takes no longer than to count its pages.
    request.limits.seconds = min(request.limits.seconds, CutLimits.countingSeconds)
    guard let output = try? FileDescriptor.inMemory(name: "page"),
      let conversation = try? begin(
        .openPages(request), source, [output.number], equipped: pageCutters?.areEquipped ?? false)
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
