import ByteText
import CutJobs
import DecoderChildren
import FoundationEssentials
import Posix
import PyramidFile
import Sources
import Storage
import TileService

enum WorkFlags {
  static let jobs = TypedFlag.number(
    "jobs", 1...256, default: "one for each core", "Images to cut at once.")
  static let untilEmpty = TypedFlag.present(
    "until-empty", "End when nothing waits that can be cut here.")
  static let json = TypedFlag.present("json", "Print one event a line as JSON.")
}

extension Command {
  package static let work = Command(
    name: "work", summary: "Cut what waits in the queue that hosts share.",
    operands: "PATH|ADDRESS...", operandCount: 1...100_000,
    flags: [SettingTable.cluster.flag, SettingTable.store.flag, CuttingFlags.config.flag]
      + CuttingFlags.all + SettingTable.copies.map(\.flag) + [SettingTable.lease.flag]
      + [WorkFlags.jobs.flag, WorkFlags.untilEmpty.flag, WorkFlags.json.flag],
    discussion: [
      "The queue is a PostgreSQL database: --cluster postgresql://user@host/name, whose tables are "
        + "made where there are none. `pyramidion prerender --cluster ...` and `serve --cluster ...` "
        + "put images in line, what somebody waits for first; any number of workers take them, each "
        + "image by one. What a worker that dies had in hand is taken over after --lease; an image "
        + "that has failed five times is left alone, and `pyramidion jobs` tells why.",
      "Cut are images at PATH or ADDRESS or below, which other hosts must have under the same names: "
        + "a folder on a network file system, or a bucket. Images that were put in line with other "
        + "flags for cutting wait for a worker that has the same.",
      "While the database does not answer, what is in hand is cut and stored, and nothing else "
        + "begun. SIGINT and SIGTERM give back what is in hand.",
      CuttingFlags.sources, CuttingFlags.addresses,
      "Exit code 1: some images failed, each was named with its reason. 3: the queue or the store "
        + "cannot be used.",
    ],
    examples: [
      "pyramidion work --cluster postgresql://pyramidion@db/pyramidion --store /srv/pyramids /srv/images",
      "pyramidion work --config /etc/pyramidion.json5 --until-empty /srv/images",
    ])
}

extension CommandLineInterface {
  static func runWork(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let (settings, _) = try decoderSettings(of: arguments, console)
    if let line = settings.lineWithoutPages { console.error(line) }
    let store = try settings.openStore(creating: true)
    defer { store.stop() }
    let far = try settings.addressedSources(arguments.operands, for: arguments.command)
    defer { far?.stop() }
    let folders = try paths(arguments).map { path in
      try environment { try FileFolder.canonical(path) }
    }
    let queue = settings.shared(
      try settings.queueThatAnswers(for: arguments.command), isAsked: false,
      report: { console.error("pyramidion: \($0)\n") })
    let lanes = arguments[WorkFlags.jobs] ?? cores
    let cutting = StoreCutting(
      into: store, rules: settings.service.cutRules, limits: settings.service.cutLimits,
      threads: max(1, min(cores, 1 + cores / lanes)), threadsOfSmall: max(1, cores / lanes),
      sharing: queue, open: { path throws(FileError) in try source(at: path, far) })
    var options = QueueWorker.Options(lanes: lanes, places: folders + (far?.names ?? []))
    options.endsWhenEmpty = arguments[WorkFlags.untilEmpty]
    let signals = try SignalWatch(SignalWatch.ending)
    defer { SignalWatch.unblock(SignalWatch.ending) }
    let worker = QueueWorker(queue, cutting, options)
    try queue.start()
    try worker.start()
    var view = WorkView(console: console, isJSON: arguments[WorkFlags.json])
    while true {
      if signals.next(until: .now + .milliseconds(100)) != nil { worker.stop() }
      let (finished, isOver) = worker.news()
      for one in finished { view.tell(one) }
      if isOver { break }
      _ = store.tend()
    }
    worker.join()
    for one in worker.news().finished { view.tell(one) }
    queue.stop()
    view.close()
    return view.failed > 0 ? .someFailed : .done
  }

  /// What a row of the queue names is read like a request: no links lead out of what is cut here.
  private static func source(
    at path: FilePath, _ far: AddressedSources?
  ) throws(FileError) -> LocalFile {
    if AddressedSources.isName(path) {
      guard let far else { throw FileError("open", path, .outsideFolder) }
      return try far.open(path)
    }
    guard try FileFolder.canonical(path) == path else {
      throw FileError("open", path, .outsideFolder)
    }
    return try LocalFile(path)
  }
}
