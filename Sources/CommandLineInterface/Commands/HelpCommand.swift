extension CommandLineInterface {
  static func runHelp(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    if arguments.isSet("man") {
      console.output(ManualPage.text)
      return .done
    }
    if arguments.isSet("configuration") {
      console.output(ConfigurationText.text)
      return .done
    }
    if let shell = arguments.text("completions") {
      console.output(Completions.script(for: shell))
      return .done
    }
    guard let name = arguments.operands.first else {
      console.output(HelpText.overview)
      return .done
    }
    guard let command = CommandTable.command(named: name) else {
      let near = nearest(to: name, among: CommandTable.all.map(\.name))
      throw UsageError(
        "there is no command '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    console.output(HelpText.text(for: command))
    return .done
  }
}
