package import DecoderChildren
package import Decoding
package import Posix
import Sandbox
import Sources

/// The cut of one image, in the process that does it.
package struct ImageCut: ~Copyable {
  private let source: SourceCopies
  private let output: FileDescriptor
  private let request: CutRequest
  private let report: (CutAnswer) -> Void

  /// - Parameters:
  ///   - source: the open file.
  ///   - output: where the pyramid goes: an empty file.
  ///   - request: how it is to be cut.
  ///   - report: called now and then from the thread that reads the source, with the share that is
  ///     done.
  package init(
    _ source: SourceCopies, to output: consuming FileDescriptor, _ request: CutRequest,
    report: @escaping (CutAnswer) -> Void
  ) {
    self.source = source
    self.output = output
    self.request = request
    self.report = report
  }

  /// Cuts the image.
  ///
  /// - Throws: why it can't be cut.
  package consuming func run() throws {
    let status = try source.opened().status()
    let road = try OpenSource(source, request.source).road()
    let facts = road.source.facts
    report(.begun(facts))
    try bound(facts)
    let description = request.description(of: status)
    try road.run(
      into: CutTarget(output, request, road.source, description: description, report: report))
  }

  /// Limits for this image by its size.
  private func bound(_ facts: SourceFacts) throws(Errno) {
    let limits = request.source.limits
    try HardLimits.setProcessorTime(
      seconds: limits.processorSeconds(pixels: facts.pixels, threads: request.threads))
    try HardLimits.setFileSize(bytes: CutLimits.pyramidBytes(pixels: facts.pixels))
  }
}
