#if canImport(TileGeometry)
  import Digests
  import ScrollMotion

  /// The names that a page has for the numbers which cross the border, and their version.
  ///
  /// It is not part of the module: the build writes it as a script beside it, and the module
  /// carries the version alone.
  package enum Layout {
    /// Raised when a call changes its meaning though no name or number does.
    private static let revision = 3

    /// What the script exports: names by their numbers.
    private static let tables: [(name: String, entries: [Entry])] = [
      ("field", entries(of: StateField.self)), ("flag", entries(of: StateFlag.self)),
      ("option", entries(of: WasmOption.self)), ("event", entries(of: ScrollEvent.Kind.self)),
      ("tileSet", entries(of: TileSet.self)),
    ]

    private struct Entry {
      let name: String
      let number: Int
    }

    private static func entries<Numbered: CaseIterable & RawRepresentable>(
      of type: Numbered.Type
    ) -> [Entry] where Numbered.RawValue: BinaryInteger {
      type.allCases.map { Entry(name: "\($0)", number: Int($0.rawValue)) }
    }

    private static func text(_ entries: [Entry]) -> String {
      entries.map { "\($0.name): \($0.number)" }.joined(separator: ", ")
    }

    /// Another for every other layout: page and module refuse each other unless theirs are equal.
    package static let version: Int32 = {
      let questions = text(entries(of: QuestionParameter.self))
      let all = tables.map { "\($0.name) \(text($0.entries))" } + [questions, "\(revision)"]
      // As much of it as is a whole number above 0 on both sides.
      return Int32(FNV1a.of(Array(all.joined(separator: "\n").utf8)) & 0x7fff_ffff)
    }()

    /// The script: an ECMAScript module.
    package static var script: String {
      tables.reduce("export const interfaceVersion = \(version);\n") {
        $0 + "export const \($1.name) = { \(text($1.entries)) };\n"
      }
    }
  }
#endif
