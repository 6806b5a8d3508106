import JPEGScan
import Pixels
import TileGeometry

extension BlockTurn {
  init(_ orientation: Orientation) {
    self.init(
      mirrorsColumns: orientation.mirrorsColumns, mirrorsRows: orientation.mirrorsRows,
      swapsAxes: orientation.swapsAxes)
  }
}

extension ScanHeader {
  /// How its chroma is sampled; nil where there is none.
  var chroma: ChromaSampling? {
    components.count == 1 ? nil : ChromaSampling(across: across, down: down)
  }

  /// Whether coarser levels can be made of its coefficients: whether its chroma is as fine as theirs
  /// is to be, or finer.
  func canHave(_ layout: PixelLayout) -> Bool {
    switch layout {
    case .gray: components.count == 1
    case .yCbCr(let chroma):
      components.count == 3 && across <= chroma.across && down <= chroma.down
    case .rgbx, .rgba: false
    }
  }
}
