import DecoderChildren
import Posix
import Sources
import TileGeometry

extension CutDesk {
  /// What administrators decide about it.
  package struct Options: Sendable {
    /// Whether pyramids that are missing are made.
    package var makesMissing: Bool
    /// Images that are cut at the same time, each by a child of its own; 0 where others cut them.
    package var simultaneous: Int
    /// How long one waits before being told to come back, in seconds.
    package var patience: Int
    /// How long a cut may make no progress.
    package var silence = Duration.seconds(20)
    /// How long one may show no progress where only small images are cut; it goes on among the others.
    package var smallLanePatience = Duration.seconds(5)
    /// How long after a page that somebody has waited for nothing is done that nobody waits for: whoever
    /// shows it needs the processors first.
    package var restAfterPages = Duration.milliseconds(250)

    package init(makesMissing: Bool, simultaneous: Int, patience: Int) {
      self.makesMissing = makesMissing
      self.simultaneous = simultaneous
      self.patience = patience
    }
  }

  /// An image that is being cut, or waits for its turn.
  struct Job {
    let order: CutOrder
    var share: Double?
    var preview: PreviewPyramid?
    /// Whether who cuts gives tiles that the preview lacks.
    var takesWishes = false
    var size: PixelSize?
    var sketch: Sketch?
    var waiters: [CutWaiter] = []
    /// Whether somebody was told to come back for it, or it is to be cut though nobody waits.
    var isPromised = false

    /// A child has looked at the source; one before it may have come further.
    mutating func begin(size: PixelSize) {
      self.size = size
      takesWishes = false
    }

    /// The preview, for who is content with it as far as the cut has come.
    func preview(for stage: CutStage) -> PreviewPyramid? {
      switch stage {
      case .previewed: preview
      case .takesWishes: takesWishes ? preview : nil
      case .whole: nil
      }
    }

    /// Those who need not wait any longer, each with what will do for them.
    mutating func takeContent() -> [(CutWaiter, PreviewPyramid)] {
      let content = waiters.compactMap { waiter in
        preview(for: waiter.stage).map { (waiter, $0) }
      }
      waiters = waiters.filter { preview(for: $0.stage) == nil }
      return content
    }
  }

  /// What a desk knows: who waits for what, and what has become of the others.
  struct State {
    /// How long one waits before being told to come back, in seconds.
    var patience: Int
    var jobs: [PyramidVersion: Job] = [:]
    var line = CutLine()
    var failures = FailureMemory()
    /// Until when damaged pyramids that were cut anew are not cut anew again.
    private var untilRecut: [PyramidVersion: Instant] = [:]
    var lastNumber: UInt64 = 0
    var isStopping = false
    /// What nobody waits for, and until when pages go before it.
    var extras: [(action: @Sendable () -> Void, until: Instant)] = []
    /// Until when the pages go before it that were cut last.
    var restUntil: Instant?
    var finished = 0
    var failed = 0

    /// Images that may wait for their turn.
    private static let queueLimit = 256
    private static let recutLimit = 10_000
    /// A disk that damages what it is given is not worn out by trying.
    private static let recutPause = Duration.seconds(3600)

    init(patience: Int) { self.patience = patience }

    private var arePagesAwaited: Bool {
      jobs.values.contains { $0.order.page != nil && !$0.waiters.isEmpty }
    }

    /// When the first of what nobody waits for is to be done; nil where there is nothing.
    var nearestExtra: Instant? {
      guard let until = extras.first?.until else { return nil }
      return arePagesAwaited ? until : min(until, restUntil ?? until)
    }

    /// What nobody waits for and is to be done now.
    mutating func takeDueExtras(_ now: Instant) -> [@Sendable () -> Void] {
      guard !extras.isEmpty, !isStopping else { return [] }
      let isFree = !arePagesAwaited && restUntil.map { $0 <= now } ?? true
      // More than there are people who look at pages at once are put off no longer either.
      let count =
        extras.count > Self.queueLimit
        ? extras.count : extras.prefix { isFree || $0.until <= now }.count
      defer { extras.removeFirst(count) }
      return extras.prefix(count).map(\.action)
    }

