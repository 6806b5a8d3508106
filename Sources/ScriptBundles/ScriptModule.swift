/// An ECMAScript module as the body of a function, which answers what the module exports.
///
/// It is read line by line, and not as a language: a line that speaks of modules has a form that is
/// known here, or there is no bundle.
package struct ScriptModule: Sendable {
  /// A name where it comes from, and where it goes to.
  typealias Passed = (from: String, to: String)

  package let path: String
  /// What runs before it, in the order that it says; each once.
  private(set) var imports: [String] = []
  /// What it may ask for once it runs.
  private(set) var late: [String] = []
  /// The names that others are to export for it.
  private(set) var taken: [(name: String, path: String)] = []
  /// The names that it exports, and the expressions that they come from.
  private(set) var exports: [Passed] = []
  /// Whether what lies outside its functions waits for something, as who imports it would have to.
  private(set) var waits = false
  private var body: [String] = []
  private var hasBegun = false

  /// The names of the script around it, of which a body uses three: `$use` runs a module once and answers its
  /// exports, `$later` promises them, and `$address` tells where a module lies.
  private static let own = [
    "$use", "$later", "$address", "$modules", "$made", "$late", "$tries", "$fetch",
  ]

  /// - Parameters:
  ///   - path: where it lies below the viewer's address.
  ///   - text: as somebody wrote it.
  /// - Throws: where it has a form that is not known.
  package init(path: String, _ text: String) throws(BundlingError) {
    self.path = path
    if let name = Self.own.first(where: { text.contains($0) }) {
      throw BundlingError(path, "it says \(name), which is the bundle's own")
    }
    // Of a statement that begins outside of functions.
    var isAsynchronous = false
    for line in CodeLines.of(text) {
      if line.first.map({ !" })]".contains($0) }) ?? false { isAsynchronous = false }
      let words = line.split { !Self.isOfWord($0) }
      for word in words {
        if word == "async" { isAsynchronous = true }
        if word == "await", !isAsynchronous { waits = true }
      }
      // Forms take long to look for, and most lines have none.
      guard words.contains("import") || words.contains("export") else {
        hasBegun = true
        body.append(String(line))
        continue
      }
      if try !read(import: line) {
        hasBegun = true
        body.append(try read(addressesIn: read(export: line)))
      }
    }
    try checkConstancy()
  }

  private static func isOfWord(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || letter == "_" || letter == "$"
  }

  /// All of it: a function, which has what it imports run first.
  ///
  /// - Parameters:
  ///   - mayWait: whether nobody imports it; who asks for it late waits in any case.
  ///   - isSoon: whether it runs as soon as its script is there. The function has parentheses around it
  ///     then, for which browsers read it in full at once, and not first in passing.
  /// - Returns: its script.
  func function(mayWait: Bool, isSoon: Bool) -> String {
    let answer = exports.map { $0.from == $0.to ? $0.to : "\($0.to): \($0.from)" }
    let lines = body + ["return { \(answer.joined(separator: ", ")) };"]
    let function = "\(mayWait ? "async " : "")() => {\n\(lines.joined(separator: "\n"))\n}"
    return isSoon ? "(\(function))" : function
  }

  /// Takes a line that has another module run before this one.
  ///
  /// - Returns: whether it is one.
  private mutating func read(import line: Substring) throws(BundlingError) -> Bool {
    guard let found = line.wholeMatch(of: /(import|export) (?:\{ ([^{}]+) \} from )?'([^']+)';/)
    else { return false }
    let names = try found.2.map { (list) throws(BundlingError) in try passed(list, in: line) } ?? []
    let isExport = found.1 == "export"
    guard !isExport || !names.isEmpty else { throw unknown(line) }
    // They run before all else wherever they stand.
    if hasBegun { throw BundlingError(path, "it imports behind its first statement: \(line)") }
    let target = try resolved(found.3)
    if !imports.contains(target) { imports.append(target) }
    taken += names.map { ($0.from, target) }
    let use = "$use('\(target)')"
    if isExport { exports += names.map { ("\(use).\($0.from)", $0.to) } }
    if isExport || names.isEmpty {
      body.append("\(use);")
    } else {
      let list = names.map { $0.from == $0.to ? $0.to : "\($0.from): \($0.to)" }
      body.append("const { \(list.joined(separator: ", ")) } = \(use);")
    }
    return true
  }

  /// - Returns: a line without the word that it exports by.
  private mutating func read(export line: Substring) throws(BundlingError) -> Substring {
    if let found = line.wholeMatch(of: /export \{ ([^{}]+) \};/) {
      exports += try passed(found.1, in: line)
      return ""
    }
    if let found = line.prefixMatch(of: /export ((?:async )?function\*? |class |const )([\w$]+)\b/)
    {
      exports.append((String(found.2), String(found.2)))
      return line.dropFirst("export ".count)
    }
    if line.contains(/^\s*(?:import|export)\b(?!\s*[(.:=])/) { throw unknown(line) }
    return line
  }

  /// - Returns: a line that asks the bundle for what is loaded late, and for where the module lies.
  private mutating func read(addressesIn line: Substring) throws(BundlingError) -> String {
    var text = ""
    var rest = line
    while let found = rest.firstMatch(of: /\bimport\s*[(.]/) {
      text += rest[..<found.range.lowerBound]
      rest = rest[found.range.lowerBound...]
      if let late = rest.prefixMatch(of: /import\('([^']+)'\)/) {
        let target = try resolved(late.1)
        self.late.append(target)
        text += "$later('\(target)')"
        rest = rest[late.range.upperBound...]
      } else if let address = rest.prefixMatch(of: /import\.meta\.url\b/) {
        text += "$address('\(path)')"
        rest = rest[address.range.upperBound...]
      } else {
        throw unknown(line)
      }
    }
    return text + rest
  }

  /// - Returns: what stands between braces: names, and what they become.
  private func passed(_ list: Substring, in line: Substring) throws(BundlingError) -> [Passed] {
    var names: [Passed] = []
    for name in list.split(separator: ", ", omittingEmptySubsequences: false) {
      guard let found = name.wholeMatch(of: /([\w$]+)(?: as ([\w$]+))?/),
        found.1 != "default", found.2 != "default"
      else { throw unknown(line) }
      names.append((String(found.1), String(found.2 ?? found.1)))
    }
    return names
  }

  /// - Returns: where a module lies that this one names by the way to it.
  private func resolved(_ name: Substring) throws(BundlingError) -> String {
    var folder = path.split(separator: "/").dropLast()
    guard name.hasPrefix("./") || name.hasPrefix("../") else { throw unknown(name) }
    for part in name.split(separator: "/") where part != "." {
      if part != ".." {
        folder.append(part)
      } else if folder.popLast() == nil {
        throw unknown(name)
      }
    }
    return folder.joined(separator: "/")
  }

  /// Who imports a variable sees it change, and of a function's answer nothing changes.
  private func checkConstancy() throws(BundlingError) {
    let variables = body.filter { $0.hasPrefix("let ") || $0.hasPrefix("var ") }
      .flatMap { $0.split { !Self.isOfWord($0) } }
    if let (_, name) = exports.first(where: { variables.contains($0.from[...]) }) {
      throw BundlingError(path, "it exports \(name), which may change")
    }
  }

  private func unknown(_ words: Substring) -> BundlingError {
    BundlingError(path, "it says what no bundle has a form for: \(words)")
  }
}
