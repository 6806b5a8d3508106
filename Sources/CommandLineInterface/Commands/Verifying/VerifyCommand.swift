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
      "PATH is a pyramid file, of the store or elsewhere. Without PATH all of the store is checked, "
        + "what is kept of documents too, and what dead writers left in it. A check of the "
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

extension CommandLineInterface {
  static func runVerify(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let deep = arguments[VerifyFlags.deep]
    let against = try comparedSource(arguments)
    let settings =
      deep || against != nil
      ? try decoderSettings(of: arguments, console).settings : try settings(of: arguments, console)
    let isNamed = arguments.text(named: SettingTable.store.name) != nil
    let repairing = arguments[VerifyFlags.repair]
    // A pyramid that lies elsewhere needs no store.
    let needsStore = isNamed || repairing || arguments.operands.isEmpty
    let store = needsStore ? try settings.openStore() : try? settings.openStore()
    defer { store?.stop() }
    let isJSON = arguments[VerifyFlags.json]
    let texts = arguments.operands + [arguments[VerifyFlags.against]].compactMap(\.self)
    let far = try settings.addressedSources(texts, for: .verify)
    defer { far?.stop() }
    var run = VerifyRun(
      deep: deep, repairing: repairing, decoder: tileProof(settings), store: store, far: far,
      say: { if !isJSON { console.output($0) } })
    // In the order in which addresses were given, what is compared with last.
    var names = (far?.names ?? [])[...]
    let pyramids = try run.check(arguments.operands, &names)
    if let against = against.map({ names.last ?? $0 }) {
      if run.report.isAllSound, let pyramid = pyramids.first {
        run.compare(
          pyramid, with: against,
          SourceRequest(rules: settings.service.cutRules, limits: settings.service.cutLimits))
      }
    } else if let store, isNamed || arguments.operands.isEmpty {
      if arguments.operands.isEmpty {
        try run.checkAll(of: store)
        try run.checkDocuments(of: store)
      }
      try run.findLeftovers(in: store)
    }
    let report = run.report
    if isJSON {
      try console.output(json: report)
    } else {
      console.output(report.sum)
    }
    return report.isAllSound && report.against?.equal != false ? .done : .someFailed
  }

  /// Proves that tiles are pictures, by a process that starts when there is one to decode.
  private static func tileProof(_ settings: ServeSettings) -> PyramidVerification.Decoder {
    // Nobody waits for one tile here, and a busy machine damages none.
    TileProof.decoder(
      TileDecoders(
        Nursery(), boxed: settings.service.cutLimits.box ?? .off, limit: 1, deadline: .seconds(60)))
  }

  /// What fails around the program, not in an image, ends a command.
  static func environment<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError {
      throw EnvironmentError(error.description)
    }
  }
}
