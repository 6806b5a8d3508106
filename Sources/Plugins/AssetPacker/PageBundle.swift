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
    PageBundle(name: "view", folder: "bundles", near: ofImages + ["pages/neighbors.js"]),
    PageBundle(name: "embed", folder: "bundles", near: ofImages),
    // For what will show several images.
    PageBundle(name: "view", folder: "bundles/album", near: ofImages + ofAlbums),
    PageBundle(name: "embed", folder: "bundles/album", near: ofImages + ofAlbums),
  ]

  private static let ofImages = ["viewer/waiting.js", "controls/scale-bar.js"]
  private static let ofAlbums = ["viewer/album.js", "book/binding.js", "controls/pager.js"]

  /// Makes the bundle.
  ///
  /// - Parameter modules: all of the viewer's.
  /// - Returns: its script, and the one that it loads late.
  /// - Throws: where no bundle can be made of them.
  func files(among modules: [ScriptModule]) throws -> [PackedFile] {
    let path = "\(folder)/\(name).js"
    let latePath = "\(folder)/\(name)-late.js"
    let bundle = try ScriptBundle(
      of: "pages/\(name).js", near: near, at: path, late: latePath, among: modules)
    return [(path, bundle.text), (latePath, bundle.lateText)].compactMap { path, text in
      text.map { PackedFile(path: path, contents: Data($0.utf8)) }
    }
  }
}
