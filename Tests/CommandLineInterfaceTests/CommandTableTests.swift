import CommandLineInterface
import Testing

/// Properties of the whole table: help, man page and completions all derive from it.
@Suite struct CommandTableTests {
  @Test func `names are unique and plain`() {
    let names = CommandTable.all.map(\.name)
    #expect(Set(names).count == names.count)
    for command in CommandTable.all {
      let flags = command.flags.map(\.name)
      #expect(Set(flags).count == flags.count, "\(command.name)")
      for name in flags {
        #expect(name.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber }, "\(name)")
      }
    }
  }

  @Test func `every summary is a sentence`() {
    for command in CommandTable.all {
      #expect(command.summary.hasSuffix("."))
      #expect(!command.summary.contains("'"), "a quote would end the completions' own")
      for flag in command.flags {
        #expect(flag.summary.hasSuffix("."), "\(command.name) --\(flag.name)")
      }
    }
  }

  @Test func `every flag stands in help, man page and completions`() {
    let manual = ManualPage.text
    for command in CommandTable.all {
      let help = HelpText.text(for: command)
      for flag in command.flags {
        #expect(help.contains("--\(flag.name)"))
        let escaped = flag.name.replacing("-", with: "\\-")
        #expect(manual.contains("\\-\\-\(escaped)"))
        for shell in Shell.allCases {
          let wanted = shell == .fish ? "-l \(flag.name)" : "--\(flag.name)"
          #expect(Completions.script(for: shell).contains(wanted), "\(shell) \(flag.name)")
        }
      }
    }
  }

  @Test func `help fits a terminal`() {
    for command in CommandTable.all {
      let prose = HelpText.text(for: command).components { $0.hasPrefix("  pyramidion") }
      for line in prose { #expect(line.count <= 80, "\(line)") }
    }
  }
}

extension String {
  /// The lines that a test does not leave out.
  fileprivate func components(without leftOut: (Substring) -> Bool) -> [Substring] {
    split(separator: "\n").filter { !leftOut($0) }
  }
}
