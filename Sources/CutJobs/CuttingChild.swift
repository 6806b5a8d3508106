package import DecoderChildren
import Posix
import PyramidFormat
import Sources
import Storage

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
}
