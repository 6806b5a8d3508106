import ByteText
import CutJobs
import DecoderChildren
import Foundation
import Posix
import PyramidFormat
import Sources
import TileService

enum CutFlags {
  static let page = TypedFlag.number(
    "page", 1...1_000_000, "The page of a multi-page file, from 1.")
  static let threads = TypedFlag.number(
    "threads", 1...256, default: "all cores", "Threads to cut with.")
  static let force = TypedFlag.present("force", "Replace OUT.tif if it is there.")
  static let json = TypedFlag.present("json", "Print the result as JSON.")
}

extension Command {
  package static let cut = Command(
    name: "cut", summary: "Cut one image into a pyramid file.", operands: "SOURCE OUT.tif",
    operandCount: 2...2,
    flags: CuttingFlags.all + [
      CuttingFlags.config.flag, CutFlags.page.flag, CutFlags.threads.flag, CutFlags.force.flag,
      CutFlags.json.flag,
    ],
    discussion: [
      "The pyramid is a tiled TIFF that libvips, OpenSlide, tifffile and GDAL read. It appears "
        + "under its name when it is whole, and not before. OpenSlide and Pillow don't read WebP "
        + "tiles, which sources with alpha get: --format lossless is for them.",
      "SIGINT and SIGTERM end it and leave nothing. Killed or without power it leaves a hidden file "
        + "beside OUT.tif, whose name begins with .OUT.tif. and ends in .partial; the next cut to the "
        + "same name removes it.",
      CuttingFlags.sources,
    ],
    examples: [
      "pyramidion cut map.jpg map.tif", "pyramidion cut --format lossless scan.tif scan-tiles.tif",
    ])
}

extension CommandLineInterface {
  static func runCut(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let (source, target) = try (path(arguments, 0), path(arguments, 1))
    try check(target, endsIn: ["tif", "tiff"], "the pyramid is a TIFF", arguments.command)
    if !arguments[CutFlags.force], (try? FileStatus.of(target))?.kind == .regular {
      throw UsageError(
        "\(target) is there already; --force replaces it", command: arguments.command)
    }
    let (settings, _) = try decoderSettings(of: arguments, console)
    let request = SourceRequest(
      page: arguments[CutFlags.page], rules: settings.service.cutRules,
      limits: settings.service.cutLimits)
    let threads = arguments[CutFlags.threads] ?? ProcessInfo.processInfo.activeProcessorCount
    try environment { try FileFolder.checkWritable(target.parent) }
    let signals = try SignalWatch(SignalWatch.ending)
    defer { SignalWatch.unblock(SignalWatch.ending) }
    do {
      let outcome = try SingleCut.run(source, request, threads: threads, to: target) {
        signals.next(until: .now) != nil
      }
      if arguments[CutFlags.json] {
        var json = JSONWriter()
        json.object { json in
          json.key("width")
          json.integer(Int64(outcome.width))
          json.key("height")
          json.integer(Int64(outcome.height))
          json.key("levels")
          json.integer(Int64(outcome.levels))
          json.key("tiles")
          json.integer(Int64(outcome.tiles))
          json.key("bytes")
          json.integer(outcome.bytes)
        }
        console.output(json: json.text + "\n")
      }
      return .done
    } catch {
      console.error("\(source): \(SingleCut.reason(error, source: source))\n")
      return .someFailed
    }
  }

  /// A file is what its name says it is; a name without an ending says nothing.
  ///
  /// - Parameters:
  ///   - target: to be written.
  ///   - endings: one of which its name has, letter case aside.
  ///   - kind: what it will be, in words.
  ///   - command: that writes it.
  /// - Throws: where the name says something else.
  static func check(
    _ target: FilePath, endsIn endings: [String], _ kind: String, _ command: Command
  ) throws(UsageError) {
    let name = String(decoding: target.lastComponent, as: UTF8.self).lowercased()
    guard name.dropFirst().contains("."), !endings.contains(where: { name.hasSuffix(".\($0)") })
    else { return }
    throw UsageError(
      "\(kind), and \(target) does not end in .\(endings.joined(separator: " or ."))",
      command: command)
  }

  static func path(_ arguments: ParsedArguments, _ index: Int) throws -> FilePath {
    guard let path = FilePath(arguments.operands[index]) else {
      throw UsageError("an empty path", command: arguments.command)
    }
    return path
  }
}
