package import CutJobs
package import DecoderChildren
package import HTTPWire
package import ImageRequest
package import Posix
package import Rendering
package import Sandbox
package import Sources
import Storage
import Synchronization

/// Answers every request about images; what all event loops share.
///
/// One way: a request is parsed to a route, the route to a plan, and the plan is answered with a
/// stored tile, from the cache, or by a worker.
///
/// What it obeys never changes: a reload makes another service, which shares all that works with the
/// one before.
package final class TileService: Sendable {
  let configuration: ServiceConfiguration
  let limits: RequestLimits
  let pictureFields: PictureFields
  /// For tiles whose format depends on Accept.
  let negotiatedFields: PictureFields
  let parts: ServiceParts

  /// Opens the root and the store and starts the threads that work for all loops.
  ///
  /// - Parameters:
  ///   - root: the folder that images are served from; nil where that lies elsewhere.
  ///   - far: what lies elsewhere.
  ///   - shelf: where copies of that are kept.
  ///   - store: where pyramids lie and are put.
  ///   - queue: with whom it is agreed who cuts; nil where the store decides.
  ///   - configuration: what was decided about the service.
  ///   - decoder: who makes pixels of stored tiles.
  ///   - nursery: who makes the processes that cut.
  ///   - loops: how many responders will be made.
  ///   - openImages: how many images may be open at a time.
  ///   - makeChild: who cuts; processes of the nursery where it is left out.
  ///   - faults: where faults are told of.
  /// - Throws: where the root or the store can't be opened, or no thread started.
  package convenience init(
    root: FilePath?, far: [FarMount] = [], copies shelf: CopyShelf? = nil,
    store: StoreLocation, queue: SharedQueue? = nil,
    _ configuration: ServiceConfiguration, decoder: any TileDecoding, nursery: Nursery, loops: Int,
    openImages: Int = 512,
    makeChild: (@Sendable () -> any SourceChild)? = nil,
    faults: FaultLog = FaultLog()
  ) throws {
    let pageCutters = PageCutters(
      most: max(1, configuration.simultaneousCuts) + 1, patience: Self.patienceWithBeginning,
      idleTime: Self.idleTimeOfCutters)
    let parts = try ServiceParts(
      root: root, far: far, copies: shelf, store: store, queue: queue, configuration,
      decoder: decoder,
      nursery: nursery, loops: loops, openImages: openImages, pageCutters: pageCutters,
      makeChild: makeChild ?? {
        SourceProcess(nursery, keeping: pageCutters) { faults.noteDeath(by: $0) }
      },
      faults: faults)
    self.init(parts, configuration)
    try parts.start(configuration)
  }

  /// How long one that opens a document, or cuts its first page, is waited for by who wants the next one.
  private static let patienceWithBeginning = Duration.milliseconds(200)
  /// For so long one that has a document open is kept for its next page.
  private static let idleTimeOfCutters = Duration.seconds(60)

  /// One that answers by other rules than the one before.
  private init(_ parts: ServiceParts, _ configuration: ServiceConfiguration) {
    self.parts = parts
    self.configuration = configuration
    limits = configuration.limits
    pictureFields = PictureFields(seconds: configuration.cacheSeconds, varies: false)
    negotiatedFields = PictureFields(seconds: configuration.cacheSeconds, varies: true)
  }

  /// Answers by other rules from each loop's next turn on, from any thread.
  ///
  /// Only what is looked at with each request can change so: how images are cut and pictures
  /// encoded, threads, caches and lines stay as they were at the start.
  ///
  /// - Parameter configuration: what holds from now on.
  package func obey(_ configuration: ServiceConfiguration) {
    cuts.setPatience(configuration.cutPatience)
    succession.pass(to: TileService(parts, configuration))
  }

  /// An image to begin with; nil where none is found in a short while.
  package func firstImage() -> ImageName? {
    // The start waits for no engine.
    guard !index.root.isFar([]) else { return nil }
    return catalogue.firstImage().map { ImageName(path: $0) }
  }

  /// All that lies elsewhere: images' engines, and the store's.
  var engines: [FarMount] { index.root.far + [index.store.engine].compactMap(\.self) }

  /// The responder of one event loop, which is called on that loop's thread only.
  package func makeResponder(loop: Int) -> any Responder { TileResponder(self, loop: loop) }

  /// Says from now on that others are to be asked, and answers all the same.
  package func leave() { parts.isLeaving.change { $0 = true } }

  /// Ends all work; called once the loops have ended.
  package func stop() { parts.stop() }

  /// What became of the processes that decode tiles; known to who starts them.
  package func setDecoderCounts(_ counts: @escaping @Sendable () -> TileDecoders.Counts) {
    metrics.setDecoderCounts(counts)
  }

  /// Parts with the readers that are slowest; known to the server alone.
  package func setRelief(_ relieve: @escaping @Sendable () -> Void) {
    pictures.unsent.setRelief(relieve)
  }

  /// How many lines the access log lost; known to who writes it.
  package func setLostLogLines(_ count: @escaping @Sendable () -> Int) {
    metrics.setLostLogLines(count)
  }

  /// How many connections are open; known to the server alone.
  package func setConnectionCount(_ count: @escaping @Sendable () -> Int) {
    metrics.setConnectionCount(count)
  }
}

/// What the service has in common with those before and after it.
extension TileService {
  var index: ImageIndex { parts.index }
  var cuts: CutDesk { parts.cuts }
  var pictures: PictureDesk { parts.pictures }
  var thumbnails: ThumbnailDesk { parts.thumbnails }
  var catalogue: Catalogue { parts.catalogue }
  var searches: SearchDesk { parts.searches }
  var openings: WorkLane { parts.openings }
  var shelf: CopyShelf? { parts.shelf }
  var books: Bookshelf<ServedFiles> { parts.books }
  var sidecars: SidecarTexts { parts.sidecars }
  var faults: FaultLog { parts.faults }
  var storeWatch: StoreWatch { parts.storeWatch }
  var metrics: ServiceMetrics { parts.metrics }
  var tagSeed: UInt64 { parts.tagSeed }
  var loops: Int { parts.loops }
  var openImages: Int { parts.openImages }
  var viewerFiles: ViewerFiles { parts.viewerFiles }
  var succession: Succession { parts.succession }
}

extension OpenImage {
  var cutOrder: CutOrder {
    CutOrder(
      version: version, source: canonicalPath, sourceBytes: sourceStatus.size, page: page,
      engine: engine, replaces: true)
  }
}
