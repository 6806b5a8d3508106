import ImageRequest

/// The addresses of a book and its parts in the IIIF Presentation API.
///
/// None of them names a version: links and other people's annotations outlive a replaced file.
struct PresentationLinks: Sendable {
  let version: IIIFVersion
  /// Empty for the root.
  private let name: ImageName
  private let base: String

  init(_ version: IIIFVersion, path: [UInt8], base: String) {
    self.version = version
    name = ImageName(path: path)
    self.base = base
  }

  var manifest: String { address(.manifest, [.version: "\(version.segment)", .id: name.text]) }

  var collection: String { address(.collection, [.version: "\(version.segment)", .id: name.text]) }

  /// A page's.
  ///
  /// - Parameter place: in the order of reading, from 0.
  /// - Returns: its address.
  func canvas(_ place: Int) -> String {
    address(
      .canvas, [.version: "\(version.segment)", .id: name.text, .page: String(place + 1)])
  }

  /// That of an entry of the outline.
  ///
  /// - Parameter number: in the order of the manifest, from 1.
  /// - Returns: its address.
  func range(_ number: Int) -> String {
    address(
      .range, [.version: "\(version.segment)", .id: name.text, .entry: String(number)])
  }

  /// That of a page's lines.
  ///
  /// - Parameter place: in the order of reading, from 0.
  /// - Returns: its address.
  func text(_ place: Int) -> String {
    address(
      .annotations, [.version: "\(version.segment)", .id: name.text, .page: String(place + 1)])
  }

  /// That of where a page leads.
  ///
  /// - Parameter place: in the order of reading, from 0.
  /// - Returns: its address.
  func links(_ place: Int) -> String {
    address(
      .linkAnnotations,
      [.version: "\(version.segment)", .id: name.text, .page: String(place + 1)])
  }

  /// The page that shows the book to people.
  var homepage: String {
    name.encoded.isEmpty
      ? base + RouteTable[.gallery].path([:]) : ImageLinks(name: name, base: base).view
  }

  private func address(
    _ pattern: RoutePattern, _ values: KeyValuePairs<RouteParameter, String>
  ) -> String {
    let path = RouteTable[pattern].path(values)
    // The root has no name: its addresses are a part shorter.
    return base + (name.encoded.isEmpty ? path.replacing("//", with: "/") : path)
  }
}
