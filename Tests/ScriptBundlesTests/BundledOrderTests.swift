import HeadlessBrowser
import Testing

@testable import ScriptBundles

/// The same modules, as a browser loads them and as a bundle.
@Suite(.enabled(if: Chromium.isExpected)) struct BundledOrderTests {
  private static let scripts = [
    "pages/a.js": """
    import { say } from '../say.js';
    import './side.js';
    import { Box, count as counted } from '../box.js';
    export { count } from '../box.js';

    say(`a begins, ${counted}, ${new Box().held}`);
    const late = import('../late.js');
    say('a goes on');
    const { held } = await late;
    say(`late holds ${held === Box.all}`);
    await Promise.all([import('../waits.js'), import('../waits.js')]);
    say(`the same: ${(await import('../late.js')) === (await late)}`);
    for (const time of ['once', 'twice']) {
      await import('../fails.js').catch((error) => { say(`${time} ${error.message}`); });
    }
    say((await import('../near.js')).near());
    say(new URL('../style/x.css', import.meta.url).href.split('/').slice(-2).join('/'));
    frames[0].document.close();
    """,
    "pages/side.js": "import { say } from '../say.js';\nsay('side');",
    "say.js": """
    export const say = (words) => { document.querySelector('pre').textContent += `${words}\\n`; };
    say('say');
    """,
    "box.js": """
    import { say } from './say.js';
    import { whole } from './whole.js';
    import './unneeded.js';
    say('box');
    export class Box {
      static all = new Set();
      constructor() { this.held = whole(Box.all.add(this).size); }
    }
    const three = 3;
    export { three as count };
    """,
    "whole.js": "import './say.js';\nexport function whole(number) { return Math.floor(number); }",
    "unneeded.js": "import { say } from './say.js';\nsay('unneeded');",
    "late.js": """
    import { Box } from './box.js';
    import { deep } from './deep.js';
    import { say } from './say.js';
    say(`late ${deep}`);
    export const held = Box.all;
    """,
    "deep.js": "import { say } from './say.js';\nsay('deep');\nexport const deep = 'and deep';",
    "waits.js": """
    import { say } from './say.js';
    say('waits');
    await new Promise((done) => { setTimeout(done, 10); });
    say('waited');
    """,
    "fails.js": "import { say } from './say.js';\nsay('fails');\nthrow new Error('for good');",
    "near.js": """
    import { deep } from './deep.js';
    import { say } from './say.js';
    say('near');
    export const near = () => deep;
    """,
  ]

  private static let order = """
    say
    side
    unneeded
    box
    a begins, 3, 1
    a goes on
    deep
    late and deep
    late holds true
    waits
    waited
    the same: true
    fails
    once for good
    twice for good
    near
    and deep
    style/x.css

    """

  private static func said(_ path: String, _ files: [String: String]) throws -> String {
    let browser = try #require(Chromium.installed)
    // A frame that is being written keeps the page from being loaded until the last line closes it.
    let page = """
      <!doctype html><pre></pre><iframe></iframe><script>frames[0].document.open();</script>
      <script type="module" src="\(path)"></script>
      """
    let document = try browser.document(after: page, beside: files)
    return String(try #require(document.firstMatch(of: /<pre>([^<]*)<\/pre>/)).1)
  }

  @Test func `a browser has modules run in this order`() throws {
    #expect(try Self.said("pages/a.js", Self.scripts) == Self.order)
  }

  @Test(arguments: [[], ["near.js"], ["near.js", "late.js", "waits.js", "fails.js"]])
  func `and in a bundle they run in the same, each once`(near: [String]) throws {
    let modules = try Self.scripts.map { path, text in try ScriptModule(path: path, text) }
    let path = "bundles/of/a.js"
    let bundle = try ScriptBundle(of: "pages/a.js", near: near, at: path, among: modules)
    #expect((bundle.late == nil) == (near.count > 1))
    var files = [path: bundle.text]
    if let late = bundle.late { files[late.path] = late.text }
    #expect(try Self.said(path, files) == Self.order)
  }
}
