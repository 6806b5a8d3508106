import CommandLineInterface
import Testing

@Suite struct ParsedArgumentsTests {
  static let json = TypedFlag.present("json", "Print JSON.")
  static let inset = TypedFlag.text("inset", .text("T,L,B,R"), "Insets.")
  static let command = Command(
    name: "sample", summary: "A command for tests.", operands: "[PATH]", operandCount: 0...1,
    flags: [
      json.flag, inset.flag,
      Flag("format", .choice(["jpeg", "webp"]), "The tiles' format."),
    ])

  static func parse(_ words: String...) throws -> ParsedArguments {
    try ParsedArguments(command: command, words: words)
  }

  @Test func `a value follows its flag or an equals sign`() throws {
    #expect(try Self.parse("--inset", "1,2,3,4")[Self.inset] == "1,2,3,4")
    #expect(try Self.parse("--inset=-1,2,3,4")[Self.inset] == "-1,2,3,4")
    #expect(try Self.parse("--inset", "-1,2,3,4")[Self.inset] == "-1,2,3,4")
    #expect(try Self.parse("--inset=")[Self.inset] == "")
    #expect(try Self.parse("--inset=a=b")[Self.inset] == "a=b")
  }

  @Test func `two dashes end the flags`() throws {
    let arguments = try Self.parse("--json", "--", "--inset")
    #expect(arguments.operands == ["--inset"])
    #expect(arguments[Self.json])
  }

  @Test(
    arguments: [
      (["--jsn"], "--jsn is not a flag of sample; did you mean --json?"),
      (["--json=1"], "--json takes no value, got '1'"),
      (["--inset"], "--inset needs a value: --inset T,L,B,R"),
      (["--inset", "--json"], "--inset needs a value: --inset T,L,B,R"),
      (["--json", "--json"], "--json is given twice"),
      (["--format", "gif"], "--format 'gif' is not one of jpeg, webp"),
      (["a", "b"], "sample does not take 'b'"), (["-x"], "-x is not a flag of sample"),
      (["--completely-else"], "--completely-else is not a flag of sample"),
    ] as [([String], String)])
  func `what can't be understood is named`(words: [String], message: String) {
    #expect(throws: UsageError(message, command: Self.command)) {
      try ParsedArguments(command: Self.command, words: words)
    }
  }
}
