import Posix
import PyramidFile
import PyramidFormat
import TileGeometry

/// A picture of a file that is no page of it, such as a slide's label.
struct AssociatedReport: Encodable {
  let name: String
  let width: Int64
  let height: Int64

  init(_ picture: AssociatedPicture) {
    name = picture.name
    (width, height) = (picture.size.width, picture.size.height)
  }

  static func text(_ pictures: [AssociatedReport]) -> [String] {
    guard !pictures.isEmpty else { return [] }
    let words = pictures.map { "\($0.name) \($0.width) x \($0.height)" }
    return ["  carried along, not served: \(words.joined(separator: ", "))"]
  }
}
