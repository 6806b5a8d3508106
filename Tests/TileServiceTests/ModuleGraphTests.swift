import Testing
import Viewer

@testable import TileService

/// Pages name all scripts that they need, so that no script is asked for late.
@Suite struct ModuleGraphTests {
  private static let graph = ModuleGraph(scripts: [
    "pages/view.js": "import '../viewer/a.js';\nimport { b } from './b.js';\nb();\n",
    "pages/b.js": "export { c } from '../viewer/c.js';\nimport('./later.js');\n",
    "viewer/a.js": "import { c } from './c.js';\nconst later = () => import('./later.js');\n",
    "viewer/c.js": "import { a } from './a.js';\nexport const c = 'import';\n",
    "viewer/later.js": "", "pages/later.js": "",
  ])

  @Test func `what is imported is found whoever imports it, and each once`() {
    #expect(
      Self.graph.all(of: ["pages/view.js"])
        == ["pages/view.js", "viewer/a.js", "pages/b.js", "viewer/c.js"])
    #expect(Self.graph.all(of: ["viewer/later.js", "none.js"]) == ["viewer/later.js"])
  }

  @Test func `a page names what its scripts import, and what it will load besides`() {
    let page = """
      <link rel="icon" href="/viewer/style/icon.svg">
      <script type="module" src="/viewer/viewer/a.js"></script>
      <body>
      """
    #expect(
      Self.graph.told(in: page, more: ["pages/later.js"]) == """
        <link rel="icon" href="/viewer/style/icon.svg">
        <script type="module" src="/viewer/viewer/a.js"></script>
        <link rel="modulepreload" href="/viewer/pages/later.js">
        <link rel="modulepreload" href="/viewer/viewer/c.js">
        <body>
        """)
    #expect(Self.graph.told(in: "<body>\n", more: ["pages/later.js"]) == "<body>\n")
  }

  @Test func `the viewer's own scripts are all found`() {
    let all = ModuleGraph(Viewer.assets).all(of: ["pages/view.js", "viewer/album.js"])
    for path in ["viewer/tile-cache.js", "viewer/pool.js", "layout.js"] {
      #expect(all.contains(path))
    }
  }
}
