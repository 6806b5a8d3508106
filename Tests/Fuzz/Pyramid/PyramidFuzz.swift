import PyramidFile
import PyramidFormat
import PyramidSamples
import TileGeometry

/// What libFuzzer calls with each input: nothing a stranger's file says may crash the reader, make
/// it read outside the file, or take memory that the file's size does not warrant.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPyramid(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let source = MemorySource(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  for page in 1...2 {
    guard let pyramid = try? Pyramid(source, page: page) else { break }
    check(pyramid)
  }
  _ = PyramidVerification(source, deep: true)
  return 0
}

private func check(_ pyramid: Pyramid) {
  _ = try? pyramid.colorProfile()
  for (number, level) in pyramid.levels.enumerated() {
    // The corners of the grid, and a place beyond each.
    for row in [-1, 0, level.rows - 1, level.rows] {
      for column in [-1, 0, level.columns - 1, level.columns] {
        guard
          let place = try? pyramid.locate(level: number, column: column, row: row)
        else { continue }
        precondition(place.offset >= 0 && place.length > 0)
        precondition(place.offset + Int64(place.length) <= pyramid.source.byteCount)
        _ = try? pyramid.tileBytes(at: place)
      }
    }
  }
  for index in 0..<pyramid.ladder.count {
    guard let level = pyramid.ladder.level(at: index) else { continue }
    _ = try? pyramid.locate(TileAddress(reduction: level.reduction, column: 0, row: 0))
  }
}
