import FoundationEssentials
import Posix
import Storage

enum DemoFlags {
  static let side = TypedFlag<DemoDrawing.Side>.choice(
    "side", default: .large, "Width and height of the picture, in pixels.")
  static let force = TypedFlag.present("force", "Replace OUT.jpg if it is there.")
}

extension Command {
  package static let demo = Command(
    name: "demo", summary: "Draw a large picture to try everything with.", operands: "OUT.jpg",
    operandCount: 1...1,
    flags: [DemoFlags.side.flag, DemoFlags.force.flag, PrerenderFlags.progress.flag],
    discussion: [
      "A tiling of the hyperbolic plane by heptagons, with detail at every size: 268 megapixels that"
        + " take some seconds to draw and little memory."
    ],
    examples: ["pyramidion demo pictures/tessellation.jpg"])
}

extension CommandLineInterface {
  static func runDemo(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let target = try path(arguments, 0)
    try check(target, endsIn: ["jpg", "jpeg"], "the picture is a JPEG", arguments.command)
    if !arguments[DemoFlags.force], (try? FileStatus.of(target)) != nil {
      throw UsageError(
        "\(target) is there already; --force replaces it", command: arguments.command)
    }
    let progress = DemoProgress(
      console, PrerenderView.Style(json: false, progress: arguments[PrerenderFlags.progress]))
    defer { progress.end() }
    do {
      FilePublication.sweep(target)
      let publication = try FilePublication(of: target)
      let file = try FileDescriptor.open(publication.temporaryPath, [.writing, .creating])
      try DemoDrawing(side: arguments[DemoFlags.side], into: file, tell: progress.tell).run(
        threads: ProcessInfo.processInfo.activeProcessorCount)
      try publication.publish()
    } catch {
      throw EnvironmentError("\(target): \(error)")
    }
    return .done
  }
}
