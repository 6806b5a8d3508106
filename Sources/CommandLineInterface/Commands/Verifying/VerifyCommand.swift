import DecoderChildren
import FoundationEssentials
import Posix
import PyramidFile
import PyramidFormat
import S3Wire
import Sandbox
import Sources
import Storage
import TileService

enum VerifyFlags {
  static let deep = TypedFlag.present(
    "deep", "Read every tile, compare its checksum and prove that it is a picture.")
  static let against = TypedFlag.text(
    "against", .file, "Hold the one PATH against the JPEG that it was cut from.")
  static let repair = TypedFlag.present(
    "repair", "Remove damaged pyramids from the store, and what dead writers left in it.")
  static let json = TypedFlag.present("json", "Print one JSON object instead of lines.")
}

extension Command {
  package static let verify = Command(
    name: "verify",
    summary: "Check that pyramids are what was written.",
    operands: "[PATH|ADDRESS...]",
    operandCount: 0...Int.max,
    flags: [
      SettingTable.store.flag, CuttingFlags.config.flag, VerifyFlags.deep.flag,
      VerifyFlags.against.flag, VerifyFlags.repair.flag, VerifyFlags.json.flag,
    ] + CuttingFlags.sandbox + SettingTable.copies.map(\.flag),
    discussion: [
      "PATH is a pyramid file, of the store or elsewhere. Without PATH everything in the store is "
        + "checked, and so is what dead writers left in it. A check of the "
        + "index proves the file's length, its directories and that its tiles lie where they "
        + "should; --deep proves every bit, and that every tile is a picture. Pyramids of other "
        + "programs have no checksums: their tiles are decoded.",
      "--against decodes a pyramid's finest level and its source, a row of tiles at a time, and tells "
        + "whether every sample of luma and chroma is the same: so it is where the source's own data "
        + "were taken over. It tells how many differ otherwise, and where the first one lies. Of an "
        + "image that was turned upright the coefficients of blocks are compared, turned.",
      "Only pyramids of the store are ever removed; they are cut anew when they are next needed. "
        + "Exit codes: 0 all is sound, 1 something is damaged, whether or not it was removed, can't be "
        + "read, or is no pyramid, 2 usage, 3 the store cannot be used. With --against, 1 also says "
        + "that samples differ.",
      CuttingFlags.sources, CuttingFlags.addresses,
    ],
    examples: [
      "pyramidion verify --store /var/lib/pyramidion",
      "pyramidion verify --store /var/lib/pyramidion --deep --repair --json",
      "pyramidion verify --deep slide.svs", "pyramidion verify --against photo.jpg photo.tif",
    ])
}

/// The answer of `verify --json`; its keys are a promise.
private struct VerifyReport: Encodable {
  struct Problem: Encodable {
    let kind: String
    let detail: String
  }

  struct Pyramid: Encodable {
    let path: String
    @NullWhenNone var version: String?
    /// The image that it was cut from, without its folders; of ours.
    @NullWhenNone var source: String?
    let status: String
    let bytes: Int64
    let levels: Int
    let tiles: Int
    let tilesRead: Int
    let checksums: Bool
    let removed: Bool
    let problems: [Problem]
  }

  struct Leftover: Encodable {
    let path: String
    let kind: String
    let removed: Bool
  }

  var checked = 0
  var damaged = 0
  var removed = 0
  /// Files that can't be read, and others that are no pyramids at all: neither is checked.
  var unreadable = 0
  var notPyramids = 0
  var deep: Bool
  var pyramids: [Pyramid] = []
  var leftovers: [Leftover] = []
  /// No key where nothing was to be compared.
  var against: SourceProofReport?

  mutating func add(_ result: VerifiedPyramid) {
    let levels = result.verification?.levels ?? []
    pyramids.append(
      Pyramid(
        path: result.path.description, version: result.version?.text, source: result.source,
        status: result.standing.rawValue, bytes: result.bytes,
        levels: levels.count, tiles: levels.reduce(0) { $0 + $1.tileCount },
        tilesRead: result.verification?.tilesRead ?? 0,
        checksums: result.verification?.isOurs ?? false, removed: result.isRemoved,
        problems: result.problems.map { Problem(kind: $0.kind.rawValue, detail: $0.detail) }))
    switch result.standing {
    case .sound, .damaged: checked += 1
    case .unreadable: unreadable += 1
    case .notAPyramid: notPyramids += 1
    }
    damaged += result.standing == .damaged ? 1 : 0
    removed += result.isRemoved ? 1 : 0
  }

  var isAllSound: Bool { damaged + unreadable + notPyramids == 0 }

  /// The last line for people.
  var sum: String {
    var words = ["\(checked) checked", "\(damaged) damaged", "\(removed) removed"]
    if unreadable > 0 { words.append("\(unreadable) can't be read") }
    if notPyramids > 0 { words.append("\(notPyramids) are no pyramids") }
    return words.joined(separator: ", ") + "\n"
  }
}

