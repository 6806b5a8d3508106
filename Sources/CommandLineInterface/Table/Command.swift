/// One command of the program: its arguments and flags, as a table that everything derives from.
package struct Command: Sendable {
  /// Every command's own.
  static let helpFlag = TypedFlag.present("help", "Show this command's help.")

  package let name: String
  package let summary: String
  /// What stands after the flags in the synopsis, like `PATH...` or `[FOLDER]`; empty for none.
  package let operands: String
  /// How many operands the command takes.
  package let operandCount: ClosedRange<Int>
  package let flags: [Flag]
  /// Paragraphs below the flags: units, rules, what the exit codes mean here.
  package let discussion: [String]
  package let examples: [String]

  package init(
    name: String, summary: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
    flags: [Flag], discussion: [String] = [], examples: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.flags = flags + [Self.helpFlag.flag]
    self.discussion = discussion
    self.examples = examples
  }

  package func flag(named name: String) -> Flag? { flags.first { $0.name == name } }
}
