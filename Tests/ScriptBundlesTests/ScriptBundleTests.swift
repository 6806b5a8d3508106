import Testing

@testable import ScriptBundles

@Suite struct ScriptBundleTests {
  private static func bundle(
    of entry: String = "pages/a.js", near: [String] = [], among scripts: [String: String]
  ) throws -> ScriptBundle {
    try ScriptBundle(
      of: entry, near: near, at: "bundles/a.js",
      among: scripts.map { path, text in try ScriptModule(path: path, text) })
  }

  /// The modules of a script, in their order.
  private static func modules(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /'(.+)': \(?(?:async )?\(\) => \{/).map { String($0.1) } }
  }

  @Test func `a module becomes a function that answers what it exports`() throws {
    let text = """
      // Of no use to a browser.
      import './side.js';
      import { b, c as d } from '../b.js';
      export { e, f as g } from '../b.js';

      export const one = 1;
      export async function two() { await one; }
      export class Three {
        // Neither is this.
        four() { return import('./later.js'); }
      }
      const five = new URL('x', import.meta.url);
      export { five, d as six };
      """
    let module = try ScriptModule(path: "pages/a.js", text)
    let body = """
      () => {
      $use('pages/side.js');
      const { b, c: d } = $use('b.js');
      $use('b.js');
      const one = 1;
      async function two() { await one; }
      class Three {
        four() { return $later('pages/later.js'); }
      }
      const five = new URL('x', $address('pages/a.js'));

      return { e: $use('b.js').e, g: $use('b.js').f, one, two, Three, five, six: d };
      }
      """
    #expect(module.function(mayWait: false, isSoon: false) == body)
    #expect(module.function(mayWait: true, isSoon: true) == "(async \(body))")
    #expect(module.imports == ["pages/side.js", "b.js"] && module.late == ["pages/later.js"])
    #expect(!module.waits)
  }

  @Test func `what is loaded late lies in another script, unless it is near or needed at once`()
    throws
  {
    let scripts = [
      "pages/a.js": "import '../b.js';\nimport('../near.js');\nimport('../late.js');\n",
      "b.js": "import './c.js';\n", "c.js": "import('./late.js');\n",
      "near.js": "import './d.js';\n",
      "d.js": "", "late.js": "import './c.js';\nimport './d.js';\nimport './e.js';\n",
      "e.js": "import('./f.js');\n", "f.js": "", "other.js": "",
    ]
    let bundle = try Self.bundle(near: ["near.js"], among: scripts)
    #expect(Self.modules(bundle.text) == ["c.js", "b.js", "pages/a.js", "d.js", "near.js"])
    let late = try #require(bundle.late)
    #expect(Self.modules(late.text) == ["e.js", "late.js", "f.js"])
    #expect(late.path.wholeMatch(of: /bundles\/a-late-[0-9a-z]{8,}\.js/) != nil)
    #expect(bundle.text.contains("import(`../\(late.path)${"))
    // What is in it is in its name.
    var others = scripts
    others["f.js"] = "1;"
    #expect(try Self.bundle(near: ["near.js"], among: others).late?.path != late.path)
    let alone = try Self.bundle(of: "b.js", near: ["late.js", "f.js"], among: scripts)
    #expect(alone.late == nil && !alone.text.contains("import("))
  }

  @Test(arguments: [
    "export let a = 1;", "export var a = 1;", "export default 1;", "export * from './b.js';",
    "export const { a } = b;", "import b from './b.js';", "import * as b from './b.js';",
    "import { default as b } from './b.js';", "import {", "import {b} from './b.js';",
    "import { b } from \"./b.js\";", "import { b } from './b.js'; b();", "  import './b.js';",
    "export './b.js';", "export { a, } ;", "const a = import(`./${b}.js`);",
    "const a = import ('./b.js');", "const a = () => import(b);", "const a = import.meta.env;",
    "import { b } from 'b.js';", "import { b } from '/b.js';", "import { b } from '../../b.js';",
    "b();\nimport './b.js';", "let a = 1;\nexport { a };", "let b = 1, a;\nexport { a as c };",
    "const $use = 1;",
  ])
  func `a form that is not known is refused`(text: String) {
    #expect(throws: BundlingError.self) {
      try Self.bundle(among: ["pages/a.js": text, "pages/b.js": "export const b = 1;"])
    }
  }

  @Test(arguments: [
    ("exports.a = 1;", "exports.a = 1;"), ("const a = 'import';", "const a = 'import';"),
    ("// import * as a from 'b';", "return {  };"), ("reimport(a);", "reimport(a);"),
    ("import('./b.js').then(a);", "$later('pages/b.js').then(a);"),
  ])
  func `what only looks like one stays`(text: String, line: String) throws {
    let bundle = try Self.bundle(among: ["pages/a.js": text, "pages/b.js": ""])
    #expect(bundle.text.split(separator: "\n").contains(line[...]))
  }

  @Test func `what would run otherwise than modules do is refused, and told`() {
    func refusal(_ scripts: [String: String]) -> String? {
      do {
        _ = try Self.bundle(among: scripts)
        return nil
      } catch { return "\(error)" }
    }
    let entry = "import { b } from '../b.js';"
    for (scripts, reason) in [
      (
        [
          "pages/a.js": entry, "b.js": "import './c.js';\nexport const b = 1;",
          "c.js": "import './b.js';",
        ],
        "b.js can't be bundled: it would have to run before itself: b.js imports c.js imports b.js"
      ),
      (
        ["pages/a.js": entry, "b.js": "export const b = 1;\nif (b) {\n  await c;\n}"],
        "pages/a.js can't be bundled: it imports b.js, which waits before it is through"
      ),
      (
        ["pages/a.js": entry, "b.js": "export const c = 1;"],
        "pages/a.js can't be bundled: it imports b, which b.js does not export"
      ),
      (
        ["pages/a.js": "import('../b.js');", "b.js": "import './pages/a.js';"],
        "b.js can't be bundled: it imports pages/a.js, which is a page's own"
      ),
      (["pages/a.js": entry], "b.js can't be bundled: there is none; pages/a.js loads it"),
    ] {
      #expect(refusal(scripts) == reason)
    }
    #expect(refusal(["pages/a.js": "await b;\nfor await (const c of d) {\n}"]) == nil)
  }
}
