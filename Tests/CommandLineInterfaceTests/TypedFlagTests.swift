import CommandLineInterface
import Testing

@Suite struct TypedFlagTests {
  enum Speed: String, Choice { case slow, fast }

  static let json = TypedFlag.present("json", "Print JSON.")
  static let jobs = TypedFlag.number("jobs", 1...256, "Jobs at once.")
  static let root = TypedFlag.text("root", .folder, "Where to look.")
  static let speed = TypedFlag<Speed>.choice("speed", default: .slow, "How fast.")
  static let other = TypedFlag<Speed?>.choice("other", "How fast besides.")
  static let command = Command(
    name: "sample", summary: "A command for tests.",
    flags: [json.flag, jobs.flag, root.flag, speed.flag, other.flag])

  static func parse(_ words: String...) throws -> ParsedArguments {
    try ParsedArguments(command: command, words: words)
  }

  @Test func `what is typed has its type`() throws {
    let typed = try Self.parse(
      "--json", "--jobs", "007", "--root=", "--speed", "fast", "--other=slow")
    #expect(typed[Self.json])
    #expect(typed[Self.jobs] == 7)
    #expect(typed[Self.root] == "")
    #expect(typed[Self.speed] == .fast)
    #expect(typed[Self.other] == .slow)
  }

  @Test func `what is not typed is its default`() throws {
    let untyped = try Self.parse()
    #expect(!untyped[Self.json])
    #expect(untyped[Self.jobs] == nil)
    #expect(untyped[Self.root] == nil)
    #expect(untyped[Self.speed] == .slow)
    #expect(untyped[Self.other] == nil)
  }

  @Test(arguments: ["0", "257", "-1", "1.5", "+3", "1e2", "", "９", "9999999999999999999"])
  func `numbers are digits within their bounds`(text: String) {
    let message = "--jobs '\(text)' is not a whole number from 1 to 256"
    #expect(throws: UsageError(message, command: Self.command)) {
      try Self.parse("--jobs=\(text)")
    }
  }
}
