import DecoderChildren
import Pixels
import Sources
import TileGeometry

/// A way to cut a source, found to be open from its header alone.
protocol CutRoad {
  var source: RoadSource { get }
  /// How the planes lie that a JPEG file's own can be averaged to; nil for other sources.
  var planes: PixelLayout? { get }

  /// Decodes as much as tells whether there are pixels behind the header.
  func prove() throws

  /// Cuts the source.
  func run(into target: CutTarget) throws
}
