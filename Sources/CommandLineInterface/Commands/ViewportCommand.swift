extension Command {
  package static let viewport = Command(
    name: "viewport", summary: "Compute a view: what is visible, and which tiles show it.",
    flags: [Flag("json", "Print the answer as JSON.")])
}

extension CommandLineInterface {
  static func runViewport(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    .done
  }
}
