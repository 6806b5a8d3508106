import CommandLineInterface
import Foundation
import Testing

/// The help of all commands, word for word: what derives from tables elsewhere must not drift.
@Suite struct HelpTextTests {
  static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/help.txt")

  /// Refreshed by `pyramidion help` and then `pyramidion help COMMAND` for each of its commands.
  @Test func `help says what it always said`() throws {
    let said = HelpText.overview + CommandTable.all.map { HelpText.text(for: $0) }.joined()
    #expect(said == (try String(contentsOf: Self.golden, encoding: .utf8)))
  }
}