    /// When the first of those who wait has waited long enough; nil where nobody waits.
    var nearestDeadline: Instant? {
      jobs.values.lazy.compactMap { $0.waiters.lazy.map(\.deadline).min() }.min()
    }

    func progress(of version: PyramidVersion) -> CutProgress {
      let job = jobs[version]
      return CutProgress(
        share: job?.share, waiting: line.position(of: version) ?? 0, size: job?.size,
        hasPreview: job?.preview != nil, sketch: job?.sketch)
    }

    /// Puts an order in line if it is not there yet; answers why it can't be.
    mutating func admit(
      _ order: CutOrder, _ urgency: CutUrgency, makesMissing: Bool
    ) -> CutRefusal? {
      guard jobs[order.version] == nil else {
        line.hasten(order.version, to: urgency)
        return nil
      }
      guard makesMissing else { return .notMade }
      guard !isStopping, line.count < Self.queueLimit else { return .lineIsFull }
      jobs[order.version] = Job(order: order)
      line.append(order, urgency)
      return nil
    }

    /// One who waited has left: what nobody else wants is not begun.
    mutating func leave(_ ticket: CutTicket) {
      jobs[ticket.version]?.waiters.removeAll { $0.number == ticket.number }
      guard let job = jobs[ticket.version], job.waiters.isEmpty, !job.isPromised,
        job.preview == nil, line.withdraw(ticket.version)
      else { return }
      jobs[ticket.version] = nil
    }

    /// Has a damaged pyramid cut anew, unless that was done a short while ago.
    mutating func recut(_ order: CutOrder, now: Instant) {
      if let until = untilRecut[order.version], now < until { return }
      if untilRecut.count >= Self.recutLimit {
        untilRecut = untilRecut.filter { now < $0.value }
      }
      guard untilRecut.count < Self.recutLimit else { return }
      untilRecut[order.version] = now + Self.recutPause
      let replacing = order.replacing
      _ = admit(replacing, .background, makesMissing: true)
      jobs[replacing.version]?.isPromised = true
    }

    /// The tiles of an image that people wait for, who came first first.
    func wishes(of version: PyramidVersion) -> [TileWish] {
      jobs[version]?.waiters.compactMap(\.wish) ?? []
    }

    /// Those who wished for a tile that is there now; where it can't be had, they wait for the cut's end.
    mutating func takeWishing(_ tile: WishedTile, of version: PyramidVersion) -> [CutWaiter] {
      guard let waiters = jobs[version]?.waiters else { return [] }
      guard tile.jpeg != nil else {
        for place in waiters.indices where waiters[place].wish == tile.wish {
          jobs[version]?.waiters[place].wish = nil
        }
        return []
      }
      jobs[version]?.waiters.removeAll { $0.wish == tile.wish }
      return waiters.filter { $0.wish == tile.wish }
    }

    /// Those who have waited long enough, each with how far their image is by now.
    mutating func takeLate(now: Instant) -> [(CutWaiter, CutProgress)] {
      var late: [(CutWaiter, CutProgress)] = []
      for version in jobs.keys {
        guard let job = jobs[version], job.waiters.contains(where: { $0.deadline <= now })
        else { continue }
        let progress = progress(of: version)
        late += job.waiters.filter { $0.deadline <= now }.map { ($0, progress) }
        jobs[version]?.waiters.removeAll { $0.deadline <= now }
        jobs[version]?.isPromised = true
      }
      return late
    }
  }
}

/// Somebody who waits for a cut, until it ends or their patience does.
struct CutWaiter {
  /// What their ticket says.
  let number: UInt64
  let deadline: Instant
  /// How far the cut must have come for what there is to do for them.
  let stage: CutStage
  /// The tile that they would be content with, if it can be had before the cut ends.
  var wish: TileWish?
  let tell: @Sendable (CutWaitEnd) -> Void
}
