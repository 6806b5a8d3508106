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
  ///   - request: What is to be done.
  ///   - report: What the child tells on its way.
  ///   - shouldStop: Asked often; yes ends the job.
  /// - Returns: What came of it.
  /// - Throws: Whatever goes wrong with this image, the child's death too.
  func cut(
    _ request: CutRequest, report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutOutcome
}
