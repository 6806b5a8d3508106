import ByteText
import CutJobs
import DecoderChildren
import FoundationEssentials
import Posix
import PyramidFormat
import S3Wire
import Sandbox
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
        + "tiles, which sources with alpha and pages of text get: --format lossless is for them.",
      "SIGINT and SIGTERM end it and leave nothing. Killed or without power it leaves a hidden file "
        + "beside OUT.tif, whose name begins with .OUT.tif. and ends in .partial; the next cut to the "
        + "same name removes it.",
      "SOURCE may lie in a bucket or on the web: s3://bucket/folder/map.jpg, https://host/map.jpg. It "
        + "is copied to where OUT.tif will be, and the copy removed. Behind a question mark stands how "
        + "a bucket is reached: endpoint=https://s3.example.org, region=, profile=, style=path or "
        + "host, credentials=none or instance, requester-pays=true, ca=FILE; of the web bearer=FILE, "
        + "private=true, redirects=ORIGIN,ORIGIN and ca=FILE. Keys come from AWS_ACCESS_KEY_ID and "
        + "AWS_SECRET_ACCESS_KEY, or a profile in ~/.aws; with credentials=instance from the role of "
        + "this machine in its cloud. libcurl has to be there for it.",
      CuttingFlags.sources,
    ],
    examples: [
      "pyramidion cut map.jpg map.tif",
      "pyramidion cut 's3://scans/map.jpg?region=eu-central-1' map.tif",
      "pyramidion cut --format lossless scan.tif scan-tiles.tif",
    ])
}

extension CommandLineInterface {
  static func runCut(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let (source, target) = try (cutSource(arguments), path(arguments, 1))
    try check(target, endsIn: ["tif", "tiff"], "the pyramid is a TIFF", arguments.command)
    if !arguments[CutFlags.force], (try? FileStatus.of(target))?.kind == .regular {
      throw UsageError(
        "\(target) is there already; --force replaces it", command: arguments.command)
    }
    let nursery = Nursery()
    let (settings, _) = try decoderSettings(of: arguments, console, starting: nursery)
    let request = SourceRequest(
      page: arguments[CutFlags.page], rules: settings.service.cutRules,
      limits: settings.service.cutLimits)
    let threads = arguments[CutFlags.threads] ?? ProcessInfo.processInfo.activeProcessorCount
    try environment { try FileFolder.checkWritable(target.parent) }
    let signals = try SignalWatch(SignalWatch.ending)
    defer { SignalWatch.unblock(SignalWatch.ending) }
    do {
      let outcome = try source.cut(request, by: nursery, threads: threads, to: target) {
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
      console.error("\(source): \(source.reason(error))\n")
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

  private static func cutSource(_ arguments: ParsedArguments) throws -> CutSource {
    let text = arguments.operands[0]
    guard EngineAddress.isMeant(by: text) else { return .file(try path(arguments, 0)) }
    do throws(AddressProblem) {
      return .object(try ObjectAddress(parsing: text))
    } catch {
      throw UsageError("\(error)", command: arguments.command)
    }
  }

  /// The operands that are no addresses.
  static func paths(_ arguments: ParsedArguments) throws -> [FilePath] {
    try arguments.operands.indices.filter { !EngineAddress.isMeant(by: arguments.operands[$0]) }
      .map { try path(arguments, $0) }
  }

  static func path(_ arguments: ParsedArguments, _ index: Int) throws -> FilePath {
    guard let path = FilePath(arguments.operands[index]) else {
      throw UsageError("an empty path", command: arguments.command)
    }
    return path
  }
}
