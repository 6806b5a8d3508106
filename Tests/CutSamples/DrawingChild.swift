import CutJobs
package import DecoderChildren
import Pixels
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Synchronization
import TileGeometry

/// Stands for cutting processes: writes a pyramid of one tile, or fails as it was told.
package final class DrawingChild: CuttingChild, Sendable {
  private let failure: CutFailure?
  /// The only page that fails; nil for all.
  private let failingPage: Int?
  /// Cuts wait for it while it is closed.
  private let gate: Monitor<Bool>
  private let count = Atomic<Int>(0)

  /// How often it was asked to cut.
  package var asked: Int { count.load(ordering: .relaxed) }

  package init(_ failure: CutFailure? = nil, ofPage page: Int? = nil, isOpen: Bool = true) {
    self.failure = failure
    failingPage = page
    gate = Monitor(isOpen)
  }

  private static let facts = SourceFacts(
    format: "PNG", width: 1, height: 1, color: .rgb, chroma: nil, samples: "8", bands: 3,
    hasAlpha: false, orientation: 1, pages: 1, profile: "none", isFastRoad: false,
    isHeldWhole: false, estimatedMemory: 0)

  package func open() { gate.change { $0 = true } }

  package func cut(
    _ request: CutRequest, report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutOutcome {
    count.add(1, ordering: .relaxed)
    report(.begun(Self.facts))
    report(.progress(0.5))
    while !gate.read({ $0 }) {
      if shouldStop() { throw CutFailure(.interrupted, "interrupted") }
      Clock.sleep(milliseconds: 1)
    }
    if let failure, failingPage == nil || request.source.page == failingPage { throw failure }
    do {
      try write(request)
    } catch {
      throw CutFailure(.source, "\(error)")
    }
    return CutOutcome()
  }

  private func write(_ request: CutRequest) throws {
    guard let size = ImageSize(width: 1, height: 1), let path = FilePath(bytes: request.output)
    else { throw Errno.invalidArgument }
    let layout = try PyramidLayout(
      ladder: Ladder(imageSize: size, tileSize: .standard), tiles: .grayJPEG,
      description: PyramidDescription(
        version: request.version,
        source: PyramidDescription.Source(name: "a", size: 1, modified: 1),
        recipe: request.source.recipe))
    let writer = try PyramidWriter(path, layout: layout)
    try unsafe writer.append(
      [UInt8(1)].span.bytes, at: TileAddress(reduction: .full, column: 0, row: 0))
    _ = try writer.finish()
  }
}
