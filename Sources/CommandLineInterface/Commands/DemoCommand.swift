import Foundation
import Posix
import Storage

extension Command {
  package static let demo = Command(
    name: "demo", summary: "Draw a large picture to try everything with.", operands: "OUT.jpg",
    operandCount: 1...1,
    flags: [
      Flag(
        "side", .choice(DemoDrawing.sides), default: "16384",
        "Width and height of the picture, in pixels."),
      Flag("force", "Replace OUT.jpg if it is there."),
    ],
    discussion: [
      "A tiling of the hyperbolic plane by heptagons, with detail at every size: 268 megapixels that"
        + " take some seconds to draw and little memory."
    ],
    examples: ["pyramidion demo pictures/tessellation.jpg"])
}

extension CommandLineInterface {
  static func runDemo(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let target = try path(arguments, 0)
    if !arguments.isSet("force"), (try? FileStatus.of(target)) != nil {
      throw UsageError(
        "\(target) is there already; --force replaces it", command: arguments.command)
    }
    let side = arguments.text("side").flatMap(Int.init) ?? 16_384
    do {
      FilePublication.sweep(target)
      let publication = try FilePublication(of: target)
      let file = try FileDescriptor.open(publication.temporaryPath, [.writing, .creating])
      try DemoDrawing(side: side, into: file).run(
        threads: ProcessInfo.processInfo.activeProcessorCount)
      try publication.publish { _ in }
    } catch {
      throw EnvironmentError("\(target): \(error)")
    }
    return .done
  }
}
