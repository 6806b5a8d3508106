import CutJobs
import FoundationEssentials
import Posix
import Sources
import Storage

/// `prerender` from its first image to its last, or until somebody ends it.
struct PrerenderRun {
  let store: any PyramidStore
  let far: AddressedSources?
  /// As somebody has said; nil for one a core.
  let jobs: Int?
  let signals: SignalWatch
  let console: Console
  let style: PrerenderView.Style

  func view(of sources: SourceList) -> PrerenderView {
    let view = PrerenderView(console: console, sources: sources, style: style)
    for (path, reason) in sources.unreadable { view.unreadable("\(path)", reason) }
    view.leftOut(leadingOut: sources.leadingOut)
    return view
  }

  /// - Returns: whether it was ended before its end.
  func carryOut(
    _ sources: SourceList, _ options: Prerender.Options, _ view: PrerenderView
  ) throws -> Bool {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    var options = options
    options.jobs = jobs ?? cores
    options.moreOfSmall = jobs == nil ? 1 : 0
    // One image has all cores to itself; many share them. Of large ones some are at their ends while
    // others have work for a core more.
    let atOnce = max(1, min(options.jobs, sources.items.count))
    options.threads = max(1, min(cores, 1 + cores / atOnce))
    options.threadsOfSmall = max(1, cores / atOnce)
    // Pages of one document are many images.
    options.threadsOfPages = max(1, cores / options.jobs)
    let prerender = Prerender(sources, into: store, options: options, from: far)
    try prerender.start()
    var interrupted = false
    while true {
      let standing = prerender.standing(within: .milliseconds(100))
      if signals.next(until: .now) != nil {
        if interrupted { break }
        interrupted = true
        prerender.stop()
      }
      if options.listing?.isLost ?? false { prerender.stop() }
      view.show(standing)
      if standing.isOver { break }
    }
    prerender.join()
    view.show(prerender.standing())
    _ = store.tend()
    return interrupted
  }
}
