/// What was typed for one command, sorted into flags and operands; nothing is interpreted yet.
package struct ParsedArguments: Sendable {
  package let command: Command
  package private(set) var operands: [String] = []
  private var values: [String: String] = [:]

  /// Sorts the words after a command's name.
  ///
  /// `--flag value` and `--flag=value` are the same; the second form takes values that begin with
  /// a dash too, and so does the first when the value is a number. `--` ends the flags.
  package init(command: Command, words: [String]) throws(UsageError) {
    self.command = command
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands.append(contentsOf: rest)
        break
      }
      guard word.hasPrefix("--") else {
        guard !Self.looksLikeFlag(word) else {
          throw UsageError("\(word) is not a flag of \(command.name)", command: command)
        }
        operands.append(word)
        continue
      }
      try take(word.dropFirst(2), rest: &rest)
    }
    guard !self[Command.helpFlag] else { return }
    guard command.operandCount.contains(operands.count) else {
      throw UsageError(Self.countProblem(command, operands), command: command)
    }
  }

  /// What was typed behind a flag: for flags whose names come from a table.
  func text(named name: String) -> String? { values[name] }

  private mutating func take(_ word: Substring, rest: inout ArraySlice<String>) throws(UsageError) {
    let name = String(word.prefix { $0 != "=" })
    let attached = word.count > name.count ? String(word.dropFirst(name.count + 1)) : nil
    guard let flag = command.flag(named: name) else {
      throw UsageError(Self.unknownFlag(name, command), command: command)
    }
    guard values[name] == nil || flag.isRepeatable else {
      throw UsageError("--\(name) is given twice", command: command)
    }
    guard flag.takesValue else {
      if let attached, flag.value != .truth {
        throw UsageError("--\(name) takes no value, got '\(attached)'", command: command)
      }
      values[name] = attached ?? ""
      return
    }
    guard let value = attached ?? Self.nextValue(&rest) else {
      throw UsageError("--\(name) needs a value: \(flag.synopsis)", command: command)
    }
    if let reason = flag.value.refusal(of: value) {
      throw UsageError("--\(name) '\(value)' is not \(reason)", command: command)
    }
    values[name] = [values[name], value].compactMap(\.self).joined(separator: " ")
  }

  private static func nextValue(_ rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, !looksLikeFlag(next) else { return nil }
    return rest.popFirst()
  }

  /// A dash and then no digit or dot: `-x` and `--x` are flags, `-5` and `-.5` are values.
  private static func looksLikeFlag(_ word: String) -> Bool {
    guard word.first == "-", let second = word.dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber) && second != "."
  }

  private static func unknownFlag(_ name: String, _ command: Command) -> String {
    let message = "--\(name) is not a flag of \(command.name)"
    guard let near = nearest(to: name, among: command.flags.map(\.name)) else { return message }
    return message + "; did you mean --\(near)?"
  }

  private static func countProblem(_ command: Command, _ operands: [String]) -> String {
    if operands.count < command.operandCount.lowerBound {
      return "\(command.name) needs \(command.operands)"
    }
    let surplus = operands[command.operandCount.upperBound]
    return "\(command.name) does not take '\(surplus)'"
  }
}
