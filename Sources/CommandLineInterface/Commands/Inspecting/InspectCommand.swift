import CutJobs
import DecoderChildren
import Posix
import PyramidFile
import PyramidFormat
import TileService
import Sources

enum InspectFlags {
  static let page = TypedFlag.number(
    "page", 1...1_000_000, default: "1", "Look at this page of a document.")
  static let root = TypedFlag.text(
    "root", .folder, default: "the current folder",
    "The folder that is served, in which to look an ID up.")
  static let json = TypedFlag.present("json", "Print one JSON object.")
}

extension Command {
  package static let inspect = Command(
    name: "inspect",
    summary: "Say what an image is, how it will be served, and why it would be slow.",
    operands: "PATH|ADDRESS|ID",
    operandCount: 1...1,
    flags: [
      InspectFlags.page.flag, InspectFlags.root.flag, SettingTable.store.flag,
      CuttingFlags.config.flag, InspectFlags.json.flag,
    ] + CuttingFlags.all + SettingTable.copies.map(\.flag),
    discussion: [
      "An ID is what viewers call an image: its path below the folder that is served, as it is or "
        + "as addresses have it, with ;2 behind it for a page. With --root it is always an ID, "
        + "without it only where no file has that PATH.",
      "Of a file that has to be cut it also tells whether the store holds the pyramid that a server "
        + "with the same settings would serve.", CuttingFlags.sources, CuttingFlags.addresses,
    ],
    examples: [
      "pyramidion inspect photo.jpg", "pyramidion inspect --json slide.svs",
      "pyramidion inspect --root /srv/images 'books/atlas.tif;12'",
    ])
}

extension CommandLineInterface {
  static func runInspect(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let (settings, box) = try decoderSettings(of: arguments, console)
    let sandbox = SandboxReport(box, memory: settings.service.cutLimits.memory)
    let operand = arguments.operands[0]
    let far = try settings.addressedSources([operand], for: .inspect)
    defer { far?.stop() }
    do {
      let image = try NamedImage(
        operand, page: arguments[InspectFlags.page],
        root: arguments[InspectFlags.root], folder: settings.folder, far: far)
      let report = try report(image, page: image.page, settings, sandbox)
      if arguments[InspectFlags.json] {
        try console.output(json: report)
      } else {
        console.output(report.text)
      }
      return .done
    } catch let error as UsageError {
      throw error
    } catch let error as FileError {
      console.error("pyramidion: \(error)\n")
    } catch {
      var reason = FilePath(operand).map { SingleCut.reason(error, source: $0) } ?? "\(error)"
      if case TIFFError.outsideFile = error { reason += ": it is truncated, or damaged" }
      console.error("pyramidion: \(operand): \(reason)\n")
    }
    return .someFailed
  }

  /// Where nobody said which page is meant, a document's first one speaks for it.
  private static func report(
    _ image: NamedImage, page: Int?, _ settings: ServeSettings, _ sandbox: SandboxReport
  ) throws -> any Encodable & ReadableReport {
    let (rules, limits) = (settings.service.cutRules, settings.service.cutLimits)
    let hasStore = settings.store != nil
    let decoder = SourceProcess()
    let request = SourceRequest(page: page, rules: rules, limits: limits)
    func source(_ stored: StoredState?) throws -> SourceReport {
      try SourceReport(image, request, by: decoder, stored: stored, sandbox: sandbox)
    }
    let resolution = try SourceResolution(
      of: image.file, at: image.canonicalPath, page: page, by: rules,
      allowsUntrusted: limits.allowsUntrusted,
      counting: { decoder.pageCount(of: $0, request) })
    switch resolution {
    case .pyramid(let pyramid, _): return try PyramidReport(pyramid, of: image, sandbox: sandbox)
    case .toCut(let found):
      return try source(
        hasStore ? StoredState(of: found.version, settings) : nil)
    case .document(let pages, _):
      let first = try resolution.picture(
        of: image.file, at: image.canonicalPath, by: rules,
        allowsUntrusted: limits.allowsUntrusted)
      if case .pyramid(let pyramid, _) = first {
        return try PyramidReport(pyramid, of: image, sandbox: sandbox)
      }
      let format = try SourceFormat(of: image.file)
      let versions = (1...pages).map { page in
        rules.version(
          of: SourceIdentity(of: image.file, at: image.canonicalPath), page: page, format: format)
      }
      return try source(hasStore ? StoredState(ofPages: versions, settings) : nil)
    case .refused(let refusal): throw CutFailure(refusal, by: limits)
    }
  }
}

/// An answer of `inspect` for a person; its JSON is for programs.
protocol ReadableReport {
  var text: String { get }
}

extension PyramidReport: ReadableReport {}
extension SourceReport: ReadableReport {}
