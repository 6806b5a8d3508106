package import Foundation

/// The web viewer's files, as the package carries them.
package enum Viewer {
  /// The viewport calculator as a WebAssembly module; nil when the resource bundle is missing.
  package static var viewportModule: URL? {
    Bundle.module.url(forResource: "viewport", withExtension: "wasm")
  }
}
