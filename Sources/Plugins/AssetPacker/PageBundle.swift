import Foundation
import ScriptBundles

/// The scripts of a page, as it loads them.
struct PageBundle {
  /// What the page's module is called in `pages`, and its bundle in the folder of such.
  let name: String
  let folder: String
  /// What is asked for late and still belongs to a first view: all of it lies in the first script.
  let near: [String]

  static let all = [
    PageBundle(name: "gallery", folder: "bundles", near: []),
    PageBundle(name: "view", folder: "bundles", near: ofViews + ["pages/neighbors.js"]),
    PageBundle(name: "embed", folder: "bundles", near: ofImages),
    // For what will show several images.
    PageBundle(name: "view", folder: "bundles/album", near: ofViews + ofAlbums),
    PageBundle(name: "embed", folder: "bundles/album", near: ofImages + ofAlbums),
  ]

  private static let ofImages = ["viewer/waiting.js", "controls/scale-bar.js"]
  /// That the server is silent can only be said by what has come before; it comes with the bars' going.
  private static let ofViews = ofImages + ["controls/lost.js", "controls/retiring.js"]
  private static let ofAlbums = ["viewer/album.js", "book/binding.js", "controls/pager.js"]

  /// Makes the bundle.
  ///
  /// - Parameter modules: all of the viewer's.
  /// - Returns: its script, and the one that it loads late.
  /// - Throws: where no bundle can be made of them.
  func files(among modules: [ScriptModule]) throws -> [PackedFile] {
    let path = "\(folder)/\(name).js"
    let bundle = try ScriptBundle(
      of: "pages/\(name).js", near: near, at: path, among: modules)
    let scripts = [(path: path, text: bundle.text)] + [bundle.late].compactMap(\.self)
    return scripts.map { PackedFile(path: $0.path, contents: Data($0.text.utf8)) }
  }
}
