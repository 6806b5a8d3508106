package import DecoderChildren
import Posix
import Sandbox
import Sources

/// The cut of one image, in the process that does it.
package struct ImageCut {
  private let request: CutRequest
  private let report: (CutAnswer) -> Void

  /// - Parameters:
  ///   - request: which source, and where its pyramid goes.
  ///   - report: called now and then from the thread that reads the source, with the share that is
  ///     done.
  package init(_ request: CutRequest, report: @escaping (CutAnswer) -> Void) {
    self.request = request
    self.report = report
  }

  /// Cuts the image.
  ///
  /// - Returns: what came of it.
  /// - Throws: why it can't be cut.
  package func run() throws -> CutOutcome {
    let path = try request.source.sourcePath
    let before = try FileStatus.of(path)
    let source = try OpenSource(request.source)
    let road = try source.road()
    guard try request.source.version(of: before, source.format).text == request.version else {
      // Its pixels would go by the name of those that it had when it was asked for.
      throw CutFailure(.source, "the file changed before it was read")
    }
    let facts = road.source.facts
    report(.begun(facts))
    bound(facts)
    let target = CutTarget(request, road.source, status: before, report: report)
    try road.run(into: target)
    guard try FileStatus.of(path) == before else {
      throw CutFailure(.source, "the file changed while it was read")
    }
    return target.outcome
  }

  /// Limits for this image by its size.
  private func bound(_ facts: SourceFacts) {
    let seconds = request.source.limits.deadline(pixels: facts.pixels)
    ProcessLimits.setProcessorTime(secondsFromNow: Int(seconds) * max(2, request.threads))
    // What incompressible pixels come to, levels and tables included.
    let (worst, overflow) = facts.pixels.multipliedReportingOverflow(by: 12)
    ProcessLimits.setFileSize(bytes: overflow ? .max : worst + 64 << 20)
  }
}
