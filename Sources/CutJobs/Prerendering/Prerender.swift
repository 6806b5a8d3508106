package import DecoderChildren
package import Posix
import PyramidFile
import Sandbox
package import Sources
package import Storage

/// Cuts many images into a store, several at once, each in a process of its own; what is there and
/// unchanged is not cut again.
package final class Prerender: Sendable {
  package struct Options: Sendable {
    package var rules: CuttingRules
    package var limits: CutLimits
    package var jobs = 1
    /// How many more are cut at once where the next one is small, or a page among others: some of them
    /// wait for a process or a file, and no core is to wait with them.
    package var moreOfSmall = 0
    /// Threads for one image.
    package var threads = 1
    /// Threads for one that is small.
    package var threadsOfSmall = 1
    /// Threads for one that is a page among others of its document.
    package var threadsOfPages = 1
    /// Of files that have several; nil for all of them.
    package var pages: ClosedRange<Int>?
    package var force = false
    package var dryRun = false
    /// Which of the images are cut here.
    package var shard = Shard.all
    /// By which images are put in line for others to cut them; nil where they are cut here.
    package var listing: SharedListing?

    package init(rules: CuttingRules, limits: CutLimits) {
      self.rules = rules
      self.limits = limits
    }
  }

  struct Job: Sendable {
    let item: SourceList.Item
    /// Of the item, among those that are cut here.
    let index: Int
    var page: Int?
    /// Of its document, where somebody has counted.
    var count: Int?
    /// Whether there is little to cut, as far as that is known: of a page its document's bytes don't tell.
    var isSmall: Bool { count != nil || StoreCutting.isSmall(item.bytes) }
    /// Nobody takes it before: another host is at it.
    var due: Instant?
  }

  struct State {
    var waiting: [Job]
    /// Lanes at work; one of them may yet find pages to add.
    var busy = 0
    /// Those of them whose image is not cut yet.
    var cutting: Set<Int> = []
    var lanes: [Int: Work] = [:]
    var finished: [Finished] = []
    var stopping = false

    var isOver: Bool { busy == 0 && (waiting.isEmpty || stopping) }
  }

  private let store: any PyramidStore
  private let cutting: StoreCutting
  /// Of pages among others.
  private let cuttingOfPages: StoreCutting
  let far: AddressedSources?
  let options: Options
  let state: Monitor<State>
  /// Whether the last image is done.
  private let end = Monitor(false)
  private let threads = ThreadGroup()
  /// Where the children come from; nil where somebody else makes them.
  private let nursery: Nursery?
  private let makeChild: @Sendable () -> any SourceChild

  /// Gets ready to cut; see ``start()``.
  ///
  /// - Parameters:
  ///   - sources: what is to be there in the end.
  ///   - store: where pyramids go.
  ///   - options: how they are cut.
  ///   - far: opens those that lie elsewhere.
  ///   - makeChild: who cuts, called once on each thread; processes where it is left out.
  package init(
    _ sources: SourceList, into store: any PyramidStore, options: Options,
    from far: AddressedSources? = nil, makeChild: (@Sendable () -> any SourceChild)? = nil
  ) {
    if let makeChild {
      nursery = nil
      self.makeChild = makeChild
    } else {
      let nursery = Nursery()
      self.nursery = nursery
      let pageCutters = PageCutters()
      self.makeChild = { SourceProcess(nursery, keeping: pageCutters) }
    }
    self.store = store
    self.options = options
    func cutting(threads: Int, threadsOfSmall: Int) -> StoreCutting {
      StoreCutting(
        into: store, rules: options.rules, limits: options.limits, threads: threads,
        threadsOfSmall: threadsOfSmall,
        open: { path throws(FileError) in
          guard let far, AddressedSources.isName(path) else { return try LocalFile(path) }
          return try far.open(path)
        })
    }
    self.cutting = cutting(threads: options.threads, threadsOfSmall: options.threadsOfSmall)
    cuttingOfPages = cutting(
      threads: options.threadsOfPages, threadsOfSmall: options.threadsOfPages)
    self.far = far
    let items = sources.items.filter { options.shard.holds($0.path) }
    options.listing?.begin(items.map(\.path))
    state = Monitor(
      State(waiting: items.enumerated().reversed().map { Job(item: $1, index: $0) }))
  }

  /// Starts the work on threads of its own; see ``standing()``.
  package func start() throws(Errno) {
    // Where it does not start yet, the first image tells why not.
    if !options.dryRun, options.listing == nil { try? nursery?.start() }
    if !options.dryRun { try threads.start("sweep", count: 1) { _ in self.sweep() } }
    let lanes = options.jobs + options.moreOfSmall
    try threads.start("prerender", count: lanes + StoreCutting.publishing(besides: options.jobs)) {
      self.run($0)
    }
  }

  private func sweep() {
    // Whatever keeps what dead writers left from being removed: it is in nobody's way, and the next
    // one tries again.
    _ = try? store.leftovers(removing: true)
    _ = store.tend()
  }

  /// Waits for the threads, once all is done or after ``stop()``.
  package func join() { threads.join() }

  /// Ends the images in work unfinished, and begins no other.
  package func stop() { state.change { $0.stopping = true } }

  private var isStopping: Bool { state.read { $0.stopping } }

  /// How things stand, and what was finished since the last call.
  ///
  /// - Parameter pause: how long to wait for the end before that is told.
  /// - Returns: what there is to show.
  package func standing(within pause: Duration = .zero) -> Standing {
    _ = end.wait(until: .now + pause) { $0 ? () : nil }
    return state.change(waking: .nobody) { state in
      let finished = state.finished
      state.finished = []
      let work = state.lanes.sorted { $0.key < $1.key }.map(\.value)
      return Standing(inWork: work, finished: finished, isOver: state.isOver)
    }
  }

  private func run(_ lane: Int) {
    let child = makeChild()
    while let job = next(lane) {
      let finished = carryOut(job, lane: lane, child: child)
      // What it has left to do this lane takes up itself.
      let isOver = state.change(waking: .nobody) { state in
        state.busy -= 1
        state.cutting.remove(lane)
        let road = state.lanes[lane]?.road
        state.lanes[lane] = nil
        if var finished {
          note(finished, job)
          (finished.road, finished.roadReason) = (road?.way, road?.reason)
          state.finished.append(finished)
        }
        return state.isOver
      }
      guard isOver else { continue }
      state.change { _ in }
      end.change { $0 = true }
    }
  }

  private func next(_ lane: Int) -> Job? {
    while true {
      let found = state.wait(until: { state in
        state.cutting.count < self.options.jobs ? state.waiting.lazy.compactMap(\.due).min() : nil
      }) { state -> Job?? in
        if state.stopping { return .some(nil) }
        let now = Instant.now
        if let index = state.waiting.lastIndex(where: { $0.due ?? now <= now }),
          state.cutting.count < self.mostAtOnce(with: state.waiting[index])
        {
          state.busy += 1
          state.cutting.insert(lane)
          return .some(state.waiting.remove(at: index))
        }
        return state.busy == 0 && state.waiting.isEmpty ? .some(nil) : nil
      }
      // Nothing, and the moment has come at which one is to be looked at again.
      if let found { return found }
    }
  }

  private func mostAtOnce(with next: Job) -> Int {
    options.jobs + (next.isSmall ? options.moreOfSmall : 0)
  }

  /// - Returns: nil when the image became pages, each a job of its own, or is looked at again later.
  private func carryOut(_ job: Job, lane: Int, child: any SourceChild) -> Finished? {
    let name = job.item.path.description + (job.page.map { ";\($0)" } ?? "")
    var version: PyramidVersion?
    var result: Result
    do {
      guard let answer = try cut(job, name, lane, child, &version) else { return nil }
      result = answer
    } catch {
      let whole = (try? FileFolder.canonical(job.item.path)) ?? job.item.path
      result =
        isStopping ? .interrupted : .failed(SingleCut.reason(error, source: whole))
    }
    return Finished(
      name: name, page: job.page, version: version, sourceBytes: job.item.bytes, result: result)
  }

  private func cut(
    _ job: Job, _ name: String, _ lane: Int, _ child: any SourceChild,
    _ version: inout PyramidVersion?
  ) throws -> Result? {
    let (resolution, failure) = try resolution(of: job, child)
    if let failure {
      // Nobody knows which pyramids are its own, unless it can have none.
      guard failure.isOfTheImage else { throw failure }
      return .refused(failure.words)
    }
    switch resolution {
    case .document(let pages, _):
      try spread(job, pages)
      return nil
    case .pyramid: return .adopted
    case .toCut(let image):
      version = image.version
      if try store.contains(image.version), !options.force { return .current }
      if options.dryRun { return .wouldCut }
      let order = CutOrder(
        version: image.version, source: try canonicalPath(of: job), sourceBytes: job.item.bytes,
        page: image.page, engine: image.engine, replaces: options.force)
      if let listing = options.listing {
        // Other lanes look at more images meanwhile, and put theirs in line together.
        state.change(waking: .one) { _ = $0.cutting.remove(lane) }
        try put(order, by: listing)
        return .queued
      }
      let cutting = job.count == nil ? cutting : cuttingOfPages
      guard let result = try cut(order, by: cutting, lane, name, child) else {
        var later = job
        later.due = .now + .seconds(Carried.pause)
        state.change { $0.waiting.insert(later, at: 0) }
        return nil
      }
      return result
    case .refused(let refusal): return result(of: refusal, job, job.item.path)
    }
  }

  /// What somebody named is worth an error; in a folder, files of other kinds lie among images.
  private func result(of refusal: SourceRefusal, _ job: Job, _ path: FilePath) -> Result {
    let failure = CutFailure(refusal, by: options.limits)
    switch refusal {
    case .switchedOff where !job.item.isNamed: return .switchedOff(failure.words)
    case .empty, .noImage:
      let isExpected = job.item.isNamed || SourceFormat.isImageName(path.lastComponent)
      return isExpected ? .refused(failure.words) : .passedOver
    case .switchedOff, .noPage: return .refused(failure.words)
    }
  }

  private func cut(
    _ order: CutOrder, by cutting: StoreCutting, _ lane: Int, _ name: String,
    _ child: any SourceChild
  ) throws(CutFailure) -> Result? {
    let started = Instant.now
    // Behind a large image there may be a small one, for which there is room.
    state.change(waking: .one) { $0.lanes[lane] = Work(name: name, started: started) }
    let carried = try cutting.carryOut(
      order, by: child,
      report: { answer in
        self.state.change(waking: .nobody) { state in
          switch answer {
          case .begun(let facts):
            state.lanes[lane]?.pixels = facts.pixels
            state.lanes[lane]?.road = (facts.road, facts.roadReason)
          case .otherRoad(let reason):
            let planned = state.lanes[lane]?.road?.way
            state.lanes[lane]?.road = ((planned ?? .planes).otherwise, reason)
          case .progress(let share): state.lanes[lane]?.share = share
          case .examined, .counted, .written, .previewed, .takesWishes, .tile, .sketch, .done,
            .compared, .failed, .unequipped:
            break
          }
        }
      }, whenCut: { state.change(waking: .one) { _ = $0.cutting.remove(lane) } },
      shouldStop: { isStopping })
    switch carried {
    case .cut(let outcome): return .cut(outcome, seconds: (Instant.now - started).seconds)
    case .present: return .current
    case .elsewhere: return nil
    }
  }
}
