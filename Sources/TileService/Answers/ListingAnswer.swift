import HTTPWire
import ImageRequest
import Posix
import Storage

/// `/images?folder=&cursor=&limit=&search=`.
struct ListingQuestion: Sendable {
  let folder: ImageIdentifier?
  /// How many entries come before the ones that are wanted.
  let skipped: Int
  let limit: Int
  /// In small letters.
  let search: String?

  private static let largestLimit = 1000
  private static let standardLimit = 200

  init(_ query: QueryFields) throws(RequestProblem) {
    try query.checkNames(["folder", "cursor", "limit", "search"])
    let path = try query.value("folder") ?? ""
    if path.isEmpty {
      folder = nil
    } else {
      guard let identifier = ImageIdentifier(path: path.utf8) else {
        throw .absent("there is no folder of this name")
      }
      folder = identifier
    }
    skipped = try Self.number(query, "cursor", 0...10_000_000, 0)
    limit = try Self.number(query, "limit", 1...Self.largestLimit, Self.standardLimit)
    search = try query.value("search").flatMap { $0.isEmpty ? nil : $0.lowercased() }
  }

  private static func number(
    _ query: QueryFields, _ name: String, _ range: ClosedRange<Int>, _ standard: Int
  ) throws(RequestProblem) -> Int {
    guard let text = try query.value(name), !text.isEmpty else { return standard }
    guard let number = DecimalText.integer(text[...]), let count = Int(exactly: number),
      range.contains(count)
    else {
      throw .malformed("\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  /// The wanted entries; folders come before images.
  func answer(_ catalogue: Catalogue, root: SourceRoot) throws(FileError) -> ListingDocument {
    let listing = try catalogue.listing(of: folder)
    func wanted(_ names: [FileName]) -> [FileName] {
      guard let search else { return names }
      return names.filter {
        String(decoding: $0.bytes, as: UTF8.self).lowercased().contains(search)
      }
    }
    let folders = wanted(listing.folders)
    let images = wanted(listing.images)
    let end = min(skipped + limit, folders.count + images.count)
    var entries: [ListingDocument.Entry] = []
    for place in min(skipped, end)..<end {
      guard place >= folders.count else {
        entries.append(.folder(path: Catalogue.path(folder, folders[place])))
        continue
      }
      let path = Catalogue.path(folder, images[place - folders.count])
      // One that has gone meanwhile is left out.
      guard let identifier = ImageIdentifier(path: path),
        let status = try? root.status(of: identifier)
      else { continue }
      entries.append(
        .image(path: path, bytes: status.size, modified: status.modified / 1_000_000_000))
    }
    return ListingDocument(
      folder: folder?.bytes ?? [], entries: entries,
      next: end < folders.count + images.count ? String(end) : nil)
  }
}
