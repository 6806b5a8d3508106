/// All scripts of a page as one, and those that it loads late as another.
///
/// Each module is a function, which runs once, when who imports it runs, or who asks for it late: so all
/// run in the order in which a browser has modules run, and none is there twice. The late script brings
/// functions alone, to those that the first has.
package struct ScriptBundle {
  package let text: String
  /// Nil where nothing is loaded late.
  package let lateText: String?

  /// - Parameters:
  ///   - entry: the page's own module; nobody imports it.
  ///   - near: modules that are asked for late and come along all the same, for they nearly always are.
  ///   - path: where the script will lie below the viewer's address.
  ///   - latePath: where the late one will.
  ///   - modules: those that there are; they may be more than the page needs.
  /// - Throws: where they would run otherwise than modules do.
  package init(
    of entry: String, near: [String] = [], at path: String, late latePath: String,
    among modules: [ScriptModule]
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
      const $later = async (path) => {
      \(late.isEmpty ? "await null;" : Self.fetching(way + latePath))
      return $use(path);
      };
      const $address = (path) => new URL(`\(way)${path}`, import.meta.url).href;
      await $use('\(entry)');

      """
    lateText =
      late.isEmpty
      ? nil
      : """
      export const modules = ($use, $later, $address) => ({
      \(functions(late))
      });

      """
  }

  /// Nothing runs before who asks for it goes on, wherever it lies.
  private static func fetching(_ address: String) -> String {
    """
    if (!$modules[path]) Object.assign($modules, (await import('\(address)')).modules($use, $later, $address));
    else await null;
    """
  }

  /// - Returns: the way from a script to where the viewer's files lie.
  private static func way(from path: String) -> String {
    let depth = path.split(separator: "/").count - 1
    return depth > 0 ? String(repeating: "../", count: depth) : "./"
  }
}
