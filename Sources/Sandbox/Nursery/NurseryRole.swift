/// What a child of the nursery is for.
package enum NurseryRole: UInt8, CaseIterable, Codable, Sendable {
  /// Reads one image, writes its pyramid, and ends.
  case cutter = 1
  /// Decodes tiles of pyramids, one after another, until it is killed.
  case tileDecoder = 2
  /// A cutter whose image needs the library that is loaded only where it must be.
  case libraryCutter = 3
  /// A cutter that reads a document's pages.
  case pageCutter = 4
  /// Draws parts of a document's pages, one after another, until it is killed.
  case pageDrawer = 5
  /// The same for a file that is one drawing, which another library draws.
  case drawingDrawer = 6
  /// A cutter of a document's page that needs the library that is loaded only where it must be.
  case libraryPageCutter = 7

  /// Who does the same with the library that this one is without; nil where that is no other.
  package var equipped: NurseryRole? {
    switch self {
    case .cutter: .libraryCutter
    case .pageCutter: .libraryPageCutter
    case .tileDecoder, .libraryCutter, .pageDrawer, .drawingDrawer, .libraryPageCutter: nil
    }
  }

  /// Whether documents are read.
  package var drawsPages: Bool { [.pageCutter, .libraryPageCutter].contains(self) }

  /// How lists of processes call one; the system keeps fifteen bytes.
  var processName: String {
    switch self {
    case .cutter, .libraryCutter, .pageCutter, .libraryPageCutter: "pyramid-cutter"
    case .tileDecoder: "pyramid-tiles"
    case .pageDrawer, .drawingDrawer: "pyramid-pages"
    }
  }
}
