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
    let room = CutLimits.pyramidBytes(pixels: facts.pixels)
    try bound(facts, room: room)
    let description = request.description(of: status)
    do {
      try road.run(
        into: CutTarget(output, request, road.source, description: description, report: report))
    } catch {
      let failure = CutFailure(error)
      // Where files may become as long as this one is to, its own limit was met.
      let isItsOwn = failure.cause == .environment(.fileTooLarge) && HardLimits.fileSize >= room
      throw isItsOwn ? CutFailure.tooLong : failure
    }
  }

  /// Limits for this image by its size.
  private func bound(_ facts: SourceFacts, room: Int) throws(Errno) {
    let limits = request.source.limits
    try HardLimits.setProcessorTime(
      seconds: limits.processorSeconds(pixels: facts.pixels, threads: request.threads))
    try HardLimits.setFileSize(bytes: room)
  }
}
