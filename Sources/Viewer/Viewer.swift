package import Foundation

/// The web viewer's files, as the executable carries them.
package enum Viewer {
  /// By their paths below `/viewer/`.
  package static let assets: [String: ViewerAsset] = {
    let all = ViewerAsset.packed.map(ViewerAsset.init)
    return Dictionary(all.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }()

  /// The viewport calculator as a WebAssembly module; nil when the resource bundle is missing.
  package static var viewportModule: URL? {
    Bundle.module.url(forResource: "viewport", withExtension: "wasm")
  }
}
