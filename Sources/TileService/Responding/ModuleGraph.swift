import Viewer

/// Which of the viewer's scripts import which: a page names all that it will need, or its browser would
/// learn of them one level after the other.
struct ModuleGraph {
  /// What each imports before it runs, by paths below the viewer's address.
  private let imports: [String: [String]]

  /// - Parameter assets: the viewer's files, by their paths.
  init(_ assets: [String: ViewerAsset]) {
    self.init(
      scripts: assets.filter { $0.key.hasSuffix(".js") }
        .mapValues { String(decoding: $0.identity, as: UTF8.self) })
  }

  /// - Parameter scripts: by their paths.
  init(scripts: [String: String]) {
    var imports: [String: [String]] = [:]
    for (path, script) in scripts {
      imports[path] = script.split(separator: "\n").compactMap { Self.imported(by: $0, in: path) }
    }
    self.imports = imports
  }

  /// A page that names what its scripts import, behind its own.
  ///
  /// - Parameters:
  ///   - page: as it lies among the files.
  ///   - more: scripts that it will load besides.
  /// - Returns: the page with a line for each.
  func told(in page: String, more: [String]) -> String {
    page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix(Self.before), line.hasSuffix(Self.behind) else { return String(line) }
      let own = String(line.dropFirst(Self.before.count).dropLast(Self.behind.count))
      let links = all(of: [own] + more).filter { $0 != own }.map {
        "<link rel=\"modulepreload\" href=\"\(Self.place)\($0)\">"
      }
      return ([String(line)] + links).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Where all of them lie, and what stands around a page's own.
  private static let place = "/viewer/"
  private static let before = "<script type=\"module\" src=\"\(place)"
  private static let behind = "\"></script>"

  /// All that some scripts need to run, those first that are asked for first.
  ///
  /// - Parameter roots: the scripts.
  /// - Returns: these, too.
  func all(of roots: [String]) -> [String] {
    var found: [String] = []
    var next = roots[...]
    while let path = next.popFirst() {
      guard let own = imports[path], !found.contains(path) else { continue }
      found.append(path)
      next += own
    }
    return found
  }

  /// What a line imports; nil for one that does not, or only once it runs.
  private static func imported(by line: Substring, in path: String) -> String? {
    guard line.hasPrefix("import ") || line.hasPrefix("export ") else { return nil }
    let parts = line.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == ";",
      parts[0] == "import " || parts[0].hasSuffix(" from ")
    else { return nil }
    var folder = path.split(separator: "/").dropLast()
    var name: [Substring] = []
    for part in parts[1].split(separator: "/") {
      switch part {
      case ".": break
      case "..": folder = folder.dropLast()
      default: name.append(part)
      }
    }
    return (folder + name).joined(separator: "/")
  }
}
