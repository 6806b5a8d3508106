import DecoderChildren
import Decoding
import Encoding
import Pixels
import Posix
import PyramidFile
import PyramidFormat
import Sandbox
import Sources
import TileGeometry

/// The cut of a small picture of this program's own.
///
/// Swift's runtime, the loader and libjpeg find out much when something is done for the first time.
/// Copies of a process that has cut once know it all: that is a millisecond of a processor for each.
package enum CutRehearsal {
  /// Cuts by both roads of photographs, and forgets the pyramids; what goes wrong will be told of a
  /// real picture.
  package static func run() {
    for base in [PyramidRecipe.Base.auto, .encoded] { try? cut(base) }
    Box.rehearse(.raster)
  }

  private static func cut(_ base: PyramidRecipe.Base) throws {
    let file = try FileDescriptor.inMemory(name: "rehearsal")
    try writePicture(to: file)
    // The first order that is read, and the first answer written, take twice as long as the next.
    guard
      case .cut(let request)? = CutWire.decode(
        ChildOrder.self, CutWire.encode(try order(base, for: file)))?.task
    else { return }
    let source = SourceCopies(
      try file.duplicated().release(), try file.duplicated().release(),
      try file.duplicated().release())
    let road = try OpenSource(source, request.source).road()
    for answer in [CutAnswer.begun(road.source.facts), .progress(0.5), .done] {
      _ = CutWire.encode(answer)
    }
    let target = CutTarget(
      try FileDescriptor.inMemory(name: "rehearsal"), request, road.source,
      description: request.description(of: try file.status()), report: { _ in })
    try road.run(into: target)
  }

  /// An order with all that one can have.
  private static func order(
    _ base: PyramidRecipe.Base, for file: borrowing FileDescriptor
  ) throws -> ChildOrder {
    guard let path = FilePath("rehearsal") else { throw Errno.invalidArgument }
    var limits = CutLimits()
    limits.decode(
      in: BoxPolicy(
        layers: .all, user: BoxUser(name: BoxUser.nobody.name, user: 0, group: 0),
        userName: BoxUser.nobody.name, landlockVersion: 1))
    var rules = CuttingRules()
    rules.recipe.base = base
    rules.djvu = DjVuPrograms(drawing: "", telling: "")
    // A second thread would leave a heap of its own behind, which every copy would have to go on with.
    let request = CutRequest(
      SourceRequest(rules: rules, limits: limits), name: "rehearsal", version: "", threads: 1)
    return try ChildOrder(.cut(request), for: LocalFile(try file.duplicated(), path: path))
  }

  /// A JPEG of grays and colors that run across it, large enough for two levels.
  private static func writePicture(to file: borrowing FileDescriptor) throws {
    let side = 512
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
