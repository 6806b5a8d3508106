import CutJobs
import Posix
import PyramidFormat
import Sources
import Storage
import TileService

enum PrerenderFlags {
  static let jobs = TypedFlag.number(
    "jobs", 1...256, default: "one for each core, and one more while images are small",
    "Images to cut at once.")
  static let pages = TypedFlag.text(
    "pages", .text("A-B"), default: "all", "Of files with several pages cut these, as 1-50.")
  static let shard = TypedFlag.text(
    "shard", .text("I/N"), default: "0/1",
    "Cut only this part of the images, as 0/3, 1/3 and 2/3 on three hosts.")
  static let force = TypedFlag.present("force", "Cut again what is there already.")
  static let dryRun = TypedFlag.present("dry-run", "Tell what would be cut, and cut nothing.")
  static let progress = TypedFlag<PrerenderView.Progress>.choice(
    "progress", default: .auto,
    "Show progress: by itself on a terminal, and now and then elsewhere.")
  static let json = TypedFlag.present("json", "Print one event a line as JSON.")
}

extension Command {
  package static let prerender = Command(
    name: "prerender", summary: "Cut images and folders of images into the store.",
    operands: "PATH|ADDRESS...", operandCount: 1...100_000,
    flags: [SettingTable.store.flag, CuttingFlags.config.flag] + CuttingFlags.all
      + SettingTable.copies.map(\.flag) + [SettingTable.lease.flag, SettingTable.cluster.flag]
      + [
        PrerenderFlags.jobs.flag, PrerenderFlags.pages.flag, PrerenderFlags.shard.flag,
        PrerenderFlags.force.flag,
        PrerenderFlags.dryRun.flag,
        PrerenderFlags.progress.flag, PrerenderFlags.json.flag,
      ],
    discussion: [
      "What was cut before and has not changed is not cut again, so interrupted work is taken up "
        + "by giving the same command once more. An image appears in the store when it is whole.",
      "The end tells how many JPEG files were cut with their own data in the finest level; --json "
        + "tells of each image the road, and why it is no other.",
      "Of PDF files and TIFF files with several pages all are cut, each an image; --pages names "
        + "some of them.",
      "Tiled pyramids (Aperio SVS, COG, vips) are adopted: served as they lie, not converted.",
      "In folders, files that are no images are passed over; so are SVG and JPEG 2000 files "
        + "without --allow-untrusted, and PDF files where they can't be drawn; each of these is "
        + "named.",
      "With --cluster postgresql://... nothing is cut here: what is missing is put into the queue, "
        + "and cut by `pyramidion work` on any host that has the same sources and store. Given on "
        + "several hosts, one lists for all: the others wait for its end, and one of them goes on where "
        + "it was if it dies, after --lease, or is told to end. `pyramidion jobs` shows how far it is.",
      CuttingFlags.sources, CuttingFlags.addresses,
      "Exit codes: 1 some images failed, each was named with its reason; 3 the store does not answer, "
        + "or refuses us: nothing was tried.",
    ],
    examples: [
      "pyramidion prerender --store /srv/pyramids /srv/images",
      "pyramidion prerender --dry-run --json scans/",
    ])
}

extension CommandLineInterface {
  static func runPrerender(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let (settings, _) = try decoderSettings(of: arguments, console)
    var options = Prerender.Options(
      rules: settings.service.cutRules, limits: settings.service.cutLimits)
    options.pages = try pages(arguments)
    options.shard = try shard(arguments)
    options.force = arguments[PrerenderFlags.force]
    options.dryRun = arguments[PrerenderFlags.dryRun]
    let store = try store(of: settings, options)
    defer { store.stop() }
    // Where nothing can be had nor put, no image is to blame.
    try environment { try store.checkAnswers() }
    let far = try settings.addressedSources(arguments.operands, for: arguments.command)
    defer { far?.stop() }
    let signals = try SignalWatch(SignalWatch.ending)
    defer { SignalWatch.unblock(SignalWatch.ending) }
    let run = PrerenderRun(
      store: store, far: far, jobs: arguments[PrerenderFlags.jobs], signals: signals,
      console: console,
      style: .init(
        json: arguments[PrerenderFlags.json], progress: arguments[PrerenderFlags.progress]))
    let paths = try paths(arguments)
    if try !options.dryRun && settings.queueAddress() != nil {
      let queue = settings.shared(
        try settings.queueThatAnswers(for: arguments.command), isAsked: false,
        report: { console.error("pyramidion: \($0)\n") })
      return try run.list(paths, by: queue, options)
    }
    let sources = SourceList(paths, far)
    let view = run.view(of: sources)
    let interrupted = try run.carryOut(sources, options, view)
    let waiting = store.waiting
    if waiting > 0 {
      console.error(
        "pyramidion: \(waiting) pyramids are cut and could not be put into \(store.title); the next"
          + " prerender or serve with these copies does that\n")
    }
    view.close(interrupted: interrupted)
    return view.failures > 0 || interrupted || waiting > 0 ? .someFailed : .done
  }

  private static func pages(_ arguments: ParsedArguments) throws(UsageError) -> ClosedRange<Int>? {
    guard let text = arguments[PrerenderFlags.pages] else { return nil }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 1, first <= last
    else {
      throw UsageError(
        "--pages wants a range such as 1-50, not '\(text)'", command: arguments.command)
    }
    return first...last
  }

  private static func shard(_ arguments: ParsedArguments) throws(UsageError) -> Shard {
    guard let text = arguments[PrerenderFlags.shard] else { return .all }
    guard let shard = Shard(text) else {
      throw UsageError(
        "--shard wants a part such as 0/3, the first of three, not '\(text)'",
        command: arguments.command)
    }
    return shard
  }

  private static func store(
    of settings: ServeSettings, _ options: Prerender.Options
  ) throws -> any PyramidStore {
    guard options.dryRun, try settings.storeAddress() == nil else {
      return try settings.openStore(creating: true)
    }
    // To tell what would be done, nothing is made.
    let folder = try settings.storePath()
    return try environment {
      do throws(FileError) {
        return try FolderStore(folder, creating: false)
      } catch {
        guard error.errno == .noSuchFile else { throw error }
        return FolderStore(absent: folder)
      }
    }
  }
}
