import CutJobs
import DecoderChildren
import ImageRequest
import Posix
import Rendering
import Sandbox
import Sources
import Storage

/// All that works for a service, and for those that follow it: none of it changes with the rules.
struct ServiceParts: Sendable {
  let index: ImageIndex
  let cuts: CutDesk
  let pictures: PictureDesk
  let thumbnails: ThumbnailDesk
  let catalogue: Catalogue
  let searches: SearchDesk
  /// What waits for the network; nobody is there where nothing lies elsewhere.
  let openings: WorkLane
  let books: Bookshelf<ServedFiles>
  let sidecars: SidecarTexts
  let faults: FaultLog
  let storeWatch: StoreWatch
  let metrics: ServiceMetrics
  /// Part of every picture's tag: what plans don't say of rendered bytes.
  let tagSeed: UInt64
  let loops: Int
  /// Images that loops may hold open, all together.
  let openImages: Int
  let viewerFiles = ViewerFiles()
  let succession = Succession()
  private let pageCutters: PageCutters
  /// Where copies of what lies elsewhere are kept.
  let shelf: CopyShelf?
  private let copyKeeper: CopyKeeper?
  /// With whom it is agreed who cuts.
  let queue: SharedQueue?
  /// Whether it is told to end, and still answers.
  let isLeaving = Monitor(false)
  private let rootWatch: RootWatch?

  /// Changes when the same plan gives other bytes than before.
  private static let renderingGeneration: UInt64 = 2

  /// How long files are looked into for one book.
  ///
  /// What was learned by then is kept, so that asking again comes further.
  private static let lookingIntoBooks = Duration.seconds(5)

  /// Opens the root and the store; nobody works yet.
  init(
    root: FilePath?, far: [FarMount], copies shelf: CopyShelf?, store: StoreLocation,
    queue: SharedQueue?,
    _ configuration: ServiceConfiguration, decoder: any TileDecoding, nursery: Nursery, loops: Int,
    openImages: Int, pageCutters: PageCutters, makeChild: @escaping @Sendable () -> any SourceChild,
    faults: FaultLog
  ) throws {
    self.loops = max(1, loops)
    // Loops may hold on to images that the index has let go.
    self.openImages = openImages / 2
    self.faults = faults
    self.pageCutters = pageCutters
    self.shelf = shelf
    copyKeeper = shelf.map { CopyKeeper($0) }
    self.queue = queue
    let folder = try root.map { (root) throws(FileError) in try SourceRoot(root) }
    let reading = SourceRequest(rules: configuration.cutRules, limits: configuration.servedLimits)
    let root = CurrentRoot(Mounts(folder, far))
    let index = try ImageIndex(
      root: root, store: store, configuration, capacity: self.openImages,
      succession,
      documents: DocumentDesks(
        reading,
        kept: store.documents.map {
          KeptDocuments($0, for: reading, isWritten: configuration.missingPyramids == .cut)
        },
        makeChild: makeChild,
        report: { source, reason in
          faults.note(
            .namesMissing, image: root.mounts.name(ofCanonical: source.canonicalPath), reason)
        }),
      drawnPages: Self.drawnPages(configuration, nursery, faults), faults: faults)
    self.index = index
    shelf?.setRoomMade { index.open.letGoOfGivenUp() }
    shelf?.setFull {
      faults.note(.copiesFull, image: nil, "there is no room \(CopyShelf.place): --copies-size")
    }
    storeWatch = StoreWatch(
      index.store, images: far, isWritten: configuration.missingPyramids == .cut, faults: faults)
    let cuts = CutDesk(
      configuration.cutting(into: index.store, from: { index.root }, sharing: queue),
      configuration.cutDesk,
      makeChild: makeChild,
      makeRoom: { index.open.letGo() },
      report: { order, failure in faults.note(failure, image: index.name(of: order)) })
    self.cuts = cuts
    pictures = PictureDesk(configuration, decoder: decoder) { image, trouble in
      index.refusal(for: trouble, of: image) { cuts.recut(image.cutOrder) }
    }
    thumbnails = ThumbnailDesk(
      pictures, keptIn: store.documents.map { KeptThumbnails(in: $0) })
    catalogue = Catalogue(index)
    searches = SearchDesk(catalogue)
    openings = WorkLane(
      name: "openings", limit: configuration.queueLimit, isFair: true)
    books = Bookshelf(ServedFiles(index, catalogue), patience: Self.lookingIntoBooks)
    sidecars = SidecarTexts(index)
    metrics = ServiceMetrics(loops: self.loops)
    tagSeed = Self.renderingGeneration << 8 | UInt64(clamping: configuration.quality)
    rootWatch = folder == nil ? nil : RootWatch(index, report: { faults.say($0) })
  }

  /// Who draws pages; nil where none are drawn.
  private static func drawnPages(
    _ configuration: ServiceConfiguration, _ nursery: Nursery, _ faults: FaultLog
  ) -> DrawnPages? {
    guard configuration.pageDrawers > 0, let box = configuration.cutLimits.box else { return nil }
    let drawers = PageDrawers(
      nursery, boxed: box, limit: configuration.pageDrawers, memory: configuration.pageMemory,
      dotsPerInch: configuration.cutRules.dotsPerInch)
    return DrawnPages(drawers) { image, error in
      faults.note(.pageNotDrawn, image: image, error.description)
    }
  }

  /// Starts the threads that work for all loops.
  func start(_ configuration: ServiceConfiguration) throws {
    try queue?.start()
    try cuts.start()
    try pictures.start(workers: configuration.workers)
    try searches.start()
    if !index.root.far.isEmpty || index.store.isFar {
      try openings.start(threads: configuration.openings)
      try catalogue.looks.start(threads: Catalogue.lookers)
    }
    try rootWatch?.start()
    try storeWatch.start()
    try copyKeeper?.start()
  }

  /// Ends all work; called once the loops have ended.
  func stop() {
    // What is on its way to it waits for the next start.
    index.store.stop()
    storeWatch.stop()
    succession.end()
    // Whoever waits for the network is told that there is none any more.
    index.root.stop()
    cuts.stop()
    queue?.stop()
    index.documents.stop()
    pageCutters.end()
    // Who waits for a part is told at once that there is none.
    index.drawnPages?.stop()
    pictures.stop()
    thumbnails.stop()
    searches.stop()
    openings.stop()
    catalogue.looks.stop()
    rootWatch?.stop()
    copyKeeper?.stop()
  }
}
