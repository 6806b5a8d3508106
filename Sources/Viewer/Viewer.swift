/// The web viewer's files, as the executable carries them.
package enum Viewer {
  /// By their paths below `/viewer/`.
  package static let assets: [String: ViewerAsset] = {
    let all = (ViewerAsset.packedModule + ViewerAsset.packedWeb).map(ViewerAsset.init)
    return Dictionary(all.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }()
}
