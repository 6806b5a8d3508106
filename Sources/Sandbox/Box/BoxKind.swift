/// What is decoded in a box, and so what it leaves open.
package enum BoxKind: String, CaseIterable, Codable, Sendable {
  /// Pixels of one image: reads and writes what it was given, and opens nothing.
  case raster
  /// A drawing or a page: fonts are read besides.
  case vector
  /// Single tiles in shared memory.
  case tile
  /// All of it by a program that is no part of this one: its own code is read besides, and nothing else
  /// is run.
  case program
}
