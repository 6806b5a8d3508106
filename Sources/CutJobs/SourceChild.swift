package import BookText
package import Books
package import DecoderChildren
import Posix
package import PyramidFile
import PyramidFormat
package import Sources
import Storage
import TileGeometry

/// A child that reads a stranger's file, to cut it or to tell of it: a process, or in tests what stands
/// for one.
package protocol SourceChild {
  /// Has one image cut.
  ///
  /// - Parameters:
  ///   - request: how it is to be cut.
  ///   - files: what is read and written.
  ///   - wished: asked often: the tiles that people wait for.
  ///   - report: what the child tells on its way.
  ///   - shouldStop: asked often; yes ends the job.
  /// - Returns: what the source is, as the child told when it began.
  /// - Throws: whatever goes wrong with this image, the child's death too.
  func cut(
    _ request: CutRequest, _ files: CutFiles, wished: () -> [TileWish],
    report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> SourceFacts

  /// Has a document's pages counted.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  /// - Returns: how many there are.
  /// - Throws: whatever keeps it from being read, the child's death too.
  func countPages(of source: LocalFile, _ request: SourceRequest) throws(CutFailure) -> Int

  /// The same, by one that stays to cut them where that is worth it: whoever counts them is about to look
  /// at one.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  /// - Returns: nil where none stays, and they are to be counted.
  /// - Throws: whatever keeps it from being read, the child's death too.
  func openPages(of source: LocalFile, _ request: SourceRequest) throws(CutFailure) -> Int?

  /// Has a document describe itself and some of its pages.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  ///   - known: what was said before; nil where nobody has asked yet.
  /// - Returns: the same with some pages more, and complete in the end.
  /// - Throws: whatever keeps it from being read.
  func describe(
    _ source: LocalFile, _ request: SourceRequest, after known: DocumentFacts?
  ) throws(CutFailure) -> DocumentFacts

  /// Has the text of some of a document's pages read.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  ///   - known: what was read before.
  /// - Returns: the same with some pages more, and complete in the end.
  /// - Throws: whatever keeps it from being read.
  func readText(
    of source: LocalFile, _ request: SourceRequest, after known: DocumentText
  ) throws(CutFailure) -> DocumentText
}

extension SourceChild {
  package func openPages(
    of source: LocalFile, _ request: SourceRequest
  ) throws(CutFailure) -> Int? { nil }

  /// Has a document's pages counted where nobody needs to know what keeps it from being read: whoever
  /// cuts it finds out, and says so.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  /// - Returns: how many pages there are, as far as that is known.
  package func pageCount(of source: LocalFile, _ request: SourceRequest) -> PageCount {
    do throws(CutFailure) {
      if let pages = try openPages(of: source, request) { return .pages(pages) }
      return .pages(try countPages(of: source, request))
    } catch {
      return .unknown
    }
  }
}
