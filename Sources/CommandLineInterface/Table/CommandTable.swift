/// All commands of `pyramidion`, in the order in which help lists them.
package enum CommandTable {
  package static let all: [Command] = [
    .serve, .prerender, .cut, .inspect, .verify, .prune, .viewport, .demo, .help,
  ]

  package static func command(named name: String) -> Command? { all.first { $0.name == name } }
}

extension Command {
  package static let help = Command(
    name: "help",
    summary: "Explain the program or one command.",
    operands: "[COMMAND]",
    operandCount: 0...1,
    flags: [
      Flag("man", "Print the manual page, for `man -l -` or an installer."),
      Flag(
        "configuration", "Print a configuration file for serve: every setting with its default."),
      Flag(
        "completions", .choice(["bash", "zsh", "fish"]),
        "Print completions for a shell: source them, or install them where the shell looks."),
    ],
    examples: [
      "pyramidion help viewport",
      "pyramidion help --man | man -l -",
      "source <(pyramidion help --completions bash)",
    ])
}
