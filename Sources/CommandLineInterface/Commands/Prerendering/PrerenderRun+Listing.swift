import CutJobs
import CutQueue
import DecoderChildren
import Posix
import Sources
import Storage

/// Images that are put in line for others to cut them, by one host for all that want the same.
extension PrerenderRun {
  private static let pause = Duration.seconds(QueueRules.pollSeconds)

  func list(
    _ paths: [FilePath], by queue: SharedQueue, _ options: Prerender.Options
  ) throws -> ExitCode {
    // Other hosts know them by no other names.
    let paths = paths.map { (try? FileFolder.canonical($0)) ?? $0 }
    let listing = listing(of: paths + (far?.names ?? []), by: queue, options)
    var followed: Int64?
    while true {
      switch listing.turn() {
      case .mine(let run, let last):
        if let end = try list(paths, listing, run: run, after: last, options) { return end }
        followed = nil
      case .held(let run, let host):
        if followed != run { view(of: SourceList([])).tell(.held(run: run, by: host)) }
        followed = run
      case .listed(let run):
        let view = view(of: SourceList([]))
        view.tell(.listed(run))
        view.close(interrupted: false)
        return view.failures > 0 ? .someFailed : .done
      case .unknown: break
      }
      if signals.next(until: .now + Self.pause) != nil {
        view(of: SourceList([])).close(interrupted: true)
        return .someFailed
      }
    }
  }

  /// - Returns: nil where another host goes on with it.
  private func list(
    _ paths: [FilePath], _ listing: SharedListing, run: Int64, after last: FilePath?,
    _ options: Prerender.Options
  ) throws -> ExitCode? {
    try listing.start()
    defer { listing.stop() }
    var sources = SourceList(paths, far)
    let isFurther = last.map { sources.leaveOut(through: $0) > 0 } ?? false
    if !isFurther { listing.beginAnew() }
    let view = view(of: sources)
    view.tell(.mine(run: run, after: isFurther ? last?.description : nil))
    var options = options
    options.listing = listing
    let interrupted = try carryOut(sources, options, view)
    listing.stop()
    if listing.isLost {
      view.tell(.lost(run: run))
      return nil
    }
    guard !interrupted else {
      listing.leave()
      view.close(interrupted: true)
      return .someFailed
    }
    var isEnded = listing.close(unreadable: sources.unreadable.count)
    while isEnded == nil, signals.next(until: .now + Self.pause) == nil {
      isEnded = listing.close(unreadable: sources.unreadable.count)
    }
    view.close(interrupted: isEnded == nil)
    return view.failures > 0 || isEnded == nil ? .someFailed : .done
  }

  /// Whoever says the same puts the same in line.
  private func listing(
    of places: [FilePath], by queue: SharedQueue, _ options: Prerender.Options
  ) -> SharedListing {
    let pages = options.pages.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "all"
    let place = FilePath(store.title).flatMap { try? FileFolder.canonical($0) }
    let manner = [
      options.rules.canonicalTexts.joined(separator: " and "), "\(options.limits.allowsUntrusted)",
      pages,
      "\(options.shard)", "\(options.force)", place?.description ?? store.title,
    ]
    let others = places.count > 1 ? " and \(places.count - 1) more" : ""
    return SharedListing(
      queue, of: places.map { Array($0.bytes) } + manner.map { Array($0.utf8) },
      title: (places.first?.description ?? "") + others)
  }
}
