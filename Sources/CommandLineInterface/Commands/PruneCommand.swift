import CutJobs
import FoundationEssentials
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage
import TileService

enum PruneFlags {
  static let dryRun = TypedFlag.present(
    "dry-run", "Tell what would be removed, and remove nothing.")
  static let json = TypedFlag.present("json", "Print one JSON object instead of lines.")
}

extension Command {
  package static let prune = Command(
    name: "prune", summary: "Remove pyramids whose sources are gone or have changed.",
    operands: "PATH|ADDRESS...", operandCount: 1...100_000,
    flags: [SettingTable.store.flag, CuttingFlags.config.flag] + CuttingFlags.all
      + SettingTable.copies.map(\.flag)
      + [PruneFlags.dryRun.flag, PruneFlags.json.flag],
    discussion: [
      "A source that changes gets a new pyramid, and the old one stays in the store until it is "
        + "pruned. Kept is what `prerender PATH...` with the same flags would call current; all "
        + "else in the store is removed, and so is what killed writers left. So name every folder that shares the store, and run it "
        + "with the settings of the server.",
      "Nothing is removed where one of the paths can't be read or holds no image: an unmounted disk "
        + "is no reason to cut everything again. An empty folder below a path looks like one whose "
        + "images were removed: name what other disks are mounted on as a path of its own. A server may go on meanwhile: pyramids that it has "
        + "open are read on, and those cut since the beginning are kept.",
      CuttingFlags.sources, CuttingFlags.addresses,
      "Exit codes: 0 done, 1 a path can't be read or holds no image, 2 usage, 3 the store cannot "
        + "be used.",
    ],
    examples: [
      "pyramidion prune --store /srv/pyramids /srv/images --dry-run",
      "pyramidion prune --config /etc/pyramidion.json5 /srv/images",
    ])
}

/// The answer of `prune --json`; its keys are a promise.
private struct PruneReport: Encodable {
  struct Pyramid: Encodable {
    let path: String
    let version: String
    /// The source's name without its folders; nil for a pyramid that can't be read.
    @NullWhenNone var source: String?
    let bytes: Int64
  }

  let dryRun: Bool
  var kept = 0
  /// Of what is removed, or would be.
  var bytes: Int64 = 0
  var removed: [Pyramid] = []
  /// Files that killed writers left behind, which are removed too, or would be.
  var leftovers = 0
  /// Documents that are gone or have changed, and of which no description is kept any more.
  var descriptions = 0
}

extension CommandLineInterface {
  static func runPrune(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    // It asks decoders too, for the pages of documents.
    let (settings, _) = try decoderSettings(of: arguments, console)
    let store = try settings.openStore()
    defer { store.stop() }
    // What is cut from here on is not among them.
    let versions = try environment { try store.versions() }
    let shelf = store.documents
    let described = try environment { try shelf?.versions() ?? [] }
    let far = try settings.addressedSources(arguments.operands, for: arguments.command)
    defer { far?.stop() }
    let paths = try paths(arguments)
    let sources = SourceList(paths, far)
    guard
      let current = try currentVersions(
        of: sources, paths + (far?.names ?? []), from: far, in: store, settings, console)
    else {
      return .someFailed
    }

    var report = PruneReport(dryRun: arguments[PruneFlags.dryRun])
    let isJSON = arguments[PruneFlags.json]
    for version in versions {
      guard !current.contains(version) else {
        report.kept += 1
        continue
      }
      let path = store.path(of: version)
      guard let pyramid = pyramid(version, in: store) else { continue }
      if !report.dryRun { try environment { _ = try store.remove(version) } }
      report.removed.append(pyramid)
      report.bytes += pyramid.bytes
      if !isJSON {
        let words = report.dryRun ? "would be removed" : "removed"
        console.output(
          "\(path): \(words), \(pyramid.bytes) bytes, was cut from \(pyramid.source ?? "?")\n")
      }
    }
    report.leftovers = try environment { try store.leftovers(removing: !report.dryRun).count }
    let outdated = Set(described).subtracting(current)
    report.descriptions = outdated.count
    if !report.dryRun {
      try environment { try shelf?.remove(outdated) }
      shelf?.sweep()
    }
    if isJSON {
      try console.output(json: report)
    } else {
      let words = report.dryRun ? "would be removed" : "removed"
      console.output(
        "\(report.kept) kept, \(report.removed.count) \(words), \(report.bytes) bytes\n")
      if report.leftovers > 0 {
        console.output("\(report.leftovers) files of killed writers \(words)\n")
      }
      if report.descriptions > 0 {
        console.output("\(report.descriptions) descriptions of documents \(words)\n")
      }
    }
    return .done
  }

  /// The pyramids that the sources have now, or would have.
  ///
  /// - Returns: nil when it can't be known; the reasons are told.
  private static func currentVersions(
    of sources: SourceList, _ paths: [FilePath], from far: AddressedSources?,
    in store: any PyramidStore, _ settings: ServeSettings, _ console: Console
  ) throws -> Set<PyramidVersion>? {
    var options = Prerender.Options(
      rules: settings.service.cutRules, limits: settings.service.cutLimits)
    options.dryRun = true
    options.jobs = ProcessInfo.processInfo.activeProcessorCount
    let prerender = Prerender(sources, into: store, options: options, from: far)
    try prerender.start()
    prerender.join()

    var problems = sources.unreadable.map { "\($0.path): \($0.reason)" }
    var current: Set<PyramidVersion> = []
    var empty = paths
    for finished in prerender.standing().finished {
      switch finished.result {
      case .failed(let reason): problems.append("\(finished.name): \(reason)")
      case .refused, .passedOver, .switchedOff, .interrupted: break
      case .cut, .queued, .wouldCut, .current, .adopted:
        if !empty.isEmpty { empty.removeAll { holds($0, finished.name) } }
      }
      if let version = finished.version { current.insert(version) }
    }
    if problems.isEmpty { problems = empty.map { "\($0): no images there" } }
    guard problems.isEmpty else {
      for problem in problems { console.error("pyramidion: \(problem)\n") }
      console.error("pyramidion: nothing is removed\n")
      return nil
    }
    return current
  }

  /// Whether an image is the one that a path names, a page of that, or one below it.
  private static func holds(_ path: FilePath, _ image: String) -> Bool {
    let path = "\(path)"
    return image == path || image.hasPrefix(path + ";")
      || image.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }

  /// - Returns: nil when it is gone by now.
  private static func pyramid(
    _ version: PyramidVersion, in store: any PyramidStore
  ) -> PruneReport.Pyramid? {
    guard let file = try? store.open(version) else { return nil }
    return PruneReport.Pyramid(
      path: store.path(of: version).description, version: version.text,
      source: (try? Pyramid(file))?.description?.source.image, bytes: file.byteCount)
  }
}
