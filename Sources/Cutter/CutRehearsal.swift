import DecoderChildren
import Decoding
import Encoding
import Pixels
import Posix
import PyramidFormat
import Sources
import TileGeometry

/// The cut of a small picture of this program's own.
///
/// Swift's runtime, the loader and libjpeg find out much when something is done for the first time.
/// Copies of a process that has cut once know it all: that is a millisecond of a processor for each.
package enum CutRehearsal {
  /// Cuts, and forgets the pyramid; what goes wrong will be told of a real picture.
  package static func run() { try? cut() }

  private static func cut() throws {
    let rules = CuttingRules()
    let asked = CutRequest(
      SourceRequest(rules: rules, limits: CutLimits()), name: "rehearsal", version: "", threads: 2)
    // Orders come and answers go as text.
    guard let request = CutWire.decode(CutRequest.self, CutWire.encode(asked)) else { return }
    let file = try FileDescriptor.inMemory(name: "rehearsal")
    try writePicture(to: file)
    let source = SourceCopies(
      try file.duplicated().release(), try file.duplicated().release(),
      try file.duplicated().release())
    let road = try OpenSource(source, request.source).road()
    _ = CutWire.encode(CutAnswer.begun(road.source.facts))
    let target = CutTarget(
      try FileDescriptor.inMemory(name: "rehearsal"), request, road.source,
      description: request.description(of: try file.status()), report: { _ in })
    try road.run(into: target)
  }

  /// A JPEG of grays and colors that run across it.
  private static func writePicture(to file: borrowing FileDescriptor) throws {
    let side = 64
    let layout = PixelLayout.yCbCr(.quartered)
    let band = PixelBand(layout: layout, columns: 1, tileSide: side)
    for plane in band.planes {
      for y in 0..<side >> plane.shift {
        for x in 0..<side >> plane.shift {
          unsafe plane.base[y * plane.stride + x] = UInt8(truncatingIfNeeded: x * y)
        }
      }
    }
    let encoder = try JPEGTileEncoder(
      layout: layout, tileSide: side, quality: 80, chroma: .quartered)
    try encoder.encode(band, column: 0, codes: nil) { unsafe try file.write($0.bytes, at: 0) }
  }
}
