import ServiceBench
import Testing
import Viewer

@testable import TileService

/// A page names one script, which is all that it runs, and whatever it shows; and each module is served
/// besides, for pages of others.
@Suite struct PageScriptsTests {
  @Test(arguments: [
    ("/", "gallery.js"), ("/view/color.tif", "view.js"), ("/embed/color.tif", "embed.js"),
    ("/view/album", "album/view.js"), ("/embed/album", "album/embed.js"),
    ("/view/pages.tif", "album/view.js"),
  ])
  func `a page names the script that is meant for what it shows`(page: String, name: String) throws
  {
    let bench = try ServiceBench(AnswerCase.images)
    let text = try ManyAnswersTests.answer(page, bench).text
    let named = text.matches(of: /<script type="module" src="\/viewer\/bundles\/([^"]+)">/)
    #expect(named.map { String($0.1) } == [name])
    #expect(!text.contains("modulepreload"))
    let script = try ManyAnswersTests.answer("/viewer/bundles/\(name)", bench)
    #expect(script.status == 200 && script["Content-Type"] == "text/javascript; charset=utf-8")
    #expect(script.text.contains("'pages/\(name.split(separator: "/").last ?? "")': "))
  }

  @Test func `what a script loads late is there`() throws {
    for (path, asset) in Viewer.assets
    where path.hasPrefix("bundles/") && !path.contains("-late-") {
      let text = String(decoding: asset.identity, as: UTF8.self)
      let late = text.matches(of: /import\(`(?:\.\.\/)+(bundles\/[^$]+)\$/).map { String($0.1) }
      #expect(late.count == 1 && late[0].hasPrefix(path.dropLast(3) + "-late-"))
      #expect(Viewer.assets[late[0]] != nil)
    }
  }

  @Test(arguments: [
    ("bundles/view.js", false), ("bundles/album/view.js", true), ("bundles/embed.js", false),
    ("bundles/album/embed.js", true),
  ])
  func `nothing that an album's first view needs comes late`(path: String, isOfAlbum: Bool) throws {
    let text = String(decoding: try #require(Viewer.assets[path]).identity, as: UTF8.self)
    for module in ["viewer/album.js", "viewer/pool.js", "book/binding.js", "controls/pager.js"] {
      if isOfAlbum { #expect(text.contains("'\(module)': ")) }
    }
    #expect(text.contains("'viewer/waiting.js': ") && text.contains("'layout.js': "))
    #expect(text.contains("'book/binding.js': ") == isOfAlbum)
  }

  @Test(arguments: ["viewer/pyramidion-viewer.js", "viewer/tile-cache.js", "layout.js"])
  func `each module has an address of its own`(path: String) throws {
    let bench = try ServiceBench(AnswerCase.images)
    #expect(try ManyAnswersTests.answer("/viewer/\(path)", bench).status == 200)
  }
}
