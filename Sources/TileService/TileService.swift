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
  let index: ImageIndex
  let cuts: CutDesk
  let pictures: PictureDesk
  let catalogue: Catalogue
  let searches: SearchDesk
  /// What waits for the network; nobody is there where nothing lies elsewhere.
  let openings: WorkLane
  /// Where copies of what lies elsewhere are kept.
  let shelf: CopyShelf?
  let books: Bookshelf<ServedFiles>
  let sidecars: SidecarTexts
  let faults: FaultLog
  let storeWatch: StoreWatch
  let metrics: ServiceMetrics
  let pictureFields: PictureFields
  /// For tiles whose format depends on Accept.
  let negotiatedFields: PictureFields
  /// Part of every picture's tag: what plans don't say of rendered bytes.
  let tagSeed: UInt64
  let loops: Int
  let openImages: Int
  let viewerFiles: ViewerFiles
  let succession: Succession
  private let rootWatch: RootWatch?

  /// Changes when the same plan gives other bytes than before.
  private static let renderingGeneration: UInt64 = 2

  /// How long files are looked into for one book.
  ///
  /// What was learned by then is kept, so that asking again comes further.
  private static let lookingIntoBooks = Duration.seconds(5)

  /// Opens the root and the store and starts the threads that work for all loops.
  ///
  /// - Parameters:
  ///   - root: the folder that images are served from; nil where that lies elsewhere.
  ///   - far: what lies elsewhere.
  ///   - shelf: where copies of that are kept.
  ///   - store: where pyramids lie and are put.
  ///   - configuration: what was decided about the service.
  ///   - decoder: who makes pixels of stored tiles.
  ///   - nursery: who makes the processes that cut.
  ///   - loops: how many responders will be made.
  ///   - openImages: how many images may be open at a time.
  ///   - makeChild: who cuts; processes of the nursery where it is left out.
  ///   - faults: where faults are told of.
  /// - Throws: where the root or the store can't be opened, or no thread started.
  package init(
    root: FilePath?, far: [FarMount] = [], copies shelf: CopyShelf? = nil, store: FilePath,
    _ configuration: ServiceConfiguration, decoder: any TileDecoding, nursery: Nursery, loops: Int,
    openImages: Int = 512,
    makeChild: (@Sendable () -> any CuttingChild)? = nil,
    faults: FaultLog = FaultLog()
  ) throws {
    self.configuration = configuration
    self.loops = max(1, loops)
    // Loops may hold on to images that the index has let go.
    self.openImages = openImages / 2
    limits = configuration.limits
    let succession = Succession()
    self.succession = succession
    let makeChild: @Sendable () -> any CuttingChild =
      makeChild ?? { CutterProcess(nursery) { faults.noteDeath(by: $0) } }
    let documents = DocumentDesks(
      SourceRequest(rules: configuration.cutRules, limits: configuration.cutLimits),
      makeChild: makeChild)
    let drawnPages = Self.drawnPages(configuration, nursery, faults)
    let folder = try root.map { (root) throws(FileError) in try SourceRoot(root) }
    let index = try ImageIndex(
      root: Mounts(folder, far), store: store, configuration, capacity: self.openImages,
      succession, documents: documents, drawnPages: drawnPages, faults: faults)
    self.shelf = shelf
    shelf?.setRoomMade { index.letGoOfGivenUp() }
    self.index = index
    self.faults = faults
    storeWatch = StoreWatch(
      index.store, isWritten: configuration.missingPyramids == .cut, faults: faults)
    let cuts = CutDesk(
      configuration.cutting(into: index.store, from: { index.root }), configuration.cutDesk,
      makeChild: makeChild,
      makeRoom: { index.letGo() },
      report: { order, failure in faults.note(failure, image: index.name(of: order)) })
    self.cuts = cuts
    pictures = PictureDesk(configuration, decoder: decoder) { image, trouble in
      switch trouble {
      case .unreadable(let error): return index.pyramidUnreadable(image.path, error)
      case .notDecoded(let fault, let reason):
        faults.note(fault, image: image.path, reason)
        return .notDecoded(reason)
      case .crashed(let reason):
        faults.note(.decoderCrashed, image: image.path, reason)
        return .damaged(adopted: reason)
      case .damaged(let reason):
        // An adopted one is a stranger's, and stays what it is; what is known of its tiles is kept.
        guard image.isStored else { return .damaged(adopted: reason) }
        faults.note(.damagedPyramid, image: image.path, reason)
        image.giveUp()
        index.forget(image)
        cuts.recut(image.cutOrder)
        return .damaged
      }
    }
    let catalogue = Catalogue(index)
    self.catalogue = catalogue
    searches = SearchDesk(catalogue)
    openings = WorkLane(name: "openings", limit: configuration.queueLimit)
    books = Bookshelf(ServedFiles(index, catalogue), patience: Self.lookingIntoBooks)
    sidecars = SidecarTexts(index)
    metrics = ServiceMetrics(loops: self.loops)
    pictureFields = PictureFields(seconds: configuration.cacheSeconds, varies: false)
    negotiatedFields = PictureFields(seconds: configuration.cacheSeconds, varies: true)
    tagSeed = Self.renderingGeneration << 8 | UInt64(clamping: configuration.quality)
    viewerFiles = ViewerFiles()
    rootWatch = folder == nil ? nil : RootWatch(index, report: { faults.say($0) })
    try cuts.start()
    try pictures.start(workers: configuration.workers)
    try searches.start()
    if !far.isEmpty { try openings.start(threads: configuration.openings) }
    try rootWatch?.start()
    try storeWatch.start()
  }

  /// Who draws pages; nil where none are drawn.
  private static func drawnPages(
    _ configuration: ServiceConfiguration, _ nursery: Nursery, _ faults: FaultLog
  ) -> DrawnPages? {
    guard configuration.pageDrawers > 0, let box = configuration.cutLimits.box else { return nil }
    let drawers = PageDrawers(
      nursery, boxed: box, limit: configuration.pageDrawers, memory: configuration.pageMemory)
    return DrawnPages(drawers) { image, error in
      faults.note(.pageNotDrawn, image: image, error.description)
    }
  }

  /// The one that goes on by other rules.
  private init(after service: TileService, _ configuration: ServiceConfiguration) {
    self.configuration = configuration
    limits = configuration.limits
    pictureFields = PictureFields(seconds: configuration.cacheSeconds, varies: false)
    negotiatedFields = PictureFields(seconds: configuration.cacheSeconds, varies: true)
    loops = service.loops
    openImages = service.openImages
    index = service.index
    cuts = service.cuts
    pictures = service.pictures
    catalogue = service.catalogue
    searches = service.searches
    openings = service.openings
    shelf = service.shelf
    books = service.books
    sidecars = service.sidecars
    faults = service.faults
    storeWatch = service.storeWatch
    metrics = service.metrics
    tagSeed = service.tagSeed
    viewerFiles = service.viewerFiles
    succession = service.succession
    rootWatch = service.rootWatch
  }

  /// Answers by other rules from each loop's next turn on, from any thread.
  ///
  /// Only what is looked at with each request can change so: how images are cut and pictures
  /// encoded, threads, caches and lines stay as they were at the start.
  ///
  /// - Parameter configuration: what holds from now on.
  package func obey(_ configuration: ServiceConfiguration) {
    cuts.setPatience(configuration.cutPatience)
    succession.pass(to: TileService(after: self, configuration))
  }

  /// An image to begin with; nil where none is found in a short while.
  package func firstImage() -> ImageName? {
    // The start waits for no engine.
    guard !index.root.isFar([]) else { return nil }
    return catalogue.firstImage().map { ImageName(path: $0) }
  }

  /// Who does what a name asks for: nobody else waits for the network.
  ///
  /// - Parameters:
  ///   - path: the identifier's bytes; empty for the root.
  ///   - lane: who does it where nothing has to be waited for.
  /// - Returns: where to put it in line.
  func lane(for path: [UInt8], or lane: WorkLane) -> WorkLane {
    index.root.isFar(path) ? openings : lane
  }

  /// The responder of one event loop, which is called on that loop's thread only.
  package func makeResponder(loop: Int) -> any Responder { TileResponder(self, loop: loop) }

  /// Ends all work; called once the loops have ended.
  package func stop() {
    storeWatch.stop()
    succession.end()
    // Whoever waits for the network is told that there is none any more.
    index.root.stop()
    cuts.stop()
    index.documents.stop()
    // Who waits for a part is told at once that there is none.
    index.drawnPages?.stop()
    pictures.stop()
    searches.stop()
    openings.stop()
    rootWatch?.stop()
  }

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

extension OpenImage {
  var cutOrder: CutOrder {
    CutOrder(
      version: version, source: canonicalPath, sourceBytes: sourceStatus.size, page: page,
      replaces: true)
  }
}
