/// Help for a terminal, made from the command table.
package enum HelpText {
  static let width = 80

  package static var overview: String {
    let width = CommandTable.all.map(\.name.count).max() ?? 0
    var text = """
      pyramidion serves images of any size as pyramids of tiles.

      usage: pyramidion COMMAND [FLAGS] ...
             pyramidion --version


      """
    for command in CommandTable.all {
      text += entry(term: command.name, termWidth: width, [command.summary])
    }
    text += """

      'pyramidion help COMMAND' explains one of them.
      Exit codes: 0 done, 1 some images failed, 2 usage, 3 environment.

      """
    return text
  }

  package static func text(for command: Command) -> String {
    var text = "\(command.summary)\n\nusage: \(synopsis(of: command))\n"
    let terms = command.flags.map(\.synopsis)
    let termWidth = min(28, terms.map(\.count).max() ?? 0)
    text += "\nFlags, each also as --flag=value:\n"
    for flag in command.flags {
      var summary = flag.summary
      if let defaultText = flag.defaultText { summary += " Default: \(defaultText)." }
      text += entry(term: flag.synopsis, termWidth: termWidth, [summary])
    }
    for paragraph in command.discussion {
      text += "\n" + wrapped(paragraph, width: width).joined(separator: "\n") + "\n"
    }
    if !command.examples.isEmpty {
      text += "\nExamples:\n" + command.examples.map { "  \($0)\n" }.joined()
    }
    return text
  }

  static func synopsis(of command: Command) -> String {
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    return "pyramidion \(command.name) [FLAGS]\(operands)"
  }

  /// A term and its text in two columns; a term too long for its column gets a line of its own.
  private static func entry(term: String, termWidth: Int, _ paragraphs: [String]) -> String {
    let indent = String(repeating: " ", count: termWidth + 4)
    let lines = paragraphs.flatMap { wrapped($0, width: width - indent.count) }
    guard term.count <= termWidth else {
      return "  \(term)\n" + lines.map { "\(indent)\($0)\n" }.joined()
    }
    let padding = String(repeating: " ", count: termWidth - term.count + 2)
    let first = "  \(term)\(padding)\(lines.first ?? "")\n"
    return first + lines.dropFirst().map { "\(indent)\($0)\n" }.joined()
  }

  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
