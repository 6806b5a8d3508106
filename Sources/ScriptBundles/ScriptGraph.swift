/// Which modules need which, as far as somebody has asked for them.
struct ScriptGraph {
  private let modules: [String: ScriptModule]
  /// In the order in which they run.
  private var found: [ScriptModule] = []
  private var paths: Set<String> = []

  init(_ modules: [ScriptModule]) {
    let pairs = modules.map { ($0.path, $0) }
    self.modules = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter roots: paths of modules.
  /// - Returns: these and all that they import, which nobody has asked for before, in the order in which
  ///   they run.
  /// - Throws: where there is none, or one needs itself.
  mutating func modules(for roots: [String]) throws(BundlingError) -> [ScriptModule] {
    let before = found.count
    for root in roots { try find(root, for: []) }
    return Array(found[before...])
  }

  /// - Returns: what is only loaded once some of those run that were asked for, and what that loads.
  mutating func lateModules() throws(BundlingError) -> [ScriptModule] {
    let before = found.count
    var place = 0
    while place < found.count {
      for path in found[place].late { try find(path, for: [found[place].path]) }
      place += 1
    }
    return Array(found[before...])
  }

  /// Whether any of those that were asked for imports a module.
  func isImported(_ path: String) -> Bool { found.contains { $0.imports.contains(path) } }

  /// Refuses what would run otherwise than modules do.
  ///
  /// - Parameter entry: the page's own module.
  /// - Throws: what it is.
  func check(_ entry: String) throws(BundlingError) {
    for module in found {
      if module.late.contains(entry) || module.imports.contains(entry) {
        throw BundlingError(module.path, "it imports \(entry), which is a page's own")
      }
      for path in module.imports where modules[path]?.waits == true {
        throw BundlingError(module.path, "it imports \(path), which waits before it is through")
      }
      for (name, path) in module.taken
      where modules[path]?.exports.contains(where: { $0.to == name }) != true {
        throw BundlingError(module.path, "it imports \(name), which \(path) does not export")
      }
    }
  }

  /// - Parameters:
  ///   - path: of a module.
  ///   - importers: those that wait for it, or who loads it late.
  /// - Throws: where there is none, or it needs itself.
  private mutating func find(_ path: String, for importers: [String]) throws(BundlingError) {
    guard !paths.contains(path) else { return }
    if let start = importers.firstIndex(of: path) {
      let round = (importers[start...] + [path]).joined(separator: " imports ")
      throw BundlingError(path, "it would have to run before itself: \(round)")
    }
    guard let module = modules[path] else {
      throw BundlingError(path, "there is none; \(importers.last ?? "a page") loads it")
    }
    for needed in module.imports { try find(needed, for: importers + [path]) }
    paths.insert(path)
    found.append(module)
  }
}
