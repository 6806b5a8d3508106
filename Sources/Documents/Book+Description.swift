package import Books
package import ByteText
import TileGeometry
import TileViewport

extension Book {
  /// What is wrong with a description of a book.
  package struct DescriptionProblem: Error, Equatable {
    /// One sentence without its full stop.
    package let detail: String
  }

  /// The most pages of a description: more would be a slip.
  private static let mostPages = 1_000_000

  /// A book by what a server says of it, or as much of that: `sizes`, and how it is read.
  ///
  /// - Parameter json: an object with `sizes`, lists of width, height, dots per inch and number of
  ///   pages; and perhaps `direction`, `layout`, `cover`, `shift` and `single`.
  /// - Throws: what is wrong with it.
  package init(describedBy json: JSONValue) throws(DescriptionProblem) {
    guard case .list(let runs)? = json["sizes"], !runs.isEmpty else {
      throw DescriptionProblem(
        detail: "it needs \"sizes\": [[width, height, dots per inch or null, pages], ...]")
    }
    var sizes = Runs<PageSize>()
    for (place, run) in runs.enumerated() {
      guard let (size, count) = Self.run(run), sizes.count + count <= Self.mostPages else {
        throw DescriptionProblem(
          detail:
            "entry \(place + 1) of \"sizes\" must be a width, a height, dots per inch or null,"
            + " and a number of pages, of which there are at most \(Self.mostPages) in all")
      }
      sizes.append(size, times: count)
    }
    self.init(
      path: Array((json["id"]?.text ?? "").utf8), kind: .folder,
      images: .pages(of: Array((json["id"]?.text ?? "book").utf8), Array(1...sizes.count)),
      sizes: sizes)
    direction = try Self.choice("direction", json) ?? direction
    layout = try Self.choice("layout", json) ?? layout
    pairing.cover = try Self.choice("cover", json) ?? pairing.cover
    if let shift = json["shift"] {
      guard shift == .integer(0) || shift == .integer(1) else {
        throw DescriptionProblem(detail: "\"shift\" must be 0 or 1")
      }
      pairing.isShifted = shift == .integer(1)
    }
    if case .list(let numbers)? = json["single"] {
      for number in numbers {
        guard let page = number.integer, page >= 1, page <= Int64(sizes.count) else {
          throw DescriptionProblem(detail: "\"single\" must be numbers of pages, from 1")
        }
        unpaired.insert(Int(page) - 1)
      }
    }
  }

  private static func run(_ value: JSONValue) -> (size: PageSize, count: Int)? {
    guard case .list(let fields) = value, fields.count == 4, let width = fields[0].integer,
      let height = fields[1].integer, ImageSize(width: width, height: height) != nil,
      let pages = fields[3].integer, pages >= 1, pages <= Int64(mostPages)
    else { return nil }
    guard fields[2] == .null || (fields[2].number ?? 0) > 0 else { return nil }
    return (
      PageSize(PixelSize(width: width, height: height), density: fields[2].number), Int(pages)
    )
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ json: JSONValue
  ) throws(DescriptionProblem) -> Choice? {
    guard let value = json[name], value != .null else { return nil }
    guard let choice = value.text.flatMap(Choice.init(rawValue:)) else {
      let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw DescriptionProblem(detail: "\"\(name)\" must be one of \(all)")
    }
    return choice
  }
}
