/// What a child of the nursery is for.
package enum NurseryRole: UInt8, CaseIterable, Codable, Sendable {
  /// Reads one image, writes its pyramid, and ends.
  case cutter = 1
  /// Decodes tiles of pyramids, one after another, until it is killed.
  case tileDecoder = 2
  /// A cutter whose image needs the library that is loaded only where it must be.
  case libraryCutter = 3
  /// A cutter that draws a document's page.
  case pageCutter = 4
  /// Draws parts of a document's pages, one after another, until it is killed.
  case pageDrawer = 5
  /// The same for a file that is one drawing, which another library draws.
  case drawingDrawer = 6

  /// How lists of processes call one; the system keeps fifteen bytes.
  var processName: String {
    switch self {
    case .cutter, .libraryCutter, .pageCutter: "pyramid-cutter"
    case .tileDecoder: "pyramid-tiles"
    case .pageDrawer, .drawingDrawer: "pyramid-pages"
    }
  }
}
