import Glibc
import Imaging
import Posix
import TileGeometry
import Synchronization
package func probeCut(_ path: String, helpers: Int) throws {
  let source = try JPEGSource(
    file: path, descriptor: FileDescriptor(owning: unsafe open(path, O_RDONLY)))
  let h = source.header
  guard let layout = h.planeLayout(for: .half),
    let size = ImageSize(width: Int64(h.width), height: Int64(h.height))
  else { return }
  let g = BandGeometry(stored: size, orientation: h.orientation, tileSize: .standard)
  final class Box: Sendable { let total = Atomic<Int>(0) }
  let box = Box()
  let p = BandPipeline(
    geometry: g, layout: layout,
    makeEncoder: { try JPEGTileEncoder(layout: layout, tileSide: 256, quality: 80, chroma: .half) },
    sink: { _, _, bytes in box.total.add(bytes.count, ordering: .relaxed) })
  try PlaneCut.run(source, through: p, helpers: helpers)
  print(box.total.load(ordering: .relaxed))
}
