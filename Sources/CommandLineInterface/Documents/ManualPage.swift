/// The manual page in troff, made from the command table.
package enum ManualPage {
  package static var text: String {
    var page = """
      .TH PYRAMIDION 1 "" "pyramidion \(ProgramVersion.current)" "User Commands"
      .SH NAME
      pyramidion \\- serve images of any size as pyramids of tiles
      .SH SYNOPSIS
      .B pyramidion
      .I COMMAND
      [FLAGS] ...
      .SH COMMANDS

      """
    for command in CommandTable.all { page += section(for: command) }
    page += """
      .SH EXIT STATUS
      0 done, 1 some images failed, 2 usage, 3 environment.

      """
    return page
  }

  private static func section(for command: Command) -> String {
    var text = ".SS \(escaped(HelpText.synopsis(of: command)))\n\(escaped(command.summary))\n"
    for flag in command.flags {
      text += ".TP\n.B \(escaped(flag.synopsis))\n\(escaped(flag.summary))\n"
      if let defaultText = flag.defaultText { text += "Default: \(escaped(defaultText)).\n" }
    }
    for paragraph in command.discussion { text += ".PP\n\(escaped(paragraph))\n" }
    if !command.examples.isEmpty {
      text += ".PP\nExamples:\n.nf\n"
      text += command.examples.map { "\(escaped($0))\n" }.joined() + ".fi\n"
    }
    return text
  }

  /// Text that troff takes literally: dashes stay dashes, and no line begins a request.
  private static func escaped(_ text: String) -> String {
    let plain = text.map { character -> String in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "`": "\\`"
      case "'": "\\(aq"
      default: String(character)
      }
    }.joined()
    return plain.hasPrefix(".") ? "\\&" + plain : plain
  }
}
