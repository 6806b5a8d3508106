import CutJobs
import DecoderChildren
import Posix
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
    operands: "PATH|ID",
    operandCount: 1...1,
    flags: [
      InspectFlags.page.flag, InspectFlags.root.flag, SettingTable.store.flag,
      CuttingFlags.config.flag, InspectFlags.json.flag,
    ] + CuttingFlags.all,
    discussion: [
      "An ID is what viewers call an image: its path below the folder that is served, as it is or "
        + "as addresses have it, with ;2 behind it for a page. With --root it is always an ID, "
        + "without it only where no file has that PATH.",
      "Of a file that has to be cut it also tells whether the store holds the pyramid that a server "
        + "with the same settings would serve.", CuttingFlags.sources,
    ],
    examples: [
      "pyramidion inspect photo.jpg", "pyramidion inspect --json slide.svs",
      "pyramidion inspect --root /srv/images 'books/atlas.tif;12'",
    ])
}

extension CommandLineInterface {
  static func runInspect(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let (settings, box) = try decoderSettings(of: arguments, console)
    let recipe = settings.service.recipe
    let sandbox = SandboxReport(box, memory: settings.service.cutLimits.memory)
    let operand = arguments.operands[0]
    do {
      let image = try NamedImage(
        operand, page: arguments[InspectFlags.page],
        root: arguments[InspectFlags.root], folder: settings.folder)
      let report: any Encodable & TextReport
      let contents = try SourceContents(of: image.file)
      if try contents?.pyramid(page: image.page ?? 1) != nil {
        report = try PyramidReport(
          image.file, id: image.id, page: image.page ?? 1, sandbox: sandbox)
      } else {
        let store = try? settings.storePath()
        report = try SourceReport(
          image,
          stored: store.map {
            StoredState(
              of: image, recipe: recipe, dotsPerInch: settings.service.dotsPerInch, in: $0)
          },
          recipe: recipe, limits: settings.service.cutLimits,
          dotsPerInch: settings.service.dotsPerInch, sandbox: sandbox)
      }
      if arguments[InspectFlags.json] {
        console.output(json: try json(report))
      } else {
        console.output(report.text)
      }
      return .done
    } catch let error as UsageError {
      throw error
    } catch let error as FileError {
      console.error("pyramidion: \(error)\n")
    } catch {
      let path = FilePath(operand).map { SingleCut.reason(error, source: $0) } ?? "\(error)"
      console.error("pyramidion: \(operand): \(path)\n")
    }
    return .someFailed
  }
}

/// An answer of `inspect` for a person; its JSON is for programs.
protocol TextReport {
  var text: String { get }
}

extension PyramidReport: TextReport {}
extension SourceReport: TextReport {}
