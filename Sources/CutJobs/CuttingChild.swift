package import DecoderChildren
package import PyramidFile
package import Sources

/// A child that cuts: a process, or in tests what stands for one.
package protocol CuttingChild {
  /// Has one image cut.
  ///
  /// - Parameters:
  ///   - request: How it is to be cut.
  ///   - files: What is read and written.
  ///   - report: What the child tells on its way.
  ///   - shouldStop: Asked often; yes ends the job.
  /// - Returns: What the source is, as the child told when it began.
  /// - Throws: Whatever goes wrong with this image, the child's death too.
  func cut(
    _ request: CutRequest, _ files: CutFiles, report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> SourceFacts

  /// Has a document's pages counted.
  ///
  /// - Parameters:
  ///   - source: The open file.
  ///   - request: How it would be cut.
  /// - Returns: How many there are.
  /// - Throws: Whatever keeps it from being read, the child's death too.
  func countPages(of source: LocalFile, _ request: SourceRequest) throws(CutFailure) -> Int
}

extension CuttingChild {
  /// The same where nobody needs to know what keeps it from being read: whoever cuts it finds out,
  /// and says so.
  ///
  /// - Parameters:
  ///   - source: The open file.
  ///   - request: How it would be cut.
  /// - Returns: How many pages there are, as far as that is known.
  package func pageCount(of source: LocalFile, _ request: SourceRequest) -> PageCount {
    do throws(CutFailure) {
      return .pages(try countPages(of: source, request))
    } catch {
      return .unknown
    }
  }
}
