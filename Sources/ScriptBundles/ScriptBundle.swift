import Digests

/// All scripts of a page as one, and those that it loads late as another.
///
/// Each module is a function, which runs once, when who imports it runs, or who asks for it late: so all
/// run in the order in which a browser has modules run, and none is there twice. The late script brings
/// functions alone, to those that the first has.
package struct ScriptBundle {
  package let text: String
  /// The script that it loads late, and where that lies; nil where nothing is loaded late.
  ///
  /// What is in it is in its name, so that a page that stays open finds what belongs to it, or nothing.
  package let late: (path: String, text: String)?

  /// - Parameters:
  ///   - entry: the page's own module; nobody imports it.
  ///   - near: modules that are asked for late and come along all the same, for they nearly always are.
  ///   - path: where the script will lie below the viewer's address; the late one lies beside it.
  ///   - modules: those that there are; they may be more than the page needs.
  /// - Throws: where they would run otherwise than modules do.
  package init(
    of entry: String, near: [String] = [], at path: String, among modules: [ScriptModule]
  ) throws(BundlingError) {
    var graph = ScriptGraph(modules)
    let soon = try graph.modules(for: [entry])
    let first = try soon + graph.modules(for: near)
    let late = try graph.lateModules()
    try graph.check(entry)
    let isImported = graph.isImported
    let function = { (module: ScriptModule) in
      "'\(module.path)': "
        + module.function(
          mayWait: !isImported(module.path), isSoon: soon.contains { $0.path == module.path })
    }
    let functions = { (modules: [ScriptModule]) in modules.map(function).joined(separator: ",\n") }
    let way = Self.way(from: path)
    let lateText = """
      export const modules = ($use, $later, $address) => ({
      \(functions(late))
      });

      """
    let latePath = Self.latePath(beside: path, of: lateText)
    self.late = late.isEmpty ? nil : (latePath, lateText)
    text = """
      const $modules = {
      \(functions(first))
      };
      const $made = new Map();
      const $use = (path) => {
      if (!$made.has(path)) {
      let made;
      try {
      const exports = $modules[path]();
      made = () => exports;
      } catch (error) {
      made = () => { throw error; };
      }
      $made.set(path, made);
      }
      return $made.get(path)();
      };
      \(late.isEmpty ? "" : Self.fetching(way + latePath))
      const $later = async (path) => {
      \(late.isEmpty ? "await null;" : "await ($modules[path] ? null : $fetch());")
      return $use(path);
      };
      const $address = (path) => new URL(`\(way)${path}`, import.meta.url).href;
      await $use('\(entry)');

      """
  }

  /// What has the late script come, once.
  ///
  /// Where it can't be had it is asked for again by whoever needs it next, by another name: some browsers
  /// remember what they could not get.
  private static func fetching(_ address: String) -> String {
    """
    let $late;
    let $tries = 0;
    const $fetch = () => ($late ??= import(`\(address)${$tries ? `?again=${$tries}` : ''}`).then(
    ({ modules }) => { Object.assign($modules, modules($use, $later, $address)); },
    (error) => { $late = null; $tries += 1; throw error; }));
    """
  }

  private static func latePath(beside path: String, of text: String) -> String {
    let name = path.hasSuffix(".js") ? path.dropLast(3) : path[...]
    let digest = String(FNV1a.of(Array(text.utf8)), radix: 36)
    return "\(name)-late-\(digest).js"
  }

  /// - Returns: the way from a script to where the viewer's files lie.
  private static func way(from path: String) -> String {
    let depth = path.split(separator: "/").count - 1
    return depth > 0 ? String(repeating: "../", count: depth) : "./"
  }
}
