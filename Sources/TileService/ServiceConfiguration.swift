import CutJobs
package import DecoderChildren
import FoundationEssentials
package import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
package import Sources
import Storage
import TileGeometry

/// What administrators decide about the service.
package struct ServiceConfiguration: Sendable {
  package enum MissingPyramids: String, CaseIterable, Sendable {
    /// The first request for an image starts its cut, and waits for it up to a deadline.
    case cut
    /// Images without a pyramid are refused until somebody has pre-rendered them.
    case refuse = "require"
  }

  package var missingPyramids = MissingPyramids.cut
  package var cutRules = CuttingRules()
  package var cutLimits = CutLimits()
  /// Images that are cut at the same time, each in a process of its own.
  package var simultaneousCuts = 1
  /// How long a request waits for a cut before it is told to come back, in seconds.
  package var cutPatience = 20
  /// Levels of a page that are finer than its pyramid, and drawn when they are asked for.
  package var detail = DrawnDetail.standard
  /// Processes that hold documents open to draw their pages; nil for one for each processor, and four
  /// at most.
  package var pageProcesses: Int?
  /// What each of them may take, in bytes.
  package var pageMemory = 768 << 20
  /// Threads that decode and encode.
  package var workers = 2
  /// Requests that may wait for a worker; those beyond it are told to come back.
  package var queueLimit = 1024
  /// Threads that may wait for what lies elsewhere.
  package var openings = 32
  /// Finished answers kept in memory, in bytes.
  package var answerCacheBytes = 64 << 20
  /// Decoded tiles kept for rendering, in bytes.
  package var tileCacheBytes = 128 << 20
  /// What all pictures in the making may take together, in bytes; nil for a quarter of what this
  /// process can have.
  package var renderMemory: Int?
  /// Of pictures that are rendered.
  package var limits = RequestLimits.standard
  /// Of rendered JPEG, WebP and AVIF answers.
  package var quality = 82
  /// Whether native tiles come in the format that Accept prefers.
  package var negotiatesFormat = false
  /// The scheme, host and prefix that clients see; nil takes those of the request.
  package var publicBase: PublicAddress?
  /// Whether X-Forwarded-For, -Proto, -Host and -Prefix are believed.
  package var trustsForwarded = false
  /// How long clients may keep an answer whose address has no version, in seconds.
  package var cacheSeconds = 3600
  /// Whether pictures that are rendered say nothing of themselves.
  package var leavesWordsOut = false
  /// Whether it is told where pictures were taken.
  package var tellsPlaces = false

  package init() {}

  /// Processes that read sources at a time at most: one besides is for small images, and some look
  /// at documents.
  package var cutsAtOnce: Int { max(1, simultaneousCuts) + 1 + DocumentDesks.processes }
}

extension ServiceConfiguration {
  /// Processes that draw pages at most; none where no pages are drawn.
  package var pageDrawers: Int {
    let isAnyDrawn = cutRules.pageEngine == .pdfium || cutLimits.allowsUntrusted
    guard isAnyDrawn, cutLimits.box != nil, detail > 0 else { return 0 }
    return pageProcesses ?? min(4, ProcessInfo.processInfo.activeProcessorCount)
  }

  var cutDesk: CutDesk.Options {
    CutDesk.Options(
      makesMissing: missingPyramids == .cut, simultaneous: simultaneousCuts,
      patience: cutPatience)
  }

  /// What a source may cost beside requests, which wait for no cut that isn't theirs.
  var servedLimits: CutLimits {
    var limits = cutLimits
    limits.niceness = 10
    return limits
  }

  /// How images are cut into a store: simultaneous cuts share the processors.
  ///
  /// - Parameters:
  ///   - store: where the pyramids go.
  ///   - root: where images are served from now, and opened beneath.
  ///   - queue: with whom it is agreed who cuts; nil where the store decides.
  /// - Returns: the way there.
  func cutting(
    into store: any PyramidStore, from root: @escaping @Sendable () -> Mounts,
    sharing queue: SharedQueue?
  ) -> StoreCutting {
    StoreCutting(
      into: store, rules: cutRules, limits: servedLimits,
      threads: max(1, ProcessInfo.processInfo.activeProcessorCount / max(1, simultaneousCuts)),
      makesSketches: true, sharing: queue, isLeftToOthers: simultaneousCuts == 0,
      open: { path throws(FileError) in try root().file(at: path) })
  }
}