extension CommandLineInterface {
  static func runVerify(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let deep = arguments[VerifyFlags.deep]
    let repairing = arguments[VerifyFlags.repair]
    let against = try comparedSource(arguments)
    let settings =
      deep || against != nil
      ? try decoderSettings(of: arguments, console).settings : try settings(of: arguments, console)
    // A process is started when there is a tile to decode, and only then.
    let box = settings.service.cutLimits.box ?? .off
    // Nobody waits for one tile here, and a busy machine damages none.
    let decoder = TileProof.decoder(
      TileDecoders(Nursery(), boxed: box, limit: 1, deadline: .seconds(60)))
    let isNamed = arguments.text(named: SettingTable.store.name) != nil
    // A pyramid that lies elsewhere needs no store.
    let needsStore = isNamed || repairing || arguments.operands.isEmpty
    let store = needsStore ? try openStore(settings) : try? openStore(settings)
    var report = VerifyReport(deep: deep)
    let isJSON = arguments[VerifyFlags.json]
    func tell(_ result: VerifiedPyramid) {
      report.add(result)
      if !isJSON { console.output(lines(result)) }
    }
    let texts = arguments.operands + [arguments[VerifyFlags.against]].compactMap(\.self)
    let far = try settings.addressedSources(texts, for: .verify)
    defer { far?.stop() }
    func open(_ path: FilePath) throws(FileError) -> LocalFile {
      guard let far, AddressedSources.isName(path) else { return try LocalFile(path) }
      return try far.open(path)
    }
    // In the order in which addresses were given, what is compared with last.
    var names = (far?.names ?? [])[...]
    var pyramids: [FilePath] = []
    for operand in arguments.operands {
      if EngineAddress.isMeant(by: operand), let name = names.popFirst() {
        pyramids.append(name)
        tell(VerifiedPyramid(name, deep: deep, decoder: decoder, open: open))
        continue
      }
      guard let path = FilePath(operand) else {
        throw UsageError("'\(operand)' is not a path", command: .verify)
      }
      pyramids.append(path)
      if (try? FileStatus.of(path))?.kind == .folder {
        throw UsageError(
          "\(path) is a folder; as a store it is checked by --store \(path)", command: .verify)
      }
      if let store, let version = store.version(at: path) {
        if let result = try environment({
          try store.verify(version, deep: deep, repairing: repairing, decoder: decoder)
        }) {
          tell(result)
        }
      } else {
        tell(VerifiedPyramid(path, deep: deep, decoder: decoder))
      }
    }
    if let against = against.map({ names.last ?? $0 }), report.isAllSound,
      let pyramid = pyramids.first
    {
      let proof = SourceProof(
        of: pyramid, against: against,
        SourceRequest(rules: settings.service.cutRules, limits: settings.service.cutLimits),
        open: open)
      report.against = SourceProofReport(proof, source: against)
      if !isJSON { console.output("\(pyramid): \(proof.finding)\n") }
    }
    if against == nil, let store, isNamed || arguments.operands.isEmpty {
      if arguments.operands.isEmpty {
        for version in try environment({ try store.versions() }) {
          if let result = try environment({
            try store.verify(version, deep: deep, repairing: repairing, decoder: decoder)
          }) {
            tell(result)
          }
        }
      }
      for leftover in try environment({ try store.leftovers(removing: repairing) }) {
        report.leftovers.append(
          VerifyReport.Leftover(
            path: leftover.path.description, kind: leftover.kind.rawValue, removed: repairing))
        if !isJSON {
          console.output("\(leftover.path): left by a dead writer\(repairing ? ", removed" : "")\n")
        }
      }
    }
    if isJSON {
      console.output(json: try json(report))
    } else {
      console.output(report.sum)
    }
    return report.isAllSound && report.against?.equal != false ? .done : .someFailed
  }

  static func openStore(_ settings: ServeSettings) throws -> PyramidStore {
    let path = try settings.storePath()
    return try environment { try PyramidStore(path, creating: false) }
  }

  private static func lines(_ result: VerifiedPyramid) -> String {
    let origin = result.source.map { "cut from \($0)" }
    guard !result.problems.isEmpty else {
      let tiles = result.verification?.levels.reduce(0) { $0 + $1.tileCount } ?? 0
      let note = result.verification?.isOurs == true ? "" : ", no checksums to compare"
      return "\(result.path): sound, \(tiles) tiles, \(result.bytes) bytes"
        + "\(origin.map { ", \($0)" } ?? "")\(note)\n"
    }
    return result.problems.map { problem in
      if problem.kind == .unreadable { return "\(problem)\n" }
      if result.standing == .notAPyramid { return "\(result.path): is no pyramid: \(problem)\n" }
      let word = result.isRemoved ? "removed" : "damaged"
      return "\(result.path): \(word): \(problem)\(origin.map { " (\($0))" } ?? "")\n"
    }.joined()
  }

  /// What fails around the program, not in an image, ends a command.
  static func environment<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError {
      throw EnvironmentError(error.description)
    }
  }

  /// Sorted keys and one line feed at the end.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
