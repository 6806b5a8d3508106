enum HelpFlags {
  static let man = TypedFlag.present(
    "man", "Print the manual page, for `man -l -` or an installer.")
  static let configuration = TypedFlag.present(
    "configuration", "Print a configuration file for serve: every setting with its default.")
  static let completions = TypedFlag<Shell?>.choice(
    "completions",
    "Print completions for a shell: source them, or install them where the shell looks.")
}

extension Command {
  package static let help = Command(
    name: "help",
    summary: "Explain the program or one command.",
    operands: "[COMMAND]",
    operandCount: 0...1,
    flags: [HelpFlags.man.flag, HelpFlags.configuration.flag, HelpFlags.completions.flag],
    examples: [
      "pyramidion help viewport",
      "pyramidion help --man | man -l -",
      "source <(pyramidion help --completions bash)",
    ])
}

extension CommandLineInterface {
  static func runHelp(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    if arguments[HelpFlags.man] {
      console.output(ManualPage.text)
      return .done
    }
    if arguments[HelpFlags.configuration] {
      console.output(ConfigurationText.text)
      return .done
    }
    if let shell = arguments[HelpFlags.completions] {
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
