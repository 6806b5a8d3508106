/// A flag, and the value that its text becomes.
///
/// A command declares its flags as constants of this type and reads what was typed through them:
/// a slip in a flag's name does not compile.
package struct TypedFlag<Value: Sendable>: Sendable {
  package let flag: Flag
  /// From what was typed, which fits the flag; nil where the flag was not.
  let value: @Sendable (String?) -> Value
}

extension TypedFlag<Bool> {
  /// A flag that is on by being there.
  package static func present(_ name: String, _ summary: String) -> Self {
    TypedFlag(flag: Flag(name, .none, summary)) { $0 != nil }
  }
}

extension TypedFlag<Int?> {
  package static func number(
    _ name: String, _ bounds: ClosedRange<Int>, default defaultText: String? = nil,
    _ summary: String
  ) -> Self {
    TypedFlag(flag: Flag(name, .number(bounds), default: defaultText, summary)) {
      $0.flatMap { Int($0) }
    }
  }
}

extension TypedFlag<String?> {
  package static func text(
    _ name: String, _ value: Flag.Value, default defaultText: String? = nil, _ summary: String
  ) -> Self {
    TypedFlag(flag: Flag(name, value, default: defaultText, summary)) { $0 }
  }
}

/// What can be chosen by its word.
package protocol Choice: RawRepresentable, CaseIterable, Sendable, SendableMetatype
where RawValue: LosslessStringConvertible {}

extension Choice {
  static var words: [String] { allCases.map { $0.rawValue.description } }

  init?(word: String) {
    guard let value = RawValue(word) else { return nil }
    self.init(rawValue: value)
  }
}

extension TypedFlag where Value: Choice {
  package static func choice(_ name: String, default standard: Value, _ summary: String) -> Self {
    let flag = Flag(
      name, .choice(Value.words), default: standard.rawValue.description, summary)
    return TypedFlag(flag: flag) { $0.flatMap { Value(word: $0) } ?? standard }
  }
}

extension TypedFlag {
  /// A choice, or none of it.
  package static func choice<Chosen: Choice>(_ name: String, _ summary: String) -> Self
  where Value == Chosen? {
    TypedFlag(flag: Flag(name, .choice(Chosen.words), summary)) {
      $0.flatMap { Chosen(word: $0) }
    }
  }
}

extension ParsedArguments {
  /// What was typed for a flag of the command.
  package subscript<Value>(declared: TypedFlag<Value>) -> Value {
    assert(command.flag(named: declared.flag.name) != nil, "no flag of \(command.name)")
    return declared.value(text(named: declared.flag.name))
  }
}
