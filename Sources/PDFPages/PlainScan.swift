/// A page that draws one picture first of all, and by nothing but a matrix: what it says of itself is
/// read in a document of that page alone, as the engine writes it.
///
/// Whatever isn't as plain as most scanners have it is none.
struct PlainScan: Equatable {
  /// Where the picture lies, in the page's units.
  let left: Double
  let bottom: Double
  let width: Double
  let height: Double
  /// In pixels.
  let columns: Int
  let rows: Int
  let isGray: Bool

  /// What a picture may say of itself that changes nothing of its samples.
  private static let harmless: Set = [
    "BitsPerComponent", "ColorSpace", "Filter", "Height", "Interpolate", "Length", "Metadata",
    "Name", "StructParent", "Subtype", "Type", "Width",
  ]
  /// The same of what a page is drawn with: colors may be replaced there.
  private static let resources: Set = ["Font", "ProcSet", "XObject"]

  /// Looks for it in a document of one page; nil for all other pages.
  ///
  /// - Parameter bytes: the document's beginning, as the engine writes it.
  init?(in bytes: [UInt8]) {
    let document = PlainDocument(bytes)
    guard let page = document.page,
      let resources = document.dictionary(page["Resources"]),
      Self.resources.isSuperset(of: resources.keys),
      let pictures = document.dictionary(resources["XObject"]),
      let orders = document.content(of: page), let drawn = DrawnFirst(by: orders),
      case .reference(let number)? = pictures[drawn.name],
      let picture = document.dictionary(.reference(number)),
      Self.harmless.isSuperset(of: picture.keys), picture["Subtype"] == .name("Image"),
      picture["Filter"] == .name("DCTDecode") || picture["Filter"] == .array([.name("DCTDecode")]),
      picture["BitsPerComponent"] == .number(8),
      let columns = picture["Width"]?.number.flatMap(Int.init(exactly:)),
      let rows = picture["Height"]?.number.flatMap(Int.init(exactly:))
    else { return nil }
    switch picture["ColorSpace"] {
    case .name("DeviceGray"): isGray = true
    case .name("DeviceRGB"): isGray = false
    default: return nil
    }
    (left, bottom, width, height) = (drawn.left, drawn.bottom, drawn.width, drawn.height)
    (self.columns, self.rows) = (columns, rows)
  }
}
